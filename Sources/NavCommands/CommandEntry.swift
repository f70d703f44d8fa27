/// One command by its name: what it takes, what it does, and how help says it.
package struct CommandEntry: Sendable {
  /// Words joined by hyphens: what the palette and `navclient send` read.
  package let name: String
  /// Other words for the same.
  package let aliases: [String]
  package let argument: Argument
  /// One line, without a full stop.
  package let help: String
  /// Keys that mean it only one after the other, as people write them: `gg`; empty for none.
  package let sequence: String

  /// What a command takes behind its name.
  package enum Argument: Sendable {
    case none(Command)
    /// A whole number of a range; the word says of what.
    case number(String, ClosedRange<Int>, @Sendable (Int) -> Command)
    /// One of some words, or none; the first word says what they are.
    case choice(String, [String], @Sendable (String?) -> Command)
    /// The rest of the line, which may have blanks or be empty.
    case text(String, @Sendable (String) -> Command)
  }

  package init(
    _ name: String,
    _ argument: Argument,
    aliases: [String] = [],
    sequence: String = "",
    help: String
  ) {
    self.name = name
    self.argument = argument
    self.aliases = aliases
    self.sequence = sequence
    self.help = help
  }

  /// Whether something may stand behind the name.
  package var takesArgument: Bool {
    switch argument {
    case .none: false
    case .number, .choice, .text: true
    }
  }

  /// Whether a word is its name or one of the other words for it.
  package func isCalled(_ word: String) -> Bool { word == name || aliases.contains(word) }

  /// How it is written, with a word in capitals for what it takes: `go-to PAGE`.
  package var usage: String {
    switch argument {
    case .none: name
    case .number(let word, _, _), .text(let word, _): "\(name) \(word.uppercased())"
    case .choice(let word, _, _): "\(name) [\(word.uppercased())]"
    }
  }

  /// Whether the shared session carries it out, and not the viewer alone.
  package var isShared: Bool {
    switch sample {
    case .session: true
    case .local: false
    }
  }

  /// The command, with some argument.
  package var sample: Command {
    switch argument {
    case .none(let command): command
    case .number(_, let range, let make): make(range.lowerBound)
    case .choice(_, _, let make): make(nil)
    case .text(_, let make): make("")
    }
  }

  /// The command with what was typed behind its name.
  ///
  /// - Parameters:
  ///   - text: without blanks around it; empty where nothing was typed.
  ///   - typed: the name as it was typed, for what is said.
  /// - Returns: what is to be carried out.
  /// - Throws: why that is not possible, and what is.
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
    case .text(let word, let make):
      guard text.utf8.count <= SessionCommand.textLimit else {
        let limit = SessionCommand.textLimit
        throw CommandError(
          "those \(word) have \(text.utf8.count) bytes: \(typed) takes \(limit) at most"
        )
      }
      return make(text)
    }
  }
}

/// Why a line of text is no command.
package struct CommandError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, and what to do.
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}
