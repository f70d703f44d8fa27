/// Parses commands from words.
///
/// These are the names and arguments of the commands of a session (`CommandTable`), and those of `ScriptVerb`.
struct ScriptParser {
  private var words: ArraySlice<ScriptWord>
  /// Whether the words are one command, so that a text may be several of them; else commands follow one another, and a
  /// text is one word.
  private let isOne: Bool
  private var verb = ScriptWord(text: "", source: "", column: 1)

  init(_ words: [ScriptWord], isOne: Bool) {
    self.words = words[...]
    self.isOne = isOne
  }

  /// Parses the next command; nil at the end.
  mutating func next() throws(ScriptMistake) -> (action: ParsedScriptAction, words: [ScriptWord])? {
    guard let first = words.popFirst() else { return nil }
    let rest = words
    verb = first
    let action = try action()
    if isOne, let word = words.first {
      throw ScriptMistake("'\(word.text)' is too much: a line has one command", at: word)
    }
    return (action, [first] + rest.dropLast(words.count))
  }

  private mutating func action() throws(ScriptMistake) -> ParsedScriptAction {
    switch ScriptVerb(rawValue: verb.text) {
    // Without a text behind it, this is a command of the session.
    case .text where !isOne || words.isEmpty: return .action(.input(.command(try command())))
    case .text: return .action(.input(.keys(try typedKeys())))
    case .key: return .action(.input(.keys(try keys())))
    case .tap: return .action(.input(.tap(try target())))
    case .drag: return .action(.input(try drag()))
    case .wait: return .action(try wait())
    case .expect: return .action(.expect(try condition(among: ConditionWord.expected)))
    case .snapshot: return .action(try snapshot())
    case .pace: return .action(.pace(try time()))
    case .mark: return .action(.mark(try word("a name").text))
    case .say:
      let (first, text) = (words.first ?? verb, try text())
      guard text.utf8.count <= SessionCommand.textLimit else {
        let limit = SessionCommand.textLimit
        throw ScriptMistake("say takes at most \(limit) bytes: say it in sentences", at: first)
      }
      return .action(.say(text))
    case .open:
      _ = try word("a path", isTaken: false)
      defer { words = isOne ? [] : words.dropFirst() }
      return .action(.open((isOne ? words : words.prefix(1)).map(\.text)))
    case .include: return .include(try word("a path"))
    case nil: return .action(.input(.command(try command())))
    }
  }

  // MARK: Commands of a session

  private mutating func command() throws(ScriptMistake) -> SessionCommand {
    guard let entry = CommandTable.entry(named: verb.text) else {
      let names = CommandTable.entries.filter(\.isShared).map(\.name)
      let near = Spelling.nearest(to: verb.text, in: names + ScriptVerb.allCases.map(\.rawValue))
      let advice = near.map { "; did you mean `\($0)`?" } ?? ""
      throw ScriptMistake("'\(verb.text)' is no command\(advice)", at: verb)
    }
    guard entry.isShared else {
      throw ScriptMistake("'\(entry.name)' is each viewer's own and can't be sent", at: verb)
    }
    let count =
      switch entry.argument {
      case _ where isOne: words.count
      case .none: 0
      case .number, .text: 1
      case .choice(_, let choices, _): words.first.map { choices.contains($0.text) } == true ? 1 : 0
      }
    let taken = words.prefix(count)
    words = words.dropFirst(count)
    do throws(CommandError) {
      let text = taken.map(\.text).joined(separator: " ")
      guard case .session(let command) = try entry.command(with: text, as: verb.text) else {
        preconditionFailure("cannot send \(entry.name), which no session carries out")
      }
      return command
    } catch {
      throw ScriptMistake(error.description, at: taken.first ?? verb)
    }
  }

  private mutating func keys() throws(ScriptMistake) -> [Key] {
    var keys: [Key] = []
    while let word = words.first {
      // The first word is a key, even if it is also a command.
      let isCommand =
        ScriptVerb(rawValue: word.text) != nil
        || CommandTable.entry(named: word.text)?.isShared == true
      if !isOne, !keys.isEmpty, isCommand { break }
      keys += try SharedKeys.read([word.text], at: word)
      words.removeFirst()
    }
    guard !keys.isEmpty else {
      throw ScriptMistake("key takes names of keys: `key Right Enter`", at: verb)
    }
    return try limited(keys)
  }

  /// Parses a text of which each character is a key.
  private mutating func typedKeys() throws(ScriptMistake) -> [Key] {
    let first = words.first ?? verb
    return try limited(try SharedKeys.read(try text().map { String($0) }, at: first))
  }

  private func limited(_ keys: [Key]) throws(ScriptMistake) -> [Key] {
    guard keys.count <= SharedKeys.limit else {
      throw ScriptMistake("at most \(SharedKeys.limit) keys at once", at: verb)
    }
    return keys
  }

  private mutating func target() throws(ScriptMistake) -> ScriptTarget {
    guard words.first?.number != nil else {
      return .words(try word("a column and a row, or a text: `\(verb.text) \"Kind of Blue\"`").text)
    }
    let x = try number(in: 0...999)
    return .cell(CellPoint(x: x, y: try number(in: 0...499)))
  }

  private mutating func drag() throws(ScriptMistake) -> ScriptInput {
    let target = try target()
    let way = words.first ?? verb
    let columns = try number(in: -1_000...1_000)
    let rows = try number(in: -1_000...1_000)
    guard (columns == 0) != (rows == 0) else {
      let problem = "drag goes along one axis: give columns or rows, and 0 for the other ones"
      throw ScriptMistake(problem, at: way)
    }
    let velocity = words.first?.number == nil ? 0 : try number(in: -10_000...10_000)
    return .drag(target, columns: columns, rows: rows, velocity: velocity)
  }

  // MARK: Conditions and time

  private mutating func wait() throws(ScriptMistake) -> ScriptAction {
    let isTime = words.first.map { !$0.isQuoted && $0.text.first?.isNumber == true }
    if isTime == true { return .pause(try time()) }
    guard let first = words.first, isOne || ConditionWord(rawValue: first.text) != nil else {
      return .wait(.settled, within: nil)
    }
    let condition = try condition(among: ConditionWord.awaited)
    guard let next = words.first else { return .wait(condition, within: nil) }
    guard let limit = try? WaitTimeout(next.text) else {
      // The next word may be the next command.
      guard isOne else { return .wait(condition, within: nil) }
      let usage = ConditionWord(rawValue: first.text)?.usage ?? ""
      throw ScriptMistake("\(first.text) takes \(usage)", at: next)
    }
    words.removeFirst()
    return .wait(condition, within: limit)
  }

  private mutating func condition(
    among known: [ConditionWord]
  ) throws(ScriptMistake) -> ScriptCondition {
    let names = known.dropLast().map(\.rawValue).joined(separator: ", ")
    let advice = "use \(names) or \(known.last?.rawValue ?? "")"
    let first = try word("a condition: \(advice)")
    guard let kind = ConditionWord(rawValue: first.text), known.contains(kind) else {
      let verb = verb.text == "wait" ? "waited for" : "expected"
      throw ScriptMistake("'\(first.text)' can't be \(verb): \(advice)", at: first)
    }
    if kind == .settled { return .settled }
    guard let word = words.popFirst(), !word.text.isEmpty else {
      throw ScriptMistake("\(first.text) takes \(kind.usage)", at: first)
    }
    switch kind {
    case .settled: return .settled
    case .page: return .page(word.text)
    case .text: return .text(word.text)
    case .viewers:
      let most = ScriptCondition.maximumViewers
      guard let count = Int(word.text), (0...most).contains(count) else {
        let problem = "'\(word.text)' is no count of viewers: give a number up to \(most)"
        throw ScriptMistake(problem, at: word)
      }
      return .viewers(count)
    case .version:
      guard let version = UInt64(word.text) else {
        let problem = "'\(word.text)' is no version: give a number, as `status` shows it"
        throw ScriptMistake(problem, at: word)
      }
      return .version(version)
    case .place:
      let parts = word.text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
      guard parts.count <= 2, let place = parts[0], place > 0, parts.allSatisfy({ $0 ?? 0 > 0 })
      else {
        let problem = "'\(word.text)' is no place: place takes \(kind.usage)"
        throw ScriptMistake(problem, at: word)
      }
      return .place(place, of: parts.count == 2 ? parts[1] : nil)
    }
  }

  private mutating func time() throws(ScriptMistake) -> Duration {
    let word = try word("a time, such as 500ms or 2s")
    do throws(CommandError) {
      return try WaitTimeout(word.text).duration
    } catch {
      throw ScriptMistake(error.description, at: word)
    }
  }

  private mutating func snapshot() throws(ScriptMistake) -> ScriptAction {
    let file = try word("a file")
    guard let format = SnapshotFormat(ofFileNamed: file.text) else {
      let problem = "'\(file.text)' does not tell its form: end it with .txt, .ansi, .svg or .json"
      throw ScriptMistake(problem, at: file)
    }
    guard let option = words.first, option.text == "--size" else {
      return .snapshot(file.text, format, nil)
    }
    words.removeFirst()
    guard let word = words.popFirst() else {
      throw ScriptMistake("--size takes columns and rows: `--size 80x24`", at: option)
    }
    guard let size = CellSize(ofTerminal: word.text) else {
      throw ScriptMistake("'\(word.text)' is no size: give 1x1 to 1000x500", at: word)
    }
    return .snapshot(file.text, format, size)
  }

  // MARK: Words

  /// Takes the next word, which must not be empty.
  private mutating func word(
    _ wanted: String,
    isTaken: Bool = true
  ) throws(ScriptMistake) -> ScriptWord {
    guard let word = words.first, !word.text.isEmpty else {
      throw ScriptMistake("\(verb.text) takes \(wanted)", at: words.first ?? verb)
    }
    if isTaken { words.removeFirst() }
    return word
  }

  /// Takes the text behind a command: the rest of its line, or one word.
  private mutating func text() throws(ScriptMistake) -> String {
    _ = try word("a text", isTaken: false)
    let taken = isOne ? words : words.prefix(1)
    words = words.dropFirst(taken.count)
    return taken.map(\.text).joined(separator: " ")
  }

  private mutating func number(in range: ClosedRange<Int>) throws(ScriptMistake) -> Int {
    guard let word = words.popFirst() else {
      throw ScriptMistake("\(verb.text) needs a number behind it: add it", at: verb)
    }
    guard let number = word.number, range.contains(number) else {
      let bounds = "from \(range.lowerBound) to \(range.upperBound)"
      let problem = "'\(word.text)' does not go with \(verb.text): give a number \(bounds)"
      throw ScriptMistake(problem, at: word)
    }
    return number
  }
}

/// A command that was parsed.
enum ParsedScriptAction {
  case action(ScriptAction)
  /// The commands of another file, in its place.
  case include(ScriptWord)
}

/// The commands of scripts beside those of `CommandTable`.
enum ScriptVerb: String, CaseIterable {
  case key, text, tap, drag, wait, expect, snapshot, pace, mark, say, include, open
}

/// The first word of a condition.
private enum ConditionWord: String {
  case settled, page, text, place, viewers, version

  static let awaited = [Self.settled, .page, .text, .viewers, .version]
  static let expected = [Self.page, .text, .place, .viewers]

  /// The words behind the condition, for messages.
  var usage: String {
    switch self {
    case .settled: "nothing behind it but a time"
    case .page: "one title: `page \"Kind of Blue\"`"
    case .text: "one text: `text \"of Blue\"`"
    case .place: "a number, perhaps of how many: `place 3/12`"
    case .viewers: "a number: `viewers 3`"
    case .version: "a number: `version 12`"
    }
  }
}

extension SharedKeys {
  fileprivate static func read(
    _ names: some Sequence<String>,
    at word: ScriptWord
  ) throws(ScriptMistake) -> [Key] {
    do throws(CommandError) {
      return try read(names)
    } catch {
      throw ScriptMistake(error.description, at: word)
    }
  }
}
