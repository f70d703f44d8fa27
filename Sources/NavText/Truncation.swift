extension StringProtocol {
  /// The longest start of the text that fits in so many columns.
  ///
  /// O(columns) for ordinary text.
  package func prefix(columns: Int) -> SubSequence {
    var used = 0
    var end = startIndex
    for character in self {
      used += columnWidth(of: character)
      if used > columns { break }
      end = index(after: end)
    }
    return self[startIndex..<end]
  }

  /// The text if it fits in so many columns, else as much of it as leaves room for a `…` behind.
  ///
  /// Blanks before the `…` are dropped. The text should be one sanitised line; in no columns there
  /// is room for nothing.
  package func truncated(toColumns columns: Int) -> String {
    let fitting = prefix(columns: columns)
    if fitting.endIndex == endIndex { return String(self) }
    guard columns > 0 else { return "" }
    var kept = prefix(columns: columns - 1)
    while kept.last?.isWhitespace == true { kept.removeLast() }
    return kept + "…"
  }
}

extension StyledText {
  /// The text on one line if it fits in so many columns, else as much of it as leaves room for a
  /// `…`.
  ///
  /// The `…` has the style of what stands before it. Line feeds become blanks.
  package func truncated(toColumns columns: Int) -> StyledText {
    let line = onOneLine()
    let kept = line.text.truncated(toColumns: columns)
    guard kept != line.text else { return line }
    var result = StyledText()
    var left = kept.utf8.count - "…".utf8.count
    var start = line.text.utf8.startIndex
    var style = line.runs.first?.style ?? .plain
    for run in line.runs where left > 0 {
      let end = line.text.utf8.index(start, offsetBy: min(run.length, left))
      style = run.style
      result.append(String(line.text[start..<end]), style: style)
      left -= run.length
      start = end
    }
    if columns > 0 { result.append("…", style: style) }
    return result
  }

  private func onOneLine() -> StyledText {
    var line = StyledText()
    var start = text.utf8.startIndex
    for run in runs {
      let end = text.utf8.index(start, offsetBy: run.length)
      line.append(
        NavText.sanitized(String(text[start..<end])),
        style: run.style.sanitized()
      )
      start = end
    }
    return line
  }
}

extension TextRow {
  /// The columns that the row takes, its indent included and what its windows hide left out.
  package var columns: Int {
    guard !windows.isEmpty else { return indent + columnWidth(of: text) }
    return shown().columns
  }
}
