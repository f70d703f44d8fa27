/// A command with its name, its argument and its help text.
package struct CommandEntry: Sendable {
  /// Words joined by hyphens, as the palette and `navclient send` accept them.
  package let name: String
  /// Alternative names.
  package let aliases: [String]
  package let argument: Argument
  /// The command without its number; nil if the number is required.
  private let bare: Command?
  /// One line, without a full stop.
  package let help: String
  /// A sequence of keys that executes it, as people write it: `gg`; empty for none.
  package let sequence: String

  /// The argument that follows the name.
  package enum Argument: Sendable {
    case none(Command)
    /// A whole number in a range; the word names its kind.
    case number(String, ClosedRange<Int>, @Sendable (Int) -> Command)
    /// One of some words, or none; the first word names their kind.
    case choice(String, [String], @Sendable (String?) -> Command)
    /// The rest of the line, of at most so many bytes, which may contain blanks or be empty.
    case text(String, limit: Int = SessionCommand.textLimit, @Sendable (String) -> Command)

    fileprivate var sample: Command {
      switch self {
      case .none(let command): command
      case .number(_, let range, let make): make(range.lowerBound)
      case .choice(_, _, let make): make(nil)
      case .text(_, _, let make): make("")
      }
    }
  }

  package init(
    _ argument: Argument,
    bare: Command? = nil,
    aliases: [String] = [],
    sequence: String = "",
    help: String
  ) {
    name = argument.sample.name
    self.argument = argument
    self.bare = bare
    self.aliases = aliases
    self.sequence = sequence
    self.help = help
  }

  /// Whether an argument may follow the name.
  package var takesArgument: Bool {
    switch argument {
    case .none: false
    case .number, .choice, .text: true
    }
  }

  /// Whether a word is its name or one of its aliases.
  package func isCalled(_ word: String) -> Bool { word == name || aliases.contains(word) }

  /// The name, followed by its argument in capitals, in brackets if it may be left out: `go-to PAGE`, `sort [ORDER]`.
  package var usage: String {
    switch argument {
    case .none: name
    case .number(let word, _, _) where bare != nil: "\(name) [\(word.uppercased())]"
    case .number(let word, _, _), .text(let word, _, _): "\(name) \(word.uppercased())"
    case .choice(let word, _, _): "\(name) [\(word.uppercased())]"
    }
  }

  /// Whether the shared session executes it, not the viewer alone.
  package var isShared: Bool {
    switch sample {
    case .session: true
    case .local: false
    }
  }

  /// The command with an example argument.
  package var sample: Command { argument.sample }

  /// Returns the command with the argument that was typed after its name.
  ///
  /// - Parameters:
  ///   - text: the argument without blanks around it; empty if none was typed.
  ///   - typed: the name as it was typed, for error messages.
  /// - Returns: the command to execute.
  /// - Throws: a `CommandError` if the argument is invalid; its text names the valid ones.
  package func command(
    with text: String,
    as typed: String? = nil
  ) throws(CommandError) -> Command {
    let typed = typed ?? name
    switch argument {
    case .none(let command):
      guard text.isEmpty else {
        throw CommandError("'\(typed) \(text)' is too much: \(typed) takes nothing behind it")
      }
      return command
    case .number(let word, let range, let make):
      guard !text.isEmpty else {
        if let bare { return bare }
        throw CommandError("\(typed) takes one number: `\(typed) \(range.lowerBound + 1)`")
      }
      guard let number = Int(text), range.contains(number) else {
        let end = range.upperBound < KeyInterpreter.largestCount ? " to \(range.upperBound)" : ""
        throw CommandError(
          "'\(text)' is no \(word): give a number from \(range.lowerBound)\(end)"
        )
      }
      return make(number)
    case .choice(let word, let choices, let make):
      guard !text.isEmpty else { return make(nil) }
      guard choices.contains(text) else {
        throw CommandError(
          "'\(text)' is no \(word): \(typed) takes \(choices.joined(separator: ", ")), or nothing"
        )
      }
      return make(text)
    case .text(_, let limit, let make):
      guard text.utf8.count <= limit else {
        throw CommandError(
          "\(text.utf8.count) bytes are too many: \(typed) takes \(limit) at most"
        )
      }
      return make(text)
    }
  }
}

/// The reason why a line of text is not a valid command.
package struct CommandError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A message that says what is wrong and what to do.
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}

/// A key and a word for its effect, as the status line shows them: `? help`.
package struct CommandHint: Hashable, Sendable {
  package let key: Key
  package let word: String

  package init(_ key: Key, _ word: String) {
    self.key = key
    self.word = word
  }

  package var text: String { "\(key.name) \(word)" }

  /// Returns the hints for the status line, the most useful first.
  ///
  /// - Parameters:
  ///   - focus: the kind of the focused content.
  ///   - hasParts: whether a split is shown.
  ///   - control: the effect of the key for control; nil for no hint at it.
  ///   - isAudience: whether the viewer may not move the session.
  /// - Returns: keys that have an effect there.
  package static func hints(
    focus: KeyFocus,
    hasParts: Bool = false,
    control: String? = nil,
    isAudience: Bool = false
  ) -> [CommandHint] {
    let both = [
      CommandHint(Key(.character("?")), "help"), CommandHint(Key(.character("q")), "leave"),
    ]
    let control =
      (control.map { [CommandHint(Key(.character("c")), $0)] } ?? [])
      + (isAudience ? [CommandHint(Key(.character("b")), "look around")] : [])
    let place = CommandHint(Key(.character("o")), "outline")
    let palette = CommandHint(Key(.character(":")), "commands")
    let parts = hasParts ? [CommandHint(Key(.character("w"), .control), "next part")] : []
    return switch focus {
    case .none: both + control + parts + [palette]
    case .pager: both + control + parts + [place, palette]
    case .list: both + control + parts + [CommandHint(Key(.enter), "open"), place, palette]
    case .text: both + control + parts + [place, palette]
    }
  }

  /// Returns the key's command for a focus; nil if it has none.
  package func command(focus: KeyFocus) -> Command? {
    KeyTable.command(for: key, focus: focus)
  }
}
