import ArgumentParser
import NavCommands

/// The words behind the program's name, in the order in which the parser of arguments takes them.
///
/// The parser wants a command in front of its options, and a value behind an option that takes one.
struct CommandWords {
  /// The words as the parser takes them.
  let words: [String]
  /// What is wrong with them, and what to do; nil where the parser may say so.
  let complaint: String?

  /// Options behind which a word stands that is theirs, wherever they stand before a command.
  ///
  /// So `--deck` takes a file there; export's flag of that name stands behind `export`.
  static let optionsWithValues: Set<String> = [
    "-s", "--session", "--server", "--open", "--deck", "--tree", "--sort", "--scene", "--docs",
    "--outline", "--cmd", "--man", "--git-log", "--git-diff", "--config", "--color", "--theme",
    "--fps", "--fit", "--size", "--scaffold", "--dir", "--wait", "--timeout", "--if-version",
    "--if-top", "--format", "-o", "--output", "--as", "--print",
  ]
  /// Options whose value may be left out where another option follows, or nothing.
  private static let optionsWithDefaults: Set<String> = ["--git-log", "--git-diff"]

  /// - Parameter typed: the words behind the program's name.
  init(_ typed: [String]) {
    let completed = Self.completed(typed)
    let arranged = Self.arranged(completed)
    words = arranged
    complaint = Self.complaint(about: arranged)
  }

  /// The names of all commands, the help's included.
  static var commandNames: [String] {
    Navclient.configuration.subcommands.map { command in
      command.configuration.commandName ?? "\(command)".lowercased()
    } + ["help"]
  }

  /// The same, `--git-log` and `--git-diff` with an empty value where none follows.
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

  /// The same, a command in front of the options that were typed before it.
  private static func arranged(_ typed: [String]) -> [String] {
    var index = 0
    while index < typed.count, typed[index].hasPrefix("-"), typed[index].count > 1 {
      guard typed[index] != "--" else { return typed }
      index += optionsWithValues.contains(typed[index]) ? 2 : 1
    }
    guard index > 0, index < typed.count, commandNames.contains(typed[index]) else { return typed }
    // Help is about a command and not about its options.
    if typed[index] == "help" { return Array(typed[index...]) }
    return [typed[index]] + typed[..<index] + typed[(index + 1)...]
  }

  private static func complaint(about words: [String]) -> String? {
    guard words.first == "help", words.count > 1, !words[1].hasPrefix("-"),
      !commandNames.contains(words[1])
    else { return nil }
    return notACommand(words[1])
  }

  /// Says of a word that it is no command, which one it may have been meant to be, or where all of them are listed.
  static func notACommand(_ word: String) -> String {
    let near = NearestName.of(word, among: commandNames)
    return "'\(word)' is no command; "
      + (near.map { "did you mean `\($0)`?" } ?? "`navclient help` lists all of them")
  }
}
