// Both directions between cells of a flowed text and places in its document.

extension FlowedText {
  /// Returns the place of the character that is nearest to a column of a row; for a row without text of the document, the
  /// row.
  ///
  /// O(row).
  ///
  /// - Parameters:
  ///   - row: the index of the row.
  ///   - column: the column; windows count as wide as their texts.
  /// - Returns: the place.
  package func place(atRow row: Int, column: Int) -> ContentPlace {
    let flowed = rows[row]
    guard let pointed = flowed.row.cluster(nearestTo: column),
      let piece = flowed.piece(nearestTo: pointed.bytes.lowerBound)
    else { return .row(flowed.position) }
    let byte =
      piece.shown.contains(pointed.bytes.lowerBound)
      ? pointed.bytes.lowerBound
      : pointed.bytes.lowerBound < piece.shown.lowerBound
        ? piece.shown.lowerBound : piece.shown.upperBound - 1
    let cluster = flowed.row.cluster(atByte: byte)?.bytes ?? byte..<byte + 1
    let block = flowed.position.block + piece.piece.blocksBehind
    // A column beside the leftmost one is looked for from the start of its block.
    let start =
      piece.piece.blocksBehind == 0 && piece.piece.cell == 0
      ? flowed.position : TextPosition(block: block, grapheme: 0)
    return .text(
      start: start,
      cell: piece.piece.cell,
      bytes: piece.piece.source(shownBy: cluster)
    )
  }

  /// Returns the cells that show a part of the document; nil if it is not shown, as in a hidden step.
  ///
  /// A blank that was left out at the end of a row is shown by the last character of that row.
  ///
  /// - Parameters:
  ///   - bytes: the part, as in `ContentPlace.text`; not empty.
  ///   - cell: the cell of a table; 0 in any other block.
  ///   - start: a position in the block at or before the part.
  /// - Returns: the cells.
  package func cells(
    showing bytes: Range<Int>,
    ofCell cell: Int,
    from start: TextPosition
  )
    -> PlaceCells?
  {
    let block = TextPosition(block: start.block, grapheme: 0)
    guard
      let rows = rows(showing: bytes, cell, from: start)
        ?? (start == block ? nil : rows(showing: bytes, cell, from: block))
    else { return nil }
    let flowed = self.rows[rows.lowerBound]
    var last: RowPiece?
    var byte: Int?
    for piece in flowed.pieces.all where flowed.shows(piece, block: start.block, cell: cell) {
      if let shown = piece.row(showing: bytes) {
        byte = shown.lowerBound
        break
      }
      if piece.source.lowerBound < bytes.lowerBound { last = piece }
    }
    guard let place = byte ?? last.map({ $0.row.upperBound - 1 }),
      let cluster = flowed.row.cluster(atByte: place)
    else { return nil }
    return PlaceCells(rows: rows, columns: cluster.columns)
  }

  /// Returns the rows that show any of the bytes, or the row before the place where they were left out; nil if there are
  /// none from a position on.
  private func rows(showing bytes: Range<Int>, _ cell: Int, from start: TextPosition) -> Range<Int>?
  {
    var found: Range<Int>?
    var before: Int?
    var index = row(of: start)
    var isPast = false
    while !isPast, index < rows.count, rows[index].position.block <= start.block {
      for piece in rows[index].pieces.all
      where rows[index].shows(piece, block: start.block, cell: cell) {
        if piece.source.overlaps(bytes) {
          found = (found?.lowerBound ?? index)..<index + 1
        } else if piece.source.lowerBound >= bytes.upperBound {
          isPast = true
        } else {
          before = index
        }
      }
      index += 1
    }
    return found ?? before.map { $0..<$0 + 1 }
  }
}

extension FlowedRow {
  fileprivate func shows(_ piece: RowPiece, block: Int, cell: Int) -> Bool {
    piece.cell == cell && position.block + piece.blocksBehind == block
  }

  /// Returns the piece of the document that is nearest to a byte of the row's text, and the part of the text that shows
  /// it; nil if the row shows nothing of the document.
  fileprivate func piece(nearestTo byte: Int) -> (piece: RowPiece, shown: Range<Int>)? {
    var nearest: (piece: RowPiece, shown: Range<Int>)?
    var least = Int.max
    let text = 0..<row.text.utf8.count
    for piece in pieces.all {
      // Blanks at the end of a row are not kept.
      let shown = piece.row.clamped(to: text)
      guard !shown.isEmpty else { continue }
      let distance = max(0, shown.lowerBound - byte, byte - shown.upperBound + 1)
      guard distance < least else { continue }
      (nearest, least) = ((piece, shown), distance)
    }
    return nearest
  }
}

extension RowPiece {
  /// Returns the part of the segment that a part of the row shows.
  fileprivate func source(shownBy bytes: Range<Int>) -> Range<Int> {
    let common = bytes.clamped(to: row)
    guard row.count == source.count, !common.isEmpty else { return source }
    let shift = source.lowerBound - row.lowerBound
    return common.lowerBound + shift..<common.upperBound + shift
  }
}

/// A place in a page's content that is the same in every layout: some of its text, or a row without text.
package enum ContentPlace: Hashable, Sendable {
  /// Bytes of a leaf block's text, or of a table's cell.
  ///
  /// `start` is a position in that block at or before the bytes, from which a layout looks for them; `cell` and `bytes` are
  /// those of a `TextSegment`.
  case text(start: TextPosition, cell: Int, bytes: Range<Int>)
  /// Bytes of the line of a list's entry and the detail behind it.
  ///
  /// The key identifies the entry where it has another number by now.
  case entry(Int, key: [UInt8], bytes: Range<Int>)
  /// The row without text of the content that begins at a position, such as a rule.
  case row(TextPosition)
}

/// The cells of a page that show a place, counted from row 0 and from the first column of the content.
package struct PlaceCells: Hashable, Sendable {
  /// The rows that show any of it.
  package var rows: Range<Int>
  /// The columns of its first character, in the first of these rows; windows count as wide as their texts.
  package var columns: Range<Int>

  package init(rows: Range<Int>, columns: Range<Int>) {
    self.rows = rows
    self.columns = columns
  }
}
