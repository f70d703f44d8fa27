extension Flow {
  mutating func beginLeaf() {
    if output.rows.last?.position.block == leaf.index { leaf.lastEnd = leaf.graphemesAbove }
    leaf.index += 1
    leaf.graphemesAbove = 0
  }

  /// Sets the minimum number of the leaf's graphemes above the next row.
  mutating func passGraphemes(to count: Int) {
    leaf.graphemesAbove = max(leaf.graphemesAbove, count)
  }

  /// Requests blank rows before the next row, with at most the current margin depth.
  mutating func requestBlank(_ rows: Int = 1) {
    guard rows > 0 else { return }
    let pending = pendingBlank ?? (rows, margin.depth)
    pendingBlank = (max(pending.rows, rows), min(pending.depth, margin.depth))
  }

  /// Returns the blank rows between two blocks or entries at a depth of lists and quotes: the fewer, the deeper.
  func leading(atDepth depth: Int, least: Int) -> Int { max(least, options.leading - depth) }

  /// Adds a row after the margin, at `grapheme` graphemes into the leaf or the next free position after the rows above.
  mutating func emit(_ content: RowBuilder, grapheme: Int = 0, fill: TextRole = .plain) {
    emitPendingBlank()
    // A marker on a row of its own may precede the first leaf.
    let block = max(leaf.index, 0)
    passGraphemes(to: grapheme)
    if let last = output.rows.last, last.position.block == block {
      passGraphemes(to: last.position.grapheme + 1)
    }
    let lead = margin.lead()
    var row = lead.start
    row.append(content)
    let pieces = row.pieces
    append(
      row.row(indent: lead.indent, fill: fill),
      at: TextPosition(block: block, grapheme: leaf.graphemesAbove),
      pieces
    )
  }

  mutating func emitPendingBlank() {
    guard let (rows, depth) = pendingBlank else { return }
    pendingBlank = nil
    guard let last = output.rows.last?.position else { return }
    // The blank rows take the position of the end of the block above, so that they never split that block.
    let isInsideLeaf = last.block == leaf.index
    let end = isInsideLeaf ? last.grapheme + 1 : max(last.grapheme + 1, leaf.lastEnd)
    let lead = margin.blankLead(depth: depth)
    for row in 0..<rows {
      append(
        lead.start.row(indent: lead.indent),
        at: TextPosition(block: last.block, grapheme: end + row)
      )
    }
  }

  private mutating func append(
    _ row: TextRow,
    at position: TextPosition,
    _ pieces: RowPieces = RowPieces()
  ) {
    guard output.rows.count < options.rowLimit else {
      output.isFull = true
      return
    }
    guard !isHidden else {
      return output.rows.append(FlowedRow(row: TextRow(), position: position))
    }
    output.rows.append(FlowedRow(row: sharingRuns(row), position: position, pieces: pieces))
    output.seenRows = output.rows.count
    // Blank rows above it may be scrolled out of view.
    if options.step != nil, !row.text.isEmpty {
      output.stepRows.add(revealed: output.seenRows - 1..<output.seenRows, in: steps.visibleFrom)
    }
  }

  /// Returns a row that has no memory of its own for styles which a row above has, too, such as those of a list's marker.
  private mutating func sharingRuns(_ row: TextRow) -> TextRow {
    var row = row
    if row.runs.isEmpty {
      row.runs = []
    } else if row.runs == output.runs {
      row.runs = output.runs
    } else {
      output.runs = row.runs
    }
    return row
  }

  /// Adds a row composed from columns.
  ///
  /// - Parameters:
  ///   - content: the row without the margin.
  ///   - position: the position in the leftmost column that has a row here.
  ///   - isSeen: whether any column shows a row in this step.
  mutating func emit(columns content: RowBuilder, at position: TextPosition, isSeen: Bool) {
    guard output.rows.count < options.rowLimit else { return output.isFull = true }
    let lead = margin.lead()
    var row = lead.start
    row.append(content)
    guard isSeen else { return output.rows.append(FlowedRow(row: TextRow(), position: position)) }
    let pieces = row.pieces
    output.rows.append(
      FlowedRow(
        row: row.row(indent: lead.indent, keepsGround: true),
        position: position,
        pieces: pieces
      )
    )
    output.seenRows = output.rows.count
  }

  /// Continues after columns.
  ///
  /// - Parameters:
  ///   - flow: the flow of the last column.
  ///   - end: the number of graphemes in the leaf of the last row.
  mutating func goOn(behind flow: Flow, endOfLastRow end: Int) {
    leaf.index = flow.leaf.index
    steps = flow.steps
    leaf.lastEnd = max(leaf.lastEnd, end)
    leaf.graphemesAbove = leaf.lastEnd
  }
}
