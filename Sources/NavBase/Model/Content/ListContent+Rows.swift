/// The kind of a row of a list.
package enum ListRow: Hashable, Sendable {
  /// The header of a section.
  case header(Int)
  case entry(Int)
  case note(Int)
}

// The rows from top to bottom: the entries, each section's header above its first entry, and the notes.

extension ListContent {
  package var rowCount: Int { sections.count + entries.count + notes.count }

  /// Returns the kind of a row.
  ///
  /// O(log sections).
  package func row(at index: Int) -> ListRow {
    let headers = headers(through: index) { headerRow(of: $0) }
    if headers > 0, headerRow(of: headers - 1) == index { return .header(headers - 1) }
    let entry = index - headers
    return entry < entries.count ? .entry(entry) : .note(entry - entries.count)
  }

  /// Returns the row of an entry.
  ///
  /// O(log sections).
  package func row(ofEntry entry: Int) -> Int {
    entry + headers(through: entry) { sections[$0].entries.lowerBound }
  }

  /// Returns the section of an entry; nil for one without a header above it.
  package func section(ofEntry entry: Int) -> Int? {
    let headers = headers(through: entry) { sections[$0].entries.lowerBound }
    return headers > 0 ? headers - 1 : nil
  }

  /// Returns the row of a section's header.
  package func headerRow(of section: Int) -> Int { sections[section].entries.lowerBound + section }

  /// Returns the row of the header that belongs to a row: of an entry its section's, of a header itself; nil for
  /// entries without one, and for notes, which belong to no section.
  package func headerRow(aboveRow row: Int) -> Int? {
    switch self.row(at: row) {
    case .header: row
    case .entry(let entry): section(ofEntry: entry).map { headerRow(of: $0) }
    case .note: nil
    }
  }

  /// Returns the number of sections that begin at or before an index.
  private func headers(through place: Int, start: (Int) -> Int) -> Int {
    var low = 0
    var high = sections.count
    while low < high {
      let middle = (low + high) / 2
      if start(middle) <= place { low = middle + 1 } else { high = middle }
    }
    return low
  }

  // MARK: Selecting

  /// The first entry that can be selected.
  package var firstSelectable: Int? { entries.indices.first(where: entries.isSelectable) }

  /// The last entry that can be selected.
  package var lastSelectable: Int? { entries.indices.last(where: entries.isSelectable) }

  /// Returns the selectable entry nearest to an entry in a direction, including that entry (TW-7).
  ///
  /// - Parameters:
  ///   - entry: the first candidate; clamped to the existing entries.
  ///   - direction: below 0 for upwards, else downwards.
  /// - Returns: the entry's index; nil if there is none in that direction.
  package func selectable(from entry: Int, towards direction: Int) -> Int? {
    guard !entries.isEmpty else { return nil }
    let start = min(max(0, entry), entries.count - 1)
    return direction < 0
      ? (0...start).last(where: entries.isSelectable)
      : (start..<entries.count).first(where: entries.isSelectable)
  }

  /// Returns the entry of a row, or of the nearest row in a direction that has one.
  ///
  /// - Returns: the entry's index; nil if no row in that direction has one.
  package func entry(fromRow row: Int, towards direction: Int) -> Int? {
    var row = min(max(0, row), rowCount - 1)
    while row >= 0, row < rowCount {
      if case .entry(let entry) = self.row(at: row) { return entry }
      row += direction < 0 ? -1 : 1
    }
    return nil
  }
}
