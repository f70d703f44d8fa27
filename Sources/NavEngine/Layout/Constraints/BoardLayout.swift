package import NavBase
import NavScene

/// The layout of a board in a frame: its boxes, positioned by the constraints at this width and painted into rows
/// (MA-7).
///
/// A row's position is a row of a box: block n is the n-th box, counted from 1, and the grapheme is the row in it; rows
/// after a box are counted from `behind`. Block 0 is the page. So a scroll anchor at a box is valid at every width.
package struct BoardLayout: PageBody {
  package let frame: CellSize
  package let content: CellRect
  private let frames: [CellRect]
  /// The drawn boxes, from their first row on.
  private let drawn: [DrawnBox]

  /// The largest number of rows of a board; further rows are cut off.
  package static let mostRows = 20_000
  /// The number from which the rows after a box are counted.
  static let behind = 1 << 32

  /// - Parameters:
  ///   - board: the boxes and constraints.
  ///   - frame: the page's size.
  ///   - header: the number of the frame's rows that hold the title.
  ///   - columns: the width available to rows, from the left; some columns stay blank at the sides if the width allows
  ///     it.
  ///   - hasEdge: whether the page may draw an edge in its first column.
  package init(
    _ board: BoardContent,
    frame: CellSize,
    header: Int,
    columns: Int,
    hasEdge: Bool = false
  ) {
    self.frame = frame
    let margin = ReadingMargin.ofText(inRoom: columns, hasEdge: hasEdge)
    let air = ReadingMargin.air(besides: margin, inRoom: columns, hasEdge: hasEdge)
    let width = max(1, columns - 2 * margin - air)
    var rows = 0
    var frames: [CellRect] = []
    if var plan = try? BoardPlan(board) {
      plan.layOut(columns: width, rows: max(1, frame.rows - header))
      rows = plan.rows
      frames = plan.frames
    }
    self.frames = frames
    let height = min(max(0, rows), Self.mostRows)
    drawn = zip(board.boxes, frames).map { box, frame in
      // A box is drawn no wider than can be visible on the page.
      let columns = min(frame.width, 2 * width + 4)
      return box.drawn(columns: columns, rows: min(frame.height, max(0, height - frame.y)))
    }
    content = CellRect(x: margin, y: header, width: width, height: height)
  }

  package var rowCount: Int { content.height }

  package func rows(_ range: Range<Int>) -> [TextRow] { range.map(row) }

  private func row(_ index: Int) -> TextRow {
    var cells = BoardCells(columns: content.width)
    for (box, frame) in frames.enumerated() where frame.y <= index && index < frame.maxY {
      cells.paint(drawn[box][index - frame.y], at: frame.x, columns: frame.width)
    }
    return cells.row
  }

  // MARK: Positions

  package func row(of position: TextPosition) -> Int {
    let row: Int
    if position.block > 0, position.block <= frames.count {
      let frame = frames[position.block - 1]
      row =
        position.grapheme >= Self.behind
        ? frame.maxY + min(position.grapheme - Self.behind, Self.mostRows)
        : frame.y + min(position.grapheme, max(0, frame.height - 1))
    } else {
      row = position.block > 0 ? rowCount : min(position.grapheme, Self.mostRows)
    }
    return max(0, min(row, rowCount - 1))
  }

  package func position(ofRow row: Int) -> TextPosition {
    if let box = frames.firstIndex(where: { $0.y <= row && row < $0.maxY }) {
      return TextPosition(block: box + 1, grapheme: row - frames[box].y)
    }
    let above = frames.indices.filter { frames[$0].maxY <= row && !frames[$0].isEmpty }
      .max { (frames[$0].maxY, $1) < (frames[$1].maxY, $0) }
    guard let above else { return TextPosition(block: 0, grapheme: row) }
    return TextPosition(block: above + 1, grapheme: Self.behind + row - frames[above].maxY)
  }

  package var endAnchor: ScrollAnchor { .end(ofBlock: 0) }
}

/// The rectangles of a plan, in cells.
extension BoardPlan {
  /// The number of rows of the page.
  var rows: Int { cells(of: page).maxY }

  /// The frames of the boxes on the page.
  var frames: [CellRect] { boxes.map(cells) }

  private func cells(of view: ConstraintViewID) -> CellRect {
    guard let cells = try? layout.cells(of: view, in: scroll) else { return .zero }
    // Larger coordinates are clamped, like all coordinates of a scene.
    let most = Limits.coordinate / 2
    return CellRect(
      x: min(max(cells.x, -most), most),
      y: min(max(cells.y, -most), most),
      width: min(cells.width, most),
      height: min(cells.height, most)
    )
  }
}
