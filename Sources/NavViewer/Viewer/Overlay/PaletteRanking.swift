import NavBase

/// Ranks the commands that match a word.
enum PaletteRanking {
  /// Returns the indices of the matching commands in the table, the best first; all of them for an
  /// empty word.
  ///
  /// The order: a complete name, the start of a name, the start of a word in a name, a part of a
  /// name, letters of a name in order, the start of a word in the help text; commands of equal rank
  /// are in the table's order.
  static func matches(of word: String) -> [Int] {
    let word = word.lowercased()
    guard !word.isEmpty else { return Array(CommandTable.entries.indices) }
    return CommandTable.entries.enumerated()
      .compactMap { index, entry in rank(of: entry, for: word).map { (rank: $0, index: index) } }
      .sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }
      .map(\.index)
  }

  private static func rank(of entry: CommandEntry, for word: String) -> Int? {
    let names = [entry.name] + entry.aliases
    if names.contains(word) { return 0 }
    if names.contains(where: { $0.hasPrefix(word) }) { return 1 }
    if names.contains(where: { $0.split(separator: "-").contains { $0.hasPrefix(word) } }) {
      return 2
    }
    if names.contains(where: { $0.contains(word) }) { return 3 }
    if isInOrder(word, in: entry.name) { return 4 }
    let help = entry.help.lowercased().split { !$0.isLetter }
    return help.contains { $0.hasPrefix(word) } ? 5 : nil
  }

  private static func isInOrder(_ letters: String, in name: String) -> Bool {
    var rest = name[...]
    for letter in letters {
      guard let index = rest.firstIndex(of: letter) else { return false }
      rest = rest[rest.index(after: index)...]
    }
    return true
  }
}
