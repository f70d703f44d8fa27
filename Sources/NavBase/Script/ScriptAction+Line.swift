extension ScriptAction {
  /// The line of a script that is parsed to this action: the inverse of the parser for all that it makes of a line.
  ///
  /// A text with a line feed or a carriage return has no line, nor has one that begins with a combining character.
  package var line: String {
    switch self {
    case .input(let input): Self.line(input.words)
    case .open(let paths): Self.line(["open"] + paths.map(\.scriptWord))
    case .wait(let condition, let limit):
      Self.line(["wait"] + condition.words + (limit.map { ["\($0)"] } ?? []))
    case .pause(let time): Self.line(["wait", time.scriptWord])
    case .expect(let condition): Self.line(["expect"] + condition.words)
    case .snapshot(let path, _, let size):
      Self.line(["snapshot", path.scriptWord] + (size.map { ["--size", "\($0)"] } ?? []))
    case .pace(let time): Self.line(["pace", time.scriptWord])
    case .mark(let name): Self.line(["mark", name.scriptWord])
    case .say(let text): Self.line(["say", text.scriptWord])
    }
  }

  private static func line(_ words: [String]) -> String { words.joined(separator: " ") }
}

extension ScriptInput {
  fileprivate var words: [String] {
    switch self {
    case .command(let command): command.words
    case .keys(let keys): ["key"] + keys.map(\.name.scriptWord)
    case .tap(let target): ["tap"] + target.words
    case .drag(let target, let columns, let rows, let velocity):
      ["drag"] + target.words + ["\(columns)", "\(rows)", "\(velocity)"]
    }
  }
}

extension SessionCommand {
  fileprivate var words: [String] {
    let traits = traits
    guard let entry = CommandTable.entry(named: traits.name) else { return [traits.name] }
    return switch entry.argument {
    case .none: [traits.name]
    case .number: [traits.name, "\(traits.argument)"]
    case .choice(_, let choices, let make):
      [traits.name] + choices.filter { make($0) == .session(self) }
    case .text: [traits.name] + (traits.text.isEmpty ? [] : [traits.text.scriptWord])
    }
  }
}

extension ScriptTarget {
  fileprivate var words: [String] {
    switch self {
    case .cell(let point): ["\(point.x)", "\(point.y)"]
    // A number in quotation marks is no column.
    case .words(let words): [Int(words) == nil ? words.scriptWord : words.quoted]
    }
  }
}

extension ScriptCondition {
  fileprivate var words: [String] {
    switch self {
    case .settled: ["settled"]
    case .page(let title): ["page", title.scriptWord]
    case .text(let text): ["text", text.scriptWord]
    case .place(let number, let count): ["place", "\(number)" + (count.map { "/\($0)" } ?? "")]
    case .viewers(let count): ["viewers", "\(count)"]
    case .version(let version): ["version", "\(version)"]
    }
  }
}

extension Duration {
  fileprivate var scriptWord: String { WaitTimeout(wholeMilliseconds: self).description }
}

extension String {
  /// The text as one word of a line, in quotation marks if it needs them.
  fileprivate var scriptWord: String {
    let isPlain = first.map { $0 != "\"" && $0 != "#" } ?? false && !contains(where: \.isWhitespace)
    return isPlain ? self : quoted
  }

  fileprivate var quoted: String {
    var text = ""
    for character in self {
      if "\"\\".contains(character) { text.append("\\") }
      text.append(character)
    }
    return "\"\(text)\""
  }
}
