extension Flow {
  /// Adds versions of code: each step shows one of them, in as many rows as the tallest needs; if all steps are shown,
  /// the versions follow one another.
  mutating func addVersions(_ versions: [TextCode]) {
    guard let step = options.step else {
      for (index, code) in versions.enumerated() {
        if index > 0 { requestBlank() }
        addCode(code)
      }
      return
    }
    let before = steps.pass(turns: versions.reduce(0) { $0 + $1.turnCount })
    var turn = max(0, step - before)
    var (shown, begun) = (0, before)
    while shown < versions.count - 1, turn >= versions[shown].turnCount {
      turn -= versions[shown].turnCount
      begun += versions[shown].turnCount
      shown += 1
    }
    emitPendingBlank()
    let height = versions.map { rowCount(of: $0) }.max() ?? 0
    for (index, code) in versions.enumerated() {
      guard index == shown else {
        beginLeaf()
        continue
      }
      let first = output.rows.count
      let focus = code.focus
      let at = min(turn, code.turnCount - 1)
      let since = begun + at == before ? steps.visibleFrom : begun + at
      let lines = focus.isEmpty ? nil : focus[at]
      addCode(code, focus: VerbatimFormat.CodeFocus(lines: lines, step: since))
      if focus.isEmpty, since > steps.visibleFrom {
        output.stepRows.add(focused: first..<output.rows.count, in: since)
      }
      while output.rows.count < first + height, !output.isFull {
        emit(RowBuilder(), fill: .codeBlock)
      }
    }
  }

  private func rowCount(of code: TextCode) -> Int {
    var flow = Flow(
      columns: room,
      options: FlowOptions(step: options.step, wraps: options.wraps, rowLimit: options.rowLimit)
    )
    flow.addCode(code)
    return flow.output.rows.count
  }
}
