extension Flow {
  /// Adds a table as a grid, or as records if the columns would cut words: each cell on lines of
  /// its own after its header.
  ///
  /// Positions count the graphemes of the cells row by row, independently of the width.
  mutating func addTable(_ table: TextTable) {
    beginLeaf()
    guard !table.alignments.isEmpty else { return }
    let table = PreparedTable(table, body: context.body)
    let natural = table.widths { $0.naturalWidth }
    let layouts = Self.keptWords.lazy.compactMap { [room] limit in
      TableLayout(
        natural: natural,
        words: table.widths { longestWord(of: $0.text, keepingUpTo: limit) },
        available: room
      )
    }
    if let layout = layouts.first {
      addGrid(table, layout: layout)
    } else {
      addRecords(table)
    }
  }

  /// The widths up to which a table's words stay whole, from the most desirable one.
  private static let keptWords = [40, 20, 10, 0]

  // MARK: In columns

  private mutating func addGrid(_ table: PreparedTable, layout: TableLayout) {
    // A table without any header text gets no header rows.
    guard table.hasHeader else { return addGridRows(table, layout: layout) }
    addGridRow(table.header, from: 0, table: table, layout: layout, above: 0)
    passGraphemes(to: table.headerWeight - 1)
    addGridRule(layout)
    addGridRows(table, layout: layout)
  }

  private mutating func addGridRule(_ layout: TableLayout) {
    var rule = RowBuilder()
    rule.append(
      layout.widths.map { String(repeating: "─", count: $0) }.joined(separator: "─┼─"),
      style: TextStyle(role: .tableRule)
    )
    emit(rule)
  }

  private mutating func addGridRows(_ table: PreparedTable, layout: TableLayout) {
    var above = table.headerWeight
    // Rows of several lines are told apart by rules.
    let hasRules = table.rows.contains { row in
      zip(row, layout.widths).contains { $0.needsLines(inColumns: $1) }
    }
    for (index, row) in table.rows.enumerated() where !output.isFull {
      let first = (index + 1) * row.count
      if hasRules, index > 0 {
        passGraphemes(to: above - 1)
        addGridRule(layout)
      }
      addGridRow(row, from: first, table: table, layout: layout, above: above)
      above += table.weight(of: row)
    }
    passGraphemes(to: above)
  }

  /// Adds the lines of one row; `first` is the number of its first cell (`TextSegment.cell`).
  private mutating func addGridRow(
    _ cells: [StyledText],
    from first: Int,
    table: PreparedTable,
    layout: TableLayout,
    above: Int
  ) {
    let lines = zip(cells, layout.widths).map { cell, width in
      var reader = LineReader(cell, columns: width, keepsWords: true)
      var lines: [LineReader.Line] = []
      while let line = reader.next() { lines.append(line) }
      return lines
    }
    for index in 0..<max(1, lines.map(\.count).max() ?? 0) where !output.isFull {
      var builder = RowBuilder()
      for (column, width) in layout.widths.enumerated() {
        if column > 0 { builder.append(" │ ", style: TextStyle(role: .tableRule)) }
        let line = index < lines[column].count ? lines[column][index] : nil
        let blanks = width - (line?.columns ?? 0)
        let before = table.alignments[column].blanksBefore(of: blanks)
        builder.appendBlanks(before)
        if let line { builder.append(line, cell: first + column) }
        builder.appendBlanks(blanks - before)
      }
      emit(builder, grapheme: above + index)
    }
  }

  // MARK: As records

  private mutating func addRecords(_ table: PreparedTable) {
    var above = table.headerWeight
    if table.rows.isEmpty {
      for (column, header) in table.header.enumerated() where !output.isFull {
        addLines(of: header, cell: column)
      }
    }
    for (index, row) in table.rows.enumerated() where !output.isFull {
      if index > 0 { requestBlank() }
      passGraphemes(to: above)
      for (column, cell) in row.enumerated() where !output.isFull {
        let header = table.header[column]
        var text = header
        if !header.isEmpty {
          text.append(":", style: header.runs.last?.style ?? .plain)
          text.append(" ")
        }
        let end = text.text.utf8.count
        text.append(cell)
        addRecordLines(of: text, isFirst: column == 0) { piece in
          RowPieces(
            piece.part(of: 0..<header.text.utf8.count, cell: column),
            piece.part(of: end..<text.text.utf8.count, cell: (index + 1) * row.count + column)
          )
        }
      }
      above += table.weight(of: row)
    }
    passGraphemes(to: above)
  }

  /// The columns by which the lines of a record after its first one are indented, unless there is little room.
  private static let recordIndent = 2

  private mutating func addRecordLines(
    of text: StyledText,
    isFirst: Bool,
    part: (RowPiece) -> RowPieces
  ) {
    let indent = room < 10 * Self.recordIndent ? 0 : Self.recordIndent
    var reader = LineReader(text, columns: room - indent, keepsWords: true)
    var blanks = isFirst ? 0 : indent
    while !output.isFull, let line = reader.next() {
      var builder = RowBuilder()
      builder.appendBlanks(blanks)
      builder.append(line, part: part)
      emit(builder)
      blanks = indent
    }
  }
}

/// A table normalised for display: every row has one cell for each column, and the header is
/// styled.
struct PreparedTable {
  let alignments: [TextTable.Alignment]
  let header: [StyledText]
  let rows: [[StyledText]]
  private let headerGraphemes: [Int]

  init(_ table: TextTable, body: TextStyle) {
    let count = table.alignments.count
    let style = TextStyle(role: .tableHeader, attributes: .bold)
    alignments = table.alignments
    header = table.header.filled(to: count).map { $0.sanitized().styled(as: style) }
    rows = table.rows.map { row in
      row.filled(to: count).map { $0.sanitized().styled(as: body) }
    }
    headerGraphemes = header.map { graphemeCount(of: $0.text) }
  }

  /// Whether any column has a header, or the table has no rows.
  var hasHeader: Bool { rows.isEmpty || header.contains { !$0.isEmpty } }

  /// Returns for each column the maximum of a measure of its cells.
  func widths(of width: (StyledText) -> Int) -> [Int] {
    var widths = header.map(width)
    for row in rows {
      for (column, cell) in row.enumerated() { widths[column] = max(widths[column], width(cell)) }
    }
    return widths
  }

  /// The width at which no cell is wrapped.
  var naturalColumns: Int {
    let gaps = TableLayout.separatorColumns * max(0, alignments.count - 1)
    return widths { $0.naturalWidth }.reduce(gaps, +)
  }

  /// The number of positions that the header takes: its graphemes, plus a reserve for additional
  /// rows at a narrow width.
  var headerWeight: Int { headerGraphemes.reduce(0) { $0 + $1 + 2 } }

  /// Returns the number of positions that a row takes, enough for both the grid and the records.
  func weight(of row: [StyledText]) -> Int {
    zip(row, headerGraphemes).reduce(0) { $0 + graphemeCount(of: $1.0.text) + $1.1 + 3 }
  }
}

extension [StyledText] {
  fileprivate func filled(to count: Int) -> [StyledText] {
    Array(prefix(count)) + Array(repeating: StyledText(), count: Swift.max(0, count - self.count))
  }
}

extension StyledText {
  /// The width of the widest line as broken by the author.
  var naturalWidth: Int {
    guard text.utf8.contains(0x0A) else { return columnWidth(of: text) }
    return text.split(separator: "\n").map { columnWidth(of: $0) }.max() ?? 0
  }

  /// Whether the text takes more than one line.
  fileprivate func needsLines(inColumns columns: Int) -> Bool {
    naturalWidth > columns || text.utf8.contains(0x0A)
  }
}

extension TextTable.Alignment {
  func blanksBefore(of blanks: Int) -> Int {
    switch self {
    case .left: 0
    case .center: blanks / 2
    case .right: blanks
    }
  }
}

/// Returns the number of grapheme clusters in a text; ASCII is counted by bytes.
package func graphemeCount(of text: String) -> Int {
  text.utf8.allSatisfy { $0 < 0x80 } ? text.utf8.count : text.count
}

/// The widths of a table's columns for one available width.
struct TableLayout: Hashable {
  /// The width of the separator between two columns: ` │ `.
  static let separatorColumns = 3
  /// The minimum width of a shrunk column; a table that needs less is not shown as a grid.
  static let minimumColumns = 3

  /// The width of each column in terminal columns, each at least 1.
  var widths: [Int]

  /// Gives every column its natural width; if the sum is too large, shrinks the widest columns first, but none below
  /// its longest word.
  ///
  /// Fails if a column would be narrower than both its content and `minimumColumns`, or would cut a word.
  ///
  /// - Parameters:
  ///   - natural: the width of each column's widest cell.
  ///   - words: the width of each column's longest word.
  ///   - available: the width of the whole table.
  init?(natural: [Int], words: [Int], available: Int) {
    let natural = natural.map { max(1, $0) }
    let least = zip(natural, words).map { min($0, max(Self.minimumColumns, $1)) }
    let room = available - Self.separatorColumns * (natural.count - 1)
    guard least.reduce(0, +) <= room else { return nil }
    func widths(upTo limit: Int) -> [Int] {
      zip(natural, least).map { max($1, min($0, limit)) }
    }
    // Searches for the largest limit for all columns at which the table fits.
    var (low, high) = (0, max(room, natural.max() ?? 0))
    while low < high {
      let middle = (low + high + 1) / 2
      if widths(upTo: middle).reduce(0, +) <= room { low = middle } else { high = middle - 1 }
    }
    self.widths = widths(upTo: low)
    var left = room - self.widths.reduce(0, +)
    // Distributes the remaining columns to the widest ones, one each.
    let descending = natural.indices.sorted { (natural[$0], $0) > (natural[$1], $1) }
    for column in descending where left > 0 && self.widths[column] < natural[column] {
      // A column that is wider because of its longest word gets none.
      guard self.widths[column] <= low else { continue }
      self.widths[column] += 1
      left -= 1
    }
  }
}
