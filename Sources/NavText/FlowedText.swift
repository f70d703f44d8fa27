/// A place in a document that stays the same whatever the width: a leaf block and a grapheme in it.
///
/// Leaf blocks (headings, paragraphs, code blocks, preformatted lines, tables, rules, and list items
/// without any block) are numbered in reading order from 0; the graphemes of a leaf's sanitised text
/// (line feeds, and lines of code and preformatted ones joined by line feeds, included) from 0. A table counts the graphemes of its cells row
/// by row, the header first, and some more for each cell so that a wrapped row has a place for each
/// of its lines.
package struct TextPosition: Hashable, Comparable, Sendable {
  package var block: Int
  package var grapheme: Int

  package init(block: Int, grapheme: Int) {
    self.block = block
    self.grapheme = grapheme
  }

  package static let start = TextPosition(block: 0, grapheme: 0)

  package static func < (a: TextPosition, b: TextPosition) -> Bool {
    (a.block, a.grapheme) < (b.block, b.grapheme)
  }
}

/// One row of a flowed document, and the place in the document with which it begins.
///
/// A row that is not seen in the step that is shown is blank, and stands where it will be.
///
/// A blank row between two blocks, and the rule below a heading, have the place behind the last
/// grapheme of the block above them, so that every row has a place of its own.
package struct FlowedRow: Hashable, Sendable {
  package var row: TextRow
  package var position: TextPosition
  /// Which text of the document stands where in the row.
  package var pieces: RowPieces

  package init(row: TextRow, position: TextPosition, pieces: RowPieces = RowPieces()) {
    self.row = row
    self.position = position
    self.pieces = pieces
  }
}

/// A document wrapped for one width: `rows[i].position` rises with `i`.
///
/// A row of columns beside one another has the place of the leftmost column that has a row there; what
/// stands right of it is found by `row(of:)` all the same.
package struct FlowedText: Hashable, Sendable {
  package var rows: [FlowedRow]
  /// What it was wrapped for.
  package var room: TextRoom
  /// The columns that the rows take: those that text is wrapped for, and more where a block is wider.
  package var columns: Int
  /// By how many columns the widest block begins left of the text: all other rows are indented by so many.
  package var outdent: Int
  /// The step that it shows; nil for all of them.
  package var step: Int?
  /// Whether lines that are shown as they are have numbers.
  package var isNumbered = false
  /// The rows with which the lines of the last preformatted block begin, ascending.
  package var lineRows: [Int] = []
  /// Whether lines that are shown as they are were wrapped, too.
  package var wraps: Bool
  /// What has to be in view while the step is shown: what it reveals, or the lines of code that stand out in it.
  ///
  /// Nil where the step asks for nothing.
  package var stepRows: Range<Int>?
  /// Where rows of columns begin, the leftmost ones too, ascending by place; empty without columns.
  private var beside: [RowPlace]

  init(
    rows: [FlowedRow],
    room: TextRoom,
    columns: Int,
    outdent: Int = 0,
    step: Int? = nil,
    wraps: Bool = true,
    stepRows: Range<Int>? = nil,
    beside: [RowPlace] = []
  ) {
    self.rows = rows
    self.room = room
    self.columns = columns
    self.outdent = outdent
    self.step = step
    self.wraps = wraps
    self.stepRows = stepRows
    self.beside = beside
  }

  /// A place and the row that begins with it, or has it in a column.
  struct RowPlace: Hashable, Sendable {
    var position: TextPosition
    var row: Int
  }

  /// The last row that begins at or before a place, 0 when there is none; of columns the row that shows it.
  ///
  /// O(log rows).
  package func row(of position: TextPosition) -> Int {
    let row = rowAlone(of: position)
    guard let place = beside.last(where: position), rows[row].position < place.position else {
      return row
    }
    return min(place.row, rows.count - 1)
  }

  /// The line that a row belongs to, from 0; 0 above the first one.
  ///
  /// O(log lines).
  package func line(ofRow row: Int) -> Int {
    var low = 0
    var high = lineRows.count
    while low < high {
      let middle = (low + high) / 2
      if lineRows[middle] <= row { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }

  private func rowAlone(of position: TextPosition) -> Int {
    var low = 0
    var high = rows.count
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].position <= position { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }
}

extension [FlowedText.RowPlace] {
  /// The last one at or before a place.
  fileprivate func last(where position: TextPosition) -> FlowedText.RowPlace? {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle].position <= position { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? self[low - 1] : nil
  }
}
