import ArgumentParser
import NavBase
import NavSystem

/// The command-line arguments, reordered for the argument parser.
///
/// The parser requires a command before its options, and a value after an option that takes one.
struct CommandWords {
  /// The arguments in the parser's order.
  let words: [String]
  /// An error message for the user; nil if the parser should report errors itself.
  let complaint: String?

  /// The options whose next word is their value, anywhere before a command.
  ///
  /// So `--deck` and `--text` take a file there, and export's flags of these names must follow `export`.
  static let optionsWithValues = Set(ContentOptions.options.map { "--" + $0.name }).union([
    "-s", "--session", "--server", "--open", "--sort", "--config", "--color", "--theme", "--fps",
    "--fit", "--size", "--scaffold", "--dir", "--wait", "--timeout",
    "--for", "--if-version",
    "--if-top", "--format", "-o", "--output", "--as", "--print", "--name", "--key",
    "--speed", "--from", "--to", "--cut", "--idle", "--redact", "--since",
    "--role", "--expires", "--uses", "--address", "--revoke", "--unseen",
  ])
  /// The options whose value may be omitted before another option or at the end.
  private static let optionsWithDefaults = Set(
    CommandLine.Kind.allCases.filter { $0.traits.wanted == nil }.map { "--" + $0.option.name }
  )

  /// - Parameter typed: the words after the program's name.
  init(_ typed: [String]) {
    let completed = Self.completed(typed)
    let arranged = Self.arranged(completed)
    words = arranged
    complaint =
      Self.complaint(about: arranged)
      ?? repetition(in: arranged, but: Self.repeatable(by: arranged.first))
  }

  /// Returns the options that a command takes several times.
  static func repeatable(by command: String?) -> Set<String> {
    switch command {
    case "kill": ["--open", "--address", "--session"]
    case "record": ["--open", "--address", "--cut", "--redact"]
    default: ["--open", "--address"]
    }
  }

  /// The names of all commands, including `help`.
  static var commandNames: [String] {
    Navclient.configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
  }

  /// Whether the words begin with the name of a command.
  var beginsWithCommand: Bool { words.first.map(Self.commandNames.contains) ?? false }

  /// Returns the words with an empty value after each `--git-log` and `--git-diff` without one.
  private static func completed(_ typed: [String]) -> [String] {
    var completed: [String] = []
    for (index, word) in typed.enumerated() {
      completed.append(word)
      guard optionsWithDefaults.contains(word) else { continue }
      let next = index + 1 < typed.count ? typed[index + 1] : "-"
      if next.hasPrefix("-") { completed.append("") }
    }
    return completed
  }

  /// Returns the words with the command moved before the options that precede it.
  private static func arranged(_ typed: [String]) -> [String] {
    var index = 0
    while index < typed.count, typed[index].hasPrefix("-"), typed[index].count > 1 {
      guard typed[index] != "--" else { return typed }
      index += optionsWithValues.contains(typed[index]) ? 2 : 1
    }
    guard index > 0, index < typed.count, commandNames.contains(typed[index]) else { return typed }
    // `help` takes a command and no options.
    if typed[index] == "help" { return Array(typed[index...]) }
    return [typed[index]] + typed[..<index] + typed[(index + 1)...]
  }

  private static func complaint(about words: [String]) -> String? {
    guard words.first == "help", words.count > 1, !words[1].hasPrefix("-"),
      !commandNames.contains(words[1])
    else { return nil }
    return notACommand(words[1])
  }

  /// Returns the error message for an unknown command: with the nearest name, or with where all of them are listed.
  static func notACommand(_ word: String) -> String {
    let near = Spelling.nearest(to: word, in: commandNames)
    return "'\(word)' is no command; "
      + (near.map { "did you mean `\($0)`?" } ?? "`navclient help` lists all of them")
  }
}
