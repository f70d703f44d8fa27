/// The rows of a flow that are wider than its text, and their overhang.
struct WideRows {
  private struct Block {
    var rows: Range<Int>
    var columns: Int
    /// The columns by which the block starts left of the text.
    var outdent: Int
  }

  private let free: (left: Int, right: Int)
  private var blocks: [Block] = []
  /// The maximum overhang of all blocks on the left and on the right, in columns.
  private(set) var left = 0
  private(set) var right = 0

  /// Allows blocks to extend into the blank columns beside a text.
  init(_ room: TextWidthLimit) { free = (room.left, room.right) }

  /// Allows no wide blocks.
  init() { free = (0, 0) }

  /// The blank columns beside the text.
  var room: Int { free.left + free.right }

  /// Returns the width for a block whose natural width exceeds that of the text.
  func columns(for natural: Int, from narrow: Int) -> Int {
    let over = min(room, natural - narrow)
    // A centred text has the same overhang on both sides.
    return narrow + (free.left > 0 ? over + over % 2 : over)
  }

  /// Records the rows of a block with a width from `columns(for:from:)`.
  mutating func add(_ rows: Range<Int>, columns: Int, from narrow: Int) {
    let over = columns - narrow
    let outdent = free.left > 0 ? over / 2 : 0
    blocks.append(Block(rows: rows, columns: columns, outdent: outdent))
    left = max(left, outdent)
    right = max(right, over - outdent)
  }

  /// Returns all rows, shifted so that the widest block begins at column 0.
  ///
  /// - Parameters:
  ///   - rows: all rows of the flow.
  ///   - narrow: the columns of the text.
  /// - Returns: the rows; each background is as wide as its block.
  func placed(_ rows: [FlowedRow], in narrow: Int) -> [FlowedRow] {
    guard !blocks.isEmpty else { return rows }
    var rows = rows
    var rest = blocks[...]
    for index in rows.indices {
      while let block = rest.first, block.rows.upperBound <= index { rest.removeFirst() }
      let block = rest.first.flatMap { $0.rows.contains(index) ? $0 : nil }
      rows[index].move(by: left - (block?.outdent ?? 0), ground: block?.columns ?? narrow)
    }
    return rows
  }
}

extension FlowedRow {
  /// Shifts a row to the right; a background covers `ground` columns from there.
  fileprivate mutating func move(by distance: Int, ground: Int) {
    guard row.fill != .plain else {
      if !row.text.isEmpty { row.indent += distance }
      return
    }
    var builder = RowBuilder()
    builder.append(self, blocksBehind: 0)
    let blanks = max(0, ground - row.windowedColumns)
    builder.appendBlanks(blanks, style: TextStyle(role: row.fill))
    pieces = builder.pieces
    row = builder.row(indent: distance, keepsGround: true)
  }
}

extension Flow {
  /// Returns the natural width of a block: code, a table, columns with code in them; nil for a wrapped block.
  func naturalColumns(of block: TextBlock) -> Int? {
    switch block {
    case .code(let code): naturalColumns(of: code)
    case .versions(let versions): versions.map(naturalColumns).max()
    case .table(let table): PreparedTable(table, body: context.body).naturalColumns
    case .columns(let columns): naturalColumns(of: columns)
    case .heading, .paragraph, .list, .preformatted, .quote, .alert, .rule, .pause, .space,
      .aligned:
      nil
    }
  }
}
