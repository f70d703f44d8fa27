/// The rows of a flow that are wider than its text, and how far they stand out of that.
struct WideRows {
  private struct Block {
    var rows: Range<Int>
    var columns: Int
    /// By how many columns it begins left of the text.
    var outdent: Int
  }

  private let free: (left: Int, right: Int)
  private var blocks: [Block] = []
  /// The most columns that any of them takes left of the text, and right of it.
  private(set) var left = 0
  private(set) var right = 0

  /// Beside the columns of a text.
  init(_ room: TextRoom) { free = (room.left, room.right) }

  /// None, because there is no room for any.
  init() { free = (0, 0) }

  /// The columns beside the text.
  var room: Int { free.left + free.right }

  /// The columns that a block is given which has more of its own than the text.
  func columns(for natural: Int, from narrow: Int) -> Int {
    let over = min(room, natural - narrow)
    // In the middle there are as many on either side.
    return narrow + (free.left > 0 ? over + over % 2 : over)
  }

  /// Notes the rows of a block with `columns(for:from:)`.
  mutating func add(_ rows: Range<Int>, columns: Int, from narrow: Int) {
    let over = columns - narrow
    let outdent = free.left > 0 ? over / 2 : 0
    blocks.append(Block(rows: rows, columns: columns, outdent: outdent))
    left = max(left, outdent)
    right = max(right, over - outdent)
  }

  /// Rows that begin where the widest block does, each at its place.
  ///
  /// - Parameters:
  ///   - rows: all rows of the flow.
  ///   - narrow: the columns of the text.
  /// - Returns: the rows; each ground is as wide as its block.
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
  /// Moves a row to the right; a ground takes so many columns from there.
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
  /// The columns that a block has of its own: code, a table, columns with code in them; nil for what is wrapped.
  func naturalColumns(of block: TextBlock) -> Int? {
    switch block {
    case .code(let code): naturalColumns(of: code)
    case .versions(let versions): versions.map(naturalColumns).max()
    case .table(let table): PreparedTable(table, body: body).naturalColumns
    case .columns(let columns): naturalColumns(of: columns)
    case .heading, .paragraph, .list, .preformatted, .quote, .alert, .rule, .pause, .space,
      .aligned:
      nil
    }
  }
}
