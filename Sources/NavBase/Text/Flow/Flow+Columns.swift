extension Flow {
  /// The minimum width of a column; if any would be narrower, the columns follow one another.
  private static let leastColumnWidth = 20
  /// Blank columns between two columns.
  private static let columnGap = 3

  /// Adds columns side by side, or below one another if they would be too narrow.
  mutating func addColumns(_ columns: [TextColumn]) {
    let columns = Array(columns.prefix(TextColumn.countLimit))
    let plan = ColumnSteps(columns, from: steps)
    guard let widths = widths(of: columns), columns.count > 1 else {
      for (index, parts) in plan.parts.enumerated() where !output.isFull {
        if index > 0 { requestBlank(options.leading) }
        add(parts)
      }
      steps = plan.end
      return
    }
    // A pending blank row belongs to the content above.
    beginLeaf()
    emitPendingBlank()
    var flows: [Flow] = []
    for (parts, width) in zip(plan.parts, widths) {
      var flow = Flow(column: width, of: flows.last ?? self)
      if flows.isEmpty { flow.stepBackLeaf(behind: output.rows.last?.position) }
      flow.add(parts)
      flows.append(flow)
    }
    emit(flows)
    steps = plan.end
  }

  /// Adds the parts of one column.
  private mutating func add(_ parts: [ColumnSteps.Part]) {
    for (index, part) in parts.enumerated() where !output.isFull {
      if index > 0, !ColumnSteps.goesOn(part, behind: parts[index - 1]) {
        requestBlank(options.leading)
      }
      steps = part.start
      add(Array(part.blocks))
    }
  }

  /// Returns the columns' widths by weight, from the left; nil if one would be too narrow.
  private func widths(of columns: [TextColumn]) -> [Int]? {
    let room = room - Self.columnGap * (columns.count - 1)
    let weights = columns.map(\.weight)
    var left = (columns: room, weight: weights.reduce(0, +))
    var widths: [Int] = []
    for (column, weight) in zip(columns, weights) {
      let width = left.columns * weight / max(1, left.weight)
      // A column without content may be narrow: it only takes space from the others.
      let isEmpty = column.blocks.allSatisfy { $0 == .pause }
      guard width >= (isEmpty ? 1 : Self.leastColumnWidth) else { return nil }
      widths.append(width)
      left = (left.columns - width, left.weight - weight)
    }
    return widths
  }

  /// Returns the total width of columns at which no code is cut; 0 without code, or if they are not side by side.
  func naturalColumns(of columns: [TextColumn]) -> Int {
    let columns = Array(columns.prefix(TextColumn.countLimit))
    guard columns.count > 1, widths(of: columns) != nil else { return 0 }
    let weights = columns.reduce(0) { $0 + $1.weight }
    let widest = columns.reduce(0) { widest, column in
      let code = column.blocks.reduce(0) { widest, block in
        switch block {
        case .code, .versions: max(widest, naturalColumns(of: block) ?? 0)
        default: widest
        }
      }
      // Rounded up, because each column's width is rounded down.
      return max(widest, ((code + 1) * weights + column.weight - 1) / max(1, column.weight))
    }
    return widest == 0 ? 0 : widest + Self.columnGap * (columns.count - 1)
  }

  private mutating func emit(_ flows: [Flow]) {
    let first = output.rows.count
    var start = margin.columns
    for flow in flows {
      output.pictures += flow.output.pictures.map { $0.offset(rows: first, columns: start) }
      start += flow.columns + Self.columnGap
    }
    for index in 0..<(flows.map(\.output.rows.count).max() ?? 0) where !output.isFull {
      guard let leading = flows.first(where: { index < $0.output.rows.count }) else { return }
      let position = leading.output.rows[index].position
      var builder = RowBuilder()
      var used = 0
      var start = 0
      for flow in flows {
        defer { start += flow.columns + Self.columnGap }
        guard index < flow.output.rows.count else { continue }
        let row = flow.output.rows[index]
        builder.appendBlanks(start - used)
        builder.append(row, blocksBehind: row.position.block - position.block)
        used = start + row.row.windowedColumns
        if row.row.fill != .plain {
          let blanks = max(0, start + flow.columns - used)
          builder.appendBlanks(blanks, style: TextStyle(role: row.row.fill))
          used += blanks
        }
      }
      emit(columns: builder, at: position, isSeen: flows.contains { index < $0.output.seenRows })
    }
    var beside: [FlowedText.RowPlace] = []
    for flow in flows {
      let own = flow.output.rows.enumerated().map {
        FlowedText.RowPlace(position: $0.element.position, row: $0.offset)
      }
      for place in own + flow.output.places where first + place.row < output.rows.count {
        beside.append(FlowedText.RowPlace(position: place.position, row: first + place.row))
      }
    }
    // All of them lie after those of the columns above.
    output.places += beside.sorted { $0.position < $1.position }
    for flow in flows { output.stepRows.add(flow.output.stepRows, below: first) }
    guard let last = flows.last else { return }
    let lowest = flows.max { $0.output.rows.count < $1.output.rows.count } ?? last
    goOn(behind: last, endOfLastRow: lowest.endOfLastRow)
  }
}
