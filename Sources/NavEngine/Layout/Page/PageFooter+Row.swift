import NavBase

extension PageFooter {
  /// Returns whether a row of this footer states the page's position.
  func saysPlace(in row: TextRow) -> Bool { !place.isEmpty && row.text.contains(place) }

  /// Returns the row in a width; parts that do not fit are dropped, and the left part is truncated.
  func row(columns: Int) -> TextRow {
    let left = self.left.truncated(toColumns: columns)
    let (first, last) = (columnWidth(of: left), columnWidth(of: right))
    let hasRight = last > 0 && first + (first > 0 ? 2 : 0) + last <= columns
    var text = left
    let middle = columnWidth(of: center)
    let start = (columns - middle) / 2
    let end = columns - (hasRight ? last + 2 : 0)
    if middle > 0, start >= (first > 0 ? first + 2 : 0), start + middle <= end {
      text += String(repeating: " ", count: start - first) + center
    }
    if hasRight {
      text += String(repeating: " ", count: columns - last - columnWidth(of: text)) + right
    }
    let trimmed = String(text.reversed().drop { $0 == " " }.reversed())
    let style = TextStyle(role: .muted)
    let runs = trimmed.isEmpty ? [] : [StyledRun(length: trimmed.utf8.count, style: style)]
    return TextRow(trimmed, runs: runs)
  }
}
