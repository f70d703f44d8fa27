/// A position in a document that is independent of the width: a leaf block and a grapheme in it.
///
/// Leaf blocks (headings, paragraphs, code blocks, preformatted lines, tables, rules, and list items without any
/// block) are numbered in reading order from 0, and so are the graphemes of a leaf's sanitised text (including line
/// feeds; lines of code and preformatted lines are joined by line feeds). A table counts the graphemes of its cells
/// row by row, the header first, plus a few for each cell, so that each line of a wrapped row has a position.
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

/// One row of a flowed document, and the position at its start.
///
/// A row that is not revealed yet in the current step is blank and keeps its place.
///
/// A blank row between two blocks, and the rule below a heading, have the position after the last grapheme of the
/// block above them, so that every row has a unique position.
package struct FlowedRow: Hashable, Sendable {
  package var row: TextRow
  package var position: TextPosition
  /// The document's text that the row shows, with its place in the row.
  package var pieces = RowPieces()
}

/// A document wrapped for one width; the positions of `rows` ascend.
///
/// A row of columns side by side has the position of the leftmost column with a row there; `row(of:)` also finds
/// positions in the other columns.
package struct FlowedText: Hashable, Sendable {
  package var rows: [FlowedRow]
  /// The columns that the document was wrapped for.
  package var room: TextWidthLimit
  /// The columns of the rows: those that text is wrapped for, or more if a block is wider.
  package var columns: Int
  /// The columns by which all rows start left of the text's own position, because a block is too wide for the columns
  /// on its right.
  package var outdent: Int
  /// The step that is shown; nil for all steps.
  package var step: Int?
  /// The rows of a slide's page above the text; nil for text that is read.
  package var top: Int?
  /// Whether verbatim lines have numbers.
  package var isNumbered = false
  /// The indices of the first rows of the lines of the last preformatted block, ascending.
  package var lineRows: [Int] = []
  /// Whether verbatim lines are wrapped.
  package var wraps: Bool
  /// The rows to keep in view in this step: those that it reveals, or its highlighted lines of code.
  ///
  /// Nil if the step has no such rows.
  package var stepRows: Range<Int>?
  /// The pictures whose blocks are in the rows; those of later steps are left out.
  package var pictures: [PlacedPicture] = []
  /// The starts of rows in columns, including the leftmost column, ascending by position; empty without columns.
  private var beside: [RowPlace]

  init(
    rows: [FlowedRow],
    room: TextWidthLimit,
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

  /// A position and the row that begins with it, possibly in one of several columns.
  struct RowPlace: Hashable, Sendable {
    var position: TextPosition
    var row: Int
  }

  /// Returns the last row that begins at or before a position, in columns the row that shows it; 0 if there is none.
  ///
  /// O(log rows).
  package func row(of position: TextPosition) -> Int {
    let row = rowAlone(of: position)
    guard let place = beside.last(where: position), rows[row].position < place.position else {
      return row
    }
    return min(place.row, rows.count - 1)
  }

  /// Returns the line that a row belongs to, from 0; 0 for rows above the first line.
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
  /// Returns the last entry at or before a position.
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
