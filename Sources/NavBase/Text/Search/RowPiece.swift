/// The mapping of a part of a flowed row to a part of the document's text.
///
/// If both are equally long they are the same bytes; otherwise one represents the other as a
/// whole.
package struct RowPiece: Hashable, Sendable {
  /// The cell of a table; 0 in any other block.
  private let cellNumber: Int32
  /// The number of leaf blocks after the row's own one; above 0 only in columns.
  private let blockDistance: Int32
  private let rowStart: Int32
  private let rowLength: Int32
  private let sourceStart: Int32
  private let sourceLength: Int32

  /// - Parameters:
  ///   - row: UTF-8 offsets in the row's text.
  ///   - source: UTF-8 offsets in the segment's text.
  ///   - cell: as `TextSegment.cell`.
  ///   - blocksBehind: the number of leaf blocks after the row's own one.
  init(row: Range<Int>, source: Range<Int>, cell: Int = 0, blocksBehind: Int = 0) {
    cellNumber = Int32(clamping: cell)
    blockDistance = Int32(clamping: blocksBehind)
    rowStart = Int32(clamping: row.lowerBound)
    rowLength = Int32(clamping: row.count)
    sourceStart = Int32(clamping: source.lowerBound)
    sourceLength = Int32(clamping: source.count)
  }

  package var cell: Int { Int(cellNumber) }

  package var blocksBehind: Int { Int(blockDistance) }

  package var row: Range<Int> { Int(rowStart)..<Int(rowStart) + Int(rowLength) }

  package var source: Range<Int> { Int(sourceStart)..<Int(sourceStart) + Int(sourceLength) }

  /// Returns the part of the row that shows a part of the segment; nil if there is none.
  package func row(showing bytes: Range<Int>) -> Range<Int>? {
    let common = bytes.clamped(to: source)
    guard !common.isEmpty else { return nil }
    guard rowLength == sourceLength else { return row }
    let shift = row.lowerBound - source.lowerBound
    return common.lowerBound + shift..<common.upperBound + shift
  }

  /// Returns the piece shifted to the right in its row, in a cell.
  func shifted(by bytes: Int, cell: Int, blocksBehind: Int = 0) -> RowPiece {
    let row = self.row
    return RowPiece(
      row: row.lowerBound + bytes..<row.upperBound + bytes,
      source: source,
      cell: cell,
      blocksBehind: blocksBehind
    )
  }

  /// Returns the piece for text that is further back in the segment.
  func moved(by bytes: Int) -> RowPiece {
    RowPiece(row: row, source: source.lowerBound + bytes..<source.upperBound + bytes, cell: cell)
  }

  /// Returns the part for a range of the segment, relative to the range and in another cell; nil if
  /// there is none.
  func part(of bytes: Range<Int>, cell: Int) -> RowPiece? {
    guard let row = self.row(showing: bytes) else { return nil }
    let common = source.clamped(to: bytes)
    return RowPiece(
      row: row,
      source: common.lowerBound - bytes.lowerBound..<common.upperBound - bytes.lowerBound,
      cell: cell
    )
  }

  /// Returns both pieces as one if the other directly follows in the row and in the text.
  fileprivate func joined(to next: RowPiece) -> RowPiece? {
    guard rowLength == sourceLength, next.rowLength == next.sourceLength, cell == next.cell,
      blockDistance == next.blockDistance,
      row.upperBound == next.row.lowerBound, source.upperBound == next.source.lowerBound
    else { return nil }
    return RowPiece(
      row: row.lowerBound..<next.row.upperBound,
      source: source.lowerBound..<next.source.upperBound,
      cell: cell,
      blocksBehind: blocksBehind
    )
  }
}

/// The pieces of one row; most have one.
package struct RowPieces: Hashable, Sendable {
  private var first: RowPiece?
  private var more: [RowPiece] = []

  package init() {}

  init(_ pieces: RowPiece?...) {
    for piece in pieces { if let piece { append(piece) } }
  }

  /// The pieces in the order in which they appear in the row.
  package var all: [RowPiece] { (first.map { [$0] } ?? []) + more }

  package var isEmpty: Bool { first == nil }

  mutating func append(_ piece: RowPiece) {
    guard let last = more.last ?? first else { return first = piece }
    guard let joined = last.joined(to: piece) else { return more.append(piece) }
    if more.isEmpty { first = joined } else { more[more.count - 1] = joined }
  }
}
