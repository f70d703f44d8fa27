extension StringProtocol {
  /// Returns the longest prefix that fits in a number of columns.
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

  /// Returns the longest suffix that fits in a number of columns.
  ///
  /// O(columns) for ordinary text.
  package func suffix(columns: Int) -> SubSequence {
    var used = 0
    var start = endIndex
    while start > startIndex {
      let before = index(before: start)
      used += columnWidth(of: self[before])
      if used > columns { break }
      start = before
    }
    return self[start...]
  }

  /// Returns the text, shortened to a `…` between a third of its beginning and two thirds of its end if it does not fit
  /// in a number of columns.
  ///
  /// The text should be one sanitised line. The result is empty for 0 columns.
  package func shortenedInside(toColumns columns: Int) -> String {
    guard prefix(columns: columns).endIndex < endIndex, columns > 0 else {
      return truncated(toColumns: columns)
    }
    return prefix(columns: (columns - 1) / 3) + "…"
      + suffix(columns: columns - 1 - (columns - 1) / 3)
  }

  /// Returns the text, shortened to end with a `…` if it does not fit in a number of columns.
  ///
  /// Blanks before the `…` are dropped. The text should be one sanitised line. The result is empty
  /// for 0 columns.
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
  /// Returns the text on one line, shortened to end with a `…` if it does not fit in a number of
  /// columns.
  ///
  /// The `…` has the style of the text before it. Line feeds become blanks.
  package func truncated(toColumns columns: Int) -> StyledText {
    let line = sanitized(keeping: .none)
    let kept = line.text.truncated(toColumns: columns)
    guard kept != line.text else { return line }
    guard columns > 0 else { return StyledText() }
    var result = line.part(0..<kept.utf8.count - "…".utf8.count)
    result.append("…", style: (result.runs.last ?? line.runs.first)?.style ?? .plain)
    return result
  }
}

extension TextRow {
  /// The columns of the row, including its indent; windows count as wide as they are.
  package var columns: Int {
    guard !windows.isEmpty else { return indent + columnWidth(of: text) }
    return shown().columns
  }
}
