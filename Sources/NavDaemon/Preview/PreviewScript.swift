import NavBase
import NavScene

/// A script of steps, read from words.
///
///     next, go-to 3, ...      a session's command by name (`CommandTable`), then its argument; a text is one word
///     key NAME...             keys by their names, up to the next command
///     tap X Y                 a column and a row from 0, as in the JSON of a scene
///     drag X Y DX DY [V]      a pan from a cell along one axis, and its velocity in cells per second
///     wait                    waits until nothing moves, which every command does anyway
///     at MS                   lets the next command begin so many milliseconds after the last one
package struct PreviewScript: Hashable, Sendable {
  package let steps: [PreviewStep]

  /// The most steps of a script.
  package static let stepLimit = 100_000

  /// - Parameter words: commands and their arguments, in order.
  /// - Throws: `usage` for an invalid command.
  package init(words: [String]) throws(PreviewError) {
    var rest = words[...]
    var steps: [PreviewStep] = []
    while let step = try Self.next(&rest) {
      guard steps.count < Self.stepLimit else {
        throw PreviewError(.usage, "more than \(Self.stepLimit) commands: give fewer")
      }
      steps.append(step)
    }
    self.steps = steps
  }

  /// Reads lines of commands; a comment begins with `#`.
  ///
  /// - Throws: `usage` with the line's number for an invalid command.
  package init(lines text: String, named name: String) throws(PreviewError) {
    var steps: [PreviewStep] = []
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace).map(String.init)
      do {
        steps += try PreviewScript(words: words).steps
      } catch {
        throw PreviewError(error.code, "\(name):\(index + 1): \(error)")
      }
      guard steps.count <= Self.stepLimit else {
        throw PreviewError(.usage, "\(name) has more than \(Self.stepLimit) commands: give fewer")
      }
    }
    self.steps = steps
  }

  /// The steps that are not commands of a session: gestures, and time.
  private static let gestures = ["key", "tap", "drag", "wait", "at"]

  private static var names: [String] {
    CommandTable.entries.filter(\.isShared).map(\.name) + gestures
  }

  /// Returns the entry of a command that a session performs; nil for another word.
  private static func entry(_ word: String) -> CommandEntry? {
    CommandTable.entry(named: word).flatMap { $0.isShared ? $0 : nil }
  }

  private static func next(_ words: inout ArraySlice<String>) throws(PreviewError) -> PreviewStep? {
    guard !words.isEmpty else { return nil }
    let start = words
    let action = try action(&words)
    return PreviewStep(
      text: start.prefix(start.count - words.count).joined(separator: " "),
      action
    )
  }

  private static func action(
    _ words: inout ArraySlice<String>
  ) throws(PreviewError) -> PreviewStep.Action {
    let word = words.removeFirst()
    if let entry = entry(word) { return .command(try command(entry, as: word, &words)) }
    switch word {
    case "key": return .keys(try keys(&words))
    case "tap":
      let x = try number(&words, of: word, in: 0...999)
      return .tap(CellPoint(x: x, y: try number(&words, of: word, in: 0...499)))
    case "drag": return try drag(&words)
    case "wait": return .wait(nil)
    case "at": return .wait(.milliseconds(try number(&words, of: word, in: 0...60_000)))
    default:
      let near = Spelling.nearest(to: word, in: names).map { "; did you mean '\($0)'?" } ?? ""
      throw PreviewError(
        .usage,
        "'\(word)' is no command\(near): use \(names.joined(separator: ", "))"
      )
    }
  }

  /// Reads a command of a session, and its argument if it has one.
  private static func command(
    _ entry: CommandEntry,
    as word: String,
    _ words: inout ArraySlice<String>
  ) throws(PreviewError) -> SessionCommand {
    var argument = ""
    switch entry.argument {
    case .none: break
    case .number(_, let range, _): argument = "\(try number(&words, of: word, in: range))"
    case .choice(_, let choices, _):
      if let next = words.first, choices.contains(next) { argument = words.removeFirst() }
    case .text: argument = try text(&words, of: word)
    }
    do {
      guard case .session(let command) = try entry.command(with: argument, as: word) else {
        preconditionFailure("cannot try out \(word), which no session carries out")
      }
      return command
    } catch {
      throw PreviewError(.usage, error.description)
    }
  }

  private static func text(
    _ words: inout ArraySlice<String>,
    of command: String
  ) throws(PreviewError) -> String {
    guard let word = words.popFirst() else {
      throw PreviewError(.usage, "\(command) needs a text behind it: add it")
    }
    return word
  }

  private static func number(
    _ words: inout ArraySlice<String>,
    of command: String,
    in range: ClosedRange<Int>
  ) throws(PreviewError) -> Int {
    guard let word = words.first else {
      throw PreviewError(.usage, "\(command) needs a number behind it: add it")
    }
    guard let number = Int(word), range.contains(number) else {
      let bounds =
        range.upperBound == .max
        ? "from \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
      throw PreviewError(.usage, "'\(word)' does not go with \(command): give a number \(bounds)")
    }
    words.removeFirst()
    return number
  }

  private static func keys(_ words: inout ArraySlice<String>) throws(PreviewError) -> [Key] {
    var keys: [Key] = []
    while let word = words.first {
      // The first word is a key, even if it is also a command.
      if !keys.isEmpty, entry(word) != nil || gestures.contains(word) { break }
      guard let key = Key(name: word) else {
        throw PreviewError(
          .usage,
          "'\(word)' names no key: try Right, PgDn, Enter, G, ctrl-r, F1"
        )
      }
      keys.append(key)
      words.removeFirst()
    }
    guard !keys.isEmpty else { throw PreviewError(.usage, "key needs names of keys: add one") }
    return keys
  }

  private static func drag(
    _ words: inout ArraySlice<String>
  ) throws(PreviewError) -> PreviewStep.Action {
    let x = try number(&words, of: "drag", in: 0...999)
    let y = try number(&words, of: "drag", in: 0...499)
    let columns = try number(&words, of: "drag", in: -1_000...1_000)
    let rows = try number(&words, of: "drag", in: -1_000...1_000)
    guard (columns == 0) != (rows == 0) else {
      throw PreviewError(.usage, "drag goes along one axis: give DX or DY, and 0 for the other one")
    }
    var velocity = 0
    if let word = words.first, Int(word) != nil {
      velocity = try number(&words, of: "drag", in: -10_000...10_000)
    }
    return .drag(
      from: CellPoint(x: x, y: y),
      columns == 0 ? .vertical : .horizontal,
      cells: columns + rows,
      velocity: Double(velocity)
    )
  }
}
