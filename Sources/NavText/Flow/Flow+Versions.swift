extension Flow {
  /// Adds versions of code: each step shows one of them, in as many rows as the tallest needs; if all steps are shown,
  /// the versions follow one another.
  mutating func addVersions(_ versions: [TextCode]) {
    guard let step else {
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
      let first = rows.count
      let focus = code.focus
      let at = min(turn, code.turnCount - 1)
      let since = begun + at == before ? steps.visibleFrom : begun + at
      addCode(code, focus: (lines: focus.isEmpty ? nil : focus[at], step: since))
      if focus.isEmpty, since > steps.visibleFrom {
        stepRows.add(focused: first..<rows.count, in: since)
      }
      while rows.count < first + height, !isFull { emit(RowBuilder(), fill: .codeBlock) }
    }
  }

  private func rowCount(of code: TextCode) -> Int {
    var flow = Flow(columns: room, step: step, rowLimit: rowLimit)
    flow.addCode(code)
    return flow.rows.count
  }
}
