import NavText

/// One row below the text of a page: what stands at its left, in its middle and at its right.
package struct PageFooter: Hashable, Sendable {
  package var left: String
  package var center: String
  package var right: String
  /// Which of these says which page it is; empty for none.
  package var place: String

  /// - Parameters:
  ///   - left: sanitised, as the others.
  ///   - center: goes where there is no room for all.
  ///   - right: goes before that where there is no room for both.
  ///   - place: which of these says which page it is; empty for none.
  package init(left: String = "", center: String = "", right: String = "", place: String = "") {
    self.left = left
    self.center = center
    self.right = right
    self.place = place
  }

  /// Whether a row that was made of it says which page it is.
  func saysPlace(in row: TextRow) -> Bool { !place.isEmpty && row.text.contains(place) }

  /// The row in a width; what has no room is left out, and the left part is cut.
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
