/// A part of a row that shows a longer text through a window: a line of code that is wider than its page or column.
///
/// Content after the window begins right of it, whatever the text's length. A viewer can scroll the text horizontally;
/// all windows of a page scroll by the same distance.
package struct RowWindow: Hashable, Sendable {
  /// The start of the window's text in the row's text, in bytes of UTF-8.
  package var start: Int
  /// The length of the window's text in bytes.
  package var length: Int
  /// The width of the window in columns, at least 1.
  package var columns: Int

  /// The widest text of a window, in columns; a longer line is wrapped.
  package static let textColumns = 1_024

  package init(start: Int, length: Int, columns: Int) {
    self.start = start
    self.length = length
    self.columns = columns
  }

  package var end: Int { start + length }
}

extension TextRow {
  /// The marks at the edges of a window beyond which more text follows.
  private static let marks = (left: "‹", right: "›")
  private static let markStyle = TextStyle(role: .lineNumber, attributes: .bold)

  /// The maximum horizontal scroll offset of the row's windows, in columns; 0 if everything is visible.
  package var hiddenColumns: Int {
    windows.reduce(0) { max($0, columnWidth(of: part($1.start..<$1.end).text) - $1.columns) }
  }

  /// The scroll offset that makes the current search match visible, in columns; 0 if it is visible already.
  package var columnsToMatch: Int {
    for window in windows {
      let text = part(window.start..<window.end)
      var place = 0
      for run in text.runs {
        defer { place += run.length }
        guard run.style.attributes.contains(.foundHere) else { continue }
        let bytes = text.text.utf8
        let before = bytes.index(bytes.startIndex, offsetBy: place)
        let behind = bytes.index(before, offsetBy: run.length)
        let end = columnWidth(of: text.text[..<behind])
        // Keeps some context after the match visible, and the beginning of a match wider than its window.
        let wanted = min(
          columnWidth(of: text.text[..<before]),
          end + window.columns / 4 - window.columns
        )
        return end <= window.columns - 1 ? 0 : max(0, wanted)
      }
    }
    return 0
  }

  /// The columns of the row, including its indent; windows count as wide as they are.
  var windowedColumns: Int {
    windows.reduce(indent + columnWidth(of: text)) { columns, window in
      columns - columnWidth(of: part(window.start..<window.end).text) + window.columns
    }
  }

  /// Returns the row as painted: each window shows its visible columns, with a mark at the edges beyond which there is
  /// more.
  ///
  /// - Parameter shift: the horizontal scroll offset in columns; beyond the end of a text nothing of it is visible.
  /// - Returns: a row without windows; the row itself if it has none.
  package func shown(shiftedBy shift: Int = 0) -> TextRow {
    guard !windows.isEmpty else { return self }
    var builder = RowBuilder()
    var place = 0
    // Code tokens without a code background stand on the page's background.
    let hasGround = runs.contains { $0.style.role == .codeBlock }
    for window in windows {
      builder.append(part(place..<window.start))
      let whole = part(window.start..<window.end)
      let seen = whole.seen(in: window.columns, from: shift)
      builder.append(seen.text)
      // In columns, the rest of a window has the code background, too.
      let isCode =
        hasGround
        && whole.runs.contains { $0.style.role == .codeBlock || $0.style.role.isToken }
      if window.end < text.utf8.count || isCode && fill == .plain {
        let ground = TextStyle(role: isCode ? .codeBlock : .plain)
        builder.appendBlanks(window.columns - seen.columns, style: ground)
      }
      place = window.end
    }
    builder.append(part(place..<text.utf8.count))
    return builder.row(indent: indent, fill: fill, keepsGround: true)
  }

  /// Maps a painted column of the row to a column of its whole text.
  ///
  /// - Parameters:
  ///   - column: a column of the row as `shown(shiftedBy:)` returns it; beyond the end of a window's text its last
  ///     column counts.
  ///   - shift: the horizontal scroll offset in columns.
  /// - Returns: the column of the text without windows; outside of the text if `column` is.
  package func column(shownAt column: Int, shiftedBy shift: Int = 0) -> Int {
    var place = 0
    var (seen, whole) = (0, 0)
    for window in windows {
      let before = columnWidth(of: part(place..<window.start).text)
      if column < seen + before { break }
      seen += before
      whole += before
      let width = columnWidth(of: part(window.start..<window.end).text)
      if column < seen + window.columns {
        return whole + min(column - seen + shift, max(0, width - 1))
      }
      seen += window.columns
      whole += width
      place = window.end
    }
    return whole + column - seen
  }

  /// Maps a column of the row's whole text to a column of the row as painted: the reverse of `column(shownAt:)`.
  ///
  /// - Parameters:
  ///   - column: a column of the text without windows.
  ///   - shift: the horizontal scroll offset in columns.
  /// - Returns: the column of the row as `shown(shiftedBy:)` returns it; nil if the column is outside of its window.
  package func shownColumn(of column: Int, shiftedBy shift: Int = 0) -> Int? {
    var place = 0
    var (seen, whole) = (0, 0)
    for window in windows {
      let before = columnWidth(of: part(place..<window.start).text)
      if column < whole + before { break }
      seen += before
      whole += before
      let width = columnWidth(of: part(window.start..<window.end).text)
      if column < whole + width {
        let inside = column - whole - shift
        return (0..<window.columns).contains(inside) ? seen + inside : nil
      }
      seen += window.columns
      whole += width
      place = window.end
    }
    return seen + column - whole
  }

  /// Returns a range of bytes with their styles.
  private func part(_ range: Range<Int>) -> StyledText {
    StyledText(text, runs: runs).part(range)
  }

  fileprivate static func mark(atLeft isLeft: Bool) -> StyledText {
    StyledText(isLeft ? marks.left : marks.right, style: markStyle)
  }
}

extension StyledText {
  /// Returns the visible part of a line and its columns; a wide character cut by an edge becomes a blank.
  fileprivate func seen(in room: Int, from shift: Int) -> (text: StyledText, columns: Int) {
    let isCutLeft = shift > 0 && !isEmpty
    let isCutRight = columnWidth(of: text) > shift + room
    // The marks take a column each, if there are columns to spare.
    let first = shift + (isCutLeft && room > 1 ? 1 : 0)
    let last = shift + room - (isCutRight && room > 2 ? 1 : 0)
    var result = isCutLeft && room > 1 ? TextRow.mark(atLeft: true) : StyledText()
    var scanner = ClusterScanner(text)
    var styles = StyleReader(runs)
    var column = 0
    while column < last, let cluster = scanner.next() {
      defer { column += cluster.columns }
      guard column + cluster.columns > first else { continue }
      let style = styles.style(at: cluster.bytes.lowerBound)
      if column < first || column + cluster.columns > last {
        result.append(" ", style: style)
      } else {
        let start = text.utf8.index(text.startIndex, offsetBy: cluster.bytes.lowerBound)
        let end = text.utf8.index(start, offsetBy: cluster.bytes.count)
        result.append(String(text[start..<end]), style: style)
      }
    }
    if isCutRight && room > 2 { result.append(TextRow.mark(atLeft: false)) }
    return (result, columnWidth(of: result.text))
  }
}
