package import NavBase

// Both directions between cells of a page and places in its content.

extension PageLayout {
  package func place(atRow row: Int, column: Int) -> ContentPlace? {
    guard rowCount > 0 else { return nil }
    let row = min(max(0, row), rowCount - 1)
    guard row < text.rows.count || row == rowCount - 1 && footer != nil else {
      // A blank row above the footer.
      return text.rows.isEmpty ? nil : place(atRow: text.rows.count - 1, column: column)
    }
    guard row < text.rows.count else { return .row(position(ofRow: row)) }
    return text.place(atRow: row, column: column - indent)
  }

  package func cells(showing place: ContentPlace) -> PlaceCells? {
    switch place {
    case .entry: return nil
    case .row(let position):
      guard rowCount > 0 else { return nil }
      let row = row(of: position)
      // The footer has another position in each layout.
      guard position.block == .max && footer != nil || self.position(ofRow: row) == position else {
        return nil
      }
      return PlaceCells(rows: row..<row + 1, columns: 0..<1)
    case .text(let start, let cell, let bytes):
      guard var cells = text.cells(showing: bytes, ofCell: cell, from: start) else { return nil }
      cells.columns = cells.columns.lowerBound + indent..<cells.columns.upperBound + indent
      return cells
    }
  }
}

extension ListLayout {
  package func place(atRow row: Int, column: Int) -> ContentPlace? {
    guard rowCount > 0 else { return nil }
    let row = min(max(0, row), rowCount - 1)
    guard case .entry(let index) = list.row(at: row) else { return .row(position(ofRow: row)) }
    let entry = list.entries[index]
    let bytes = self.row(of: entry).cluster(nearestTo: column).map { line(of: entry, at: $0.bytes) }
    return .entry(index, key: entry.key, bytes: bytes ?? 0..<0)
  }

  package func cells(showing place: ContentPlace) -> PlaceCells? {
    switch place {
    case .text: return nil
    case .row(let position):
      guard position.block < rowCount else { return nil }
      return PlaceCells(rows: position.block..<position.block + 1, columns: 0..<1)
    case .entry(let index, let key, let bytes):
      let isThere = list.entries.indices.contains(index) && list.entries.key(at: index) == key[...]
      guard let index = isThere ? index : list.entries.firstIndex(ofKey: key) else {
        return nil
      }
      let row = list.row(ofEntry: index)
      let (entry, text) = (list.entries[index], self.row(of: list.entries[index]))
      let cluster = text.cluster(atByte: byte(of: entry, showing: bytes.lowerBound, in: text))
      return PlaceCells(rows: row..<row + 1, columns: cluster?.columns ?? 0..<1)
    }
  }

  /// The length of the sign for a part that was cut off, in bytes.
  static let cutSign = "…".utf8.count

  /// Returns the part of an entry's line that its row shows.
  ///
  /// - Returns: the bytes of the row that show the line, the bytes of the line that are shown, and by how many bytes they
  ///   are further back in the row.
  func shownPart(of entry: ListEntry) -> (shown: Int, kept: Range<Int>, shift: Int) {
    let (line, shown) = (entry.line, shownLine(of: entry))
    let (whole, count) = (line.utf8.count, shown.utf8.count)
    guard shown != line, count >= Self.cutSign else { return (count, 0..<min(whole, count), 0) }
    guard list.details == .columnBehindEnds else { return (count, 0..<count - Self.cutSign, 0) }
    let first = whole - (count - Self.cutSign)
    return (count, first..<whole, Self.cutSign - first)
  }

  /// Returns the bytes of an entry's line and detail that bytes of its row show.
  private func line(of entry: ListEntry, at bytes: Range<Int>) -> Range<Int> {
    let (shown, kept, shift) = shownPart(of: entry)
    let whole = entry.line.utf8.count
    let text = row(of: entry).text.utf8.count
    let detail = text > shown ? text - entry.detail.utf8.count : text
    if bytes.lowerBound >= detail {
      return whole + bytes.lowerBound - detail..<whole + bytes.upperBound - detail
    }
    if bytes.lowerBound >= shown {
      // Between both, the nearer one.
      let isBefore = bytes.lowerBound - shown <= detail - bytes.lowerBound
      return isBefore ? max(0, whole - 1)..<whole : whole..<whole + 1
    }
    let (first, end) = (bytes.lowerBound - shift, bytes.upperBound - shift)
    // The sign stands for the nearest byte that was cut off.
    if first < kept.lowerBound { return kept.lowerBound - 1..<kept.lowerBound }
    if first >= kept.upperBound { return kept.upperBound..<max(kept.upperBound + 1, whole) }
    return first..<end
  }

  /// Returns the byte of an entry's row that shows a byte of its line and detail.
  private func byte(of entry: ListEntry, showing byte: Int, in text: TextRow) -> Int {
    let (shown, kept, shift) = shownPart(of: entry)
    let whole = entry.line.utf8.count
    let count = text.text.utf8.count
    if byte >= whole {
      return count > shown ? count - entry.detail.utf8.count + byte - whole : max(0, shown - 1)
    }
    if byte < kept.lowerBound { return 0 }
    return byte < kept.upperBound ? byte + shift : max(0, shown - 1)
  }
}
