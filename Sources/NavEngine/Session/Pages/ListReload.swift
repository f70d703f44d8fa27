import NavBase

/// Finds the rows of a list in its reloaded version.
///
/// Lists may have a million entries and a session waits for the result, so that no index is built: the lists are scanned,
/// mostly once, for what is needed.
struct ListReload {
  private let old: ListContent
  private let new: ListContent

  /// The factor by which the number of rows that are searched at once grows, while none was found.
  private static let growth = 64

  init(from old: ListContent, to new: ListContent) {
    self.old = old
    self.new = new
  }

  /// Returns the entry with the key of an old one, the nearest of several; of a numbered one, the entry in its place; if one
  /// of the lists is one of ranges, the range that it is in, or the first entry of the range.
  ///
  /// O(distance), O(entries) if it was removed, for a numbered one also if it has another value.
  func entry(_ index: Int) -> Int? {
    let key = old.entries.key(at: index)
    if old.rangeCount != new.rangeCount, !new.entries.isEmpty {
      let first = Array(key).range?.lowerBound ?? index
      return min(first / (new.rangeCount ?? 1), new.entries.count - 1)
    }
    guard old.isNumbered(at: index) else { return new.entries.nearestIndex(to: index, ofKey: key) }
    let place = old.place(ofNumbered: index)
    return new.entries.firstIndex(ofKey: new.key(following: Array(key), at: place).key)
  }

  /// Returns an anchor of the old list in the new one: at the first row from there on that still exists, else at the
  /// last one before.
  func anchor(_ anchor: ScrollAnchor) -> ScrollAnchor {
    if anchor == .top { return anchor }
    if anchor.position.grapheme == .max { return .end(ofBlock: max(0, new.rowCount - 1)) }
    let first = max(0, min(anchor.position.block, old.rowCount - 1))
    var (looked, count) = (0, 1)
    while looked < old.rowCount {
      let end = min(old.rowCount, looked + count)
      if let row = firstRow(of: (looked..<end).map { candidate($0, from: first) }) {
        return ScrollAnchor(position: TextPosition(block: row, grapheme: 0), ratio: anchor.ratio)
      }
      (looked, count) = (end, count * Self.growth)
    }
    return .top
  }

  /// Returns the old row at a rank among those that an anchor may move to.
  private func candidate(_ place: Int, from first: Int) -> Int {
    place < old.rowCount - first ? first + place : old.rowCount - 1 - place
  }

  /// Returns the new row of the first of some old ones that still exists.
  private func firstRow(of rows: [Int]) -> Int? {
    guard rows.count > 1 else { return rows.first.flatMap(row) }
    var keys: [ArraySlice<UInt8>] = []
    var places: [Int] = []
    var other: Int?
    for (place, index) in rows.enumerated() {
      if case .entry(let entry) = old.row(at: index) {
        keys.append(old.entries.key(at: entry))
        places.append(place)
      } else if row(index) != nil {
        other = place
        break
      }
    }
    return (new.entries.firstKey(of: keys).map { places[$0] } ?? other).flatMap { row(rows[$0]) }
  }

  private func row(_ index: Int) -> Int? {
    switch old.row(at: index) {
    case .entry(let entry): return self.entry(entry).map { new.row(ofEntry: $0) }
    case .header(let section):
      let title = old.sections[section].title
      return new.sections.firstIndex { $0.title == title }.map { new.headerRow(of: $0) }
    case .note(let note):
      guard new.notes.indices.contains(note), new.notes[note] == old.notes[note] else { return nil }
      return new.rowCount - new.notes.count + note
    }
  }
}

extension ListContent {
  /// The number of entries of each range of a long list; nil for another list.
  fileprivate var rangeCount: Int? { entries.first?.key.range?.count }
}
