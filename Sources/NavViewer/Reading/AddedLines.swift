/// What a text has that it had not before.
enum AddedLines {
  /// Longer parts are not compared line by line.
  private static let compared = 1000

  /// The lines that were added to a text, in their order; those that stand where they stood are not among them.
  ///
  /// A text of which the beginning is dropped while its end grows, as of a program that prints much, has only its end
  /// added.
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
