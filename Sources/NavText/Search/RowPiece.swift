/// A stretch of a flowed row that shows a stretch of the document's text.
///
/// Where both are equally long they are the same bytes; else the one stands for the other as a
/// whole.
package struct RowPiece: Hashable, Sendable {
  /// The cell of a table; 0 in any other block.
  private let cellNumber: Int32
  /// How many leaf blocks behind the row's own one it belongs to: above 0 in columns only.
  private let blockDistance: Int32
  private let rowStart: Int32
  private let rowLength: Int32
  private let sourceStart: Int32
  private let sourceLength: Int32

  /// - Parameters:
  ///   - row: UTF-8 offsets in the row's text.
  ///   - source: UTF-8 offsets in the segment's text.
  ///   - cell: as `TextSegment.cell`.
  ///   - blocksBehind: how many leaf blocks behind the row's own one it belongs to.
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

  /// The part of the row that shows a part of the segment; nil where it shows none of that.
  package func row(showing bytes: Range<Int>) -> Range<Int>? {
    let common = bytes.clamped(to: source)
    guard !common.isEmpty else { return nil }
    guard rowLength == sourceLength else { return row }
    let shift = row.lowerBound - source.lowerBound
    return common.lowerBound + shift..<common.upperBound + shift
  }

  /// The same further to the right, in a cell.
  func shifted(by bytes: Int, cell: Int, blocksBehind: Int = 0) -> RowPiece {
    let row = self.row
    return RowPiece(
      row: row.lowerBound + bytes..<row.upperBound + bytes,
      source: source,
      cell: cell,
      blocksBehind: blocksBehind
    )
  }

  /// The same, of text that stands further behind in the segment.
  func moved(by bytes: Int) -> RowPiece {
    RowPiece(row: row, source: source.lowerBound + bytes..<source.upperBound + bytes, cell: cell)
  }

  /// The part from one byte of the segment on, counted from there, in another cell; nil where there
  /// is none.
  func part(of bytes: Range<Int>, cell: Int) -> RowPiece? {
    guard let row = self.row(showing: bytes) else { return nil }
    let common = source.clamped(to: bytes)
    return RowPiece(
      row: row,
      source: common.lowerBound - bytes.lowerBound..<common.upperBound - bytes.lowerBound,
      cell: cell
    )
  }

  /// Both as one, where the other goes on in the row and in the text where this one ends.
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

  /// In the order in which they stand in the row.
  package var all: [RowPiece] { (first.map { [$0] } ?? []) + more }

  package var isEmpty: Bool { first == nil }

  mutating func append(_ piece: RowPiece) {
    guard let last = more.last ?? first else { return first = piece }
    guard let joined = last.joined(to: piece) else { return more.append(piece) }
    if more.isEmpty { first = joined } else { more[more.count - 1] = joined }
  }
}
