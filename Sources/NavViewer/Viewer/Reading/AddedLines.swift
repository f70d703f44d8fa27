/// Finds the lines that were added to a text.
enum AddedLines {
  /// The longest changed part that is compared line by line.
  private static let compared = 1000

  /// Returns the lines that were added to a text, in order, without unchanged ones.
  ///
  /// If the start of a text is dropped while its end grows, as with a program that prints much, only the lines at the
  /// end count as added.
  static func between(_ old: [String], _ new: [String]) -> [String] {
    var (old, new) = (old[...], new[...])
    while let first = old.first, first == new.first {
      old.removeFirst()
      new.removeFirst()
    }
    while let last = old.last, last == new.last {
      old.removeLast()
      new.removeLast()
    }
    guard !old.isEmpty, !new.isEmpty else { return Array(new) }
    if old.count <= compared, new.count <= compared {
      return new.difference(from: old).insertions.compactMap {
        if case .insert(_, let line, _) = $0 { line } else { nil }
      }
    }
    let dropped = old.indices.first { new.starts(with: old[$0...]) }
    return Array(new.dropFirst(dropped.map { old.endIndex - $0 } ?? 0))
  }
}
