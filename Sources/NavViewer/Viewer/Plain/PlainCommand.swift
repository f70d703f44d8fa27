package import NavBase
package import NavScene

/// A line of input to a plain viewer, from a person or a script: commands as for `navclient send`.
package enum PlainCommand: Hashable {
  case act(SessionAction)
  /// Change who may move the session or which view of it is shown, or say something to the speaker.
  case part(LocalCommand)
  /// Print the place again.
  case again
  case help
  case leave
  /// The line is empty.
  case nothing
  /// An error message that says what is wrong and what to do.
  case unknown(String)

  package static let words =
    (CommandTable.entries.filter(isPlain).map(\.usage)
    + ["key NAME...", "again", "help", "leave"]).joined(separator: ", ")

  /// Whether a command needs no screen.
  private static func isPlain(_ entry: CommandEntry) -> Bool {
    switch entry.sample {
    case .session: true
    case .local(let command): command.traits.changesPart
    }
  }

  /// - Parameter line: the line, without its end.
  package init(_ line: String) {
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    switch (words.first, words.count) {
    case (nil, _): self = .nothing
    case ("again", 1): self = .again
    case ("key", 2...), ("text", 2...): self = Self.keys(words)
    default: self = Self.command(line)
    }
  }

  private static func command(_ line: String) -> PlainCommand {
    do throws(CommandError) {
      switch try CommandTable.command(line) {
      case .session(let command): return .act(.command(command))
      case .local(.help): return .help
      case .local(.leave): return .leave
      case .local(let command) where command.traits.changesPart: return .part(command)
      case .local(let command):
        return .unknown("'\(command.traits.name)' needs a screen: start without --plain for it")
      }
    } catch {
      return .unknown(advice(forKey: line) ?? "\(error): write \(words)")
    }
  }

  /// Returns what to write for a line that is one key of the key table, and no command; nil for any other line.
  private static func advice(forKey line: String) -> String? {
    let (name, rest) = CommandTable.parts(of: line)
    guard rest.isEmpty, CommandTable.entry(named: name) == nil, let key = Key(name: name)
    else { return nil }
    let bindings =
      KeyFocus.allCases.flatMap { KeyTable.bindings(focus: $0) } + KeyTable.searching
    var names: [String] = []
    for binding in bindings where binding.keys.contains(key) {
      let name = "`\(binding.command.name)`"
      if !names.contains(name) { names.append(name) }
    }
    guard !names.isEmpty else { return nil }
    let press = SharedKeys.movesSessions(key) ? "`key \(name)` presses it; " : ""
    return "'\(name)' is a key: \(press)its command is \(names.joined(separator: " or "))"
  }

  private static func keys(_ words: [String]) -> PlainCommand {
    do throws(CommandError) {
      guard case .input(.keys(let keys))? = try Script.action(of: words) else {
        preconditionFailure("cannot read keys from \(words)")
      }
      return .act(.keys(keys))
    } catch {
      return .unknown(error.description)
    }
  }
}

/// Splits input that arrives in pieces into lines.
package struct CommandLines: Hashable {
  /// The longest line, in bytes; the rest of a longer one is dropped.
  package static let longest = 4096

  private var pending: [UInt8] = []

  package init() {}

  /// Handles a piece of input.
  ///
  /// - Parameter bytes: the bytes that were read.
  /// - Returns: the lines that are complete now, without line ends.
  package mutating func receive(_ bytes: [UInt8]) -> [String] {
    var lines: [String] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        lines.append(take())
      } else if pending.count < Self.longest {
        pending.append(byte)
      }
    }
    return lines
  }

  /// Returns the text after the last line end; nil if there is none.
  package mutating func finish() -> String? {
    pending.isEmpty ? nil : take()
  }

  private mutating func take() -> String {
    defer { pending = [] }
    return String(decoding: pending, as: UTF8.self)
  }
}
