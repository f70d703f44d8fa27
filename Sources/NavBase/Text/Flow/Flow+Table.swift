extension Flow {
  /// Adds a table as a grid, or as records if the columns would cut words: each cell on lines of
  /// its own after its header.
  ///
  /// Positions count the graphemes of the cells row by row, independently of the width.
  mutating func addTable(_ table: TextTable) {
    beginLeaf()
    guard !table.alignments.isEmpty else { return }
    let table = PreparedTable(table, body: context.body)
    if let layout = TableLayout(
      natural: table.widths { $0.naturalWidth },
      words: table.widths { longestWord(of: $0.text) },
      available: room
    ) {
      addGrid(table, layout: layout)
    } else {
      addRecords(table)
    }
  }

  // MARK: In columns

  private mutating func addGrid(_ table: PreparedTable, layout: TableLayout) {
    // A table without any header text gets no header rows.
    guard table.hasHeader else { return addGridRows(table, layout: layout) }
    addGridRow(table.header, from: 0, table: table, layout: layout, above: 0)
    passGraphemes(to: table.headerWeight - 1)
    var rule = RowBuilder()
    rule.append(
      layout.widths.map { String(repeating: "─", count: $0) }.joined(separator: "─┼─"),
      style: TextStyle(role: .tableRule)
    )
    emit(rule)
    addGridRows(table, layout: layout)
  }

  private mutating func addGridRows(_ table: PreparedTable, layout: TableLayout) {
    var above = table.headerWeight
    for (index, row) in table.rows.enumerated() where !output.isFull {
      let first = (index + 1) * row.count
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
      var reader = LineReader(cell, columns: width)
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
        addRecordLines(of: text) { piece in
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

  private mutating func addRecordLines(
    of text: StyledText,
    part: (RowPiece) -> RowPieces
  ) {
    var reader = LineReader(text, columns: room)
    while !output.isFull, let line = reader.next() {
      var builder = RowBuilder()
      builder.append(line, part: part)
      emit(builder)
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
func graphemeCount(of text: String) -> Int {
  text.utf8.allSatisfy { $0 < 0x80 } ? text.utf8.count : text.count
}
