/// The rows of a flow that are wider than its text, and their overhang.
struct WideRows {
  private struct Block {
    var rows: Range<Int>
    var columns: Int
  }

  private let free: (left: Int, right: Int)
  private var blocks: [Block] = []
  /// The maximum overhang of all blocks in columns: on the right, and on the left what does not fit there.
  private(set) var left = 0
  private(set) var right = 0

  /// Allows blocks to extend into the blank columns beside a text.
  init(_ room: TextWidthLimit) { free = (room.left, room.right) }

  /// Allows no wide blocks.
  init() { free = (0, 0) }

  /// The blank columns beside the text.
  var room: Int { free.left + free.right }

  /// Returns the width for a block whose natural width exceeds that of the text.
  func columns(for natural: Int, from narrow: Int) -> Int { narrow + min(room, natural - narrow) }

  /// Records the rows of a block with a width from `columns(for:from:)`.
  mutating func add(_ rows: Range<Int>, columns: Int, from narrow: Int) {
    let over = columns - narrow
    blocks.append(Block(rows: rows, columns: columns))
    left = max(left, over - free.right)
    right = max(right, min(over, free.right))
  }

  /// Returns all rows; each background is as wide as its block.
  ///
  /// - Parameters:
  ///   - rows: all rows of the flow.
  ///   - narrow: the columns of the text.
  func placed(_ rows: [FlowedRow], in narrow: Int) -> [FlowedRow] {
    guard !blocks.isEmpty else { return rows }
    var rows = rows
    var rest = blocks[...]
    for index in rows.indices where rows[index].row.fill != .plain {
      while let block = rest.first, block.rows.upperBound <= index { rest.removeFirst() }
      let block = rest.first.flatMap { $0.rows.contains(index) ? $0 : nil }
      rows[index].extendGround(to: block?.columns ?? narrow)
    }
    return rows
  }
}

extension FlowedRow {
  /// Extends the background of a row to a width.
  fileprivate mutating func extendGround(to columns: Int) {
    var builder = RowBuilder()
    builder.append(self, blocksBehind: 0)
    let blanks = max(0, columns - row.windowedColumns)
    builder.appendBlanks(blanks, style: TextStyle(role: row.fill))
    pieces = builder.pieces
    row = builder.row(indent: 0, keepsGround: true)
  }
}

extension Flow {
  /// Returns the natural width of a block: code, a table, a picture, columns with code in them; nil for a wrapped block.
  func naturalColumns(of block: TextBlock) -> Int? {
    switch block {
    case .code(let code): naturalColumns(of: code)
    case .versions(let versions): versions.map(naturalColumns).max()
    case .table(let table): PreparedTable(table, body: context.body).naturalColumns
    case .columns(let columns): naturalColumns(of: columns)
    case .picture(let picture):
      if case .percent = picture.width {
        nil
      } else {
        picture.cells(inColumns: columns + wide.room, rows: options.pictureRows)?.columns
      }
    case .heading, .paragraph, .list, .preformatted, .quote, .alert, .rule, .pause, .space,
      .aligned:
      nil
    }
  }
}
