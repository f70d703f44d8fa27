/// A part of a row that shows a longer text through a window of so many columns: a line of code that is wider than
/// its page, or than its column.
///
/// What stands behind it in the row begins right of the window, whatever the text's length. A viewer may move the
/// text below the window, all windows of a page by as much.
package struct RowWindow: Hashable, Sendable {
  /// Where its text begins in the row's, in bytes of UTF-8.
  package var start: Int
  /// How many bytes it has.
  package var length: Int
  /// The columns that the row gives it, at least 1.
  package var columns: Int

  /// The widest text of a window; a longer line is wrapped.
  package static let textColumns = 1_024

  package init(start: Int, length: Int, columns: Int) {
    self.start = start
    self.length = length
    self.columns = columns
  }

  package var end: Int { start + length }
}

extension TextRow {
  /// What stands at the edge of a window behind which more of its text follows.
  private static let marks = (left: "‹", right: "›")
  private static let markStyle = TextStyle(role: .lineNumber, attributes: .bold)

  /// By how many columns the text of the row's windows can be moved until all ends are seen; 0 where all is.
  package var hiddenColumns: Int {
    windows.reduce(0) { max($0, columnWidth(of: part($1.start..<$1.end).text) - $1.columns) }
  }

  /// By how many columns the windows have to be moved so that the match that people are at is seen; 0 where it is.
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
        // Some of what follows is seen, too, and the beginning of a match that is wider than its window.
        let wanted = min(
          columnWidth(of: text.text[..<before]),
          end + window.columns / 4 - window.columns
        )
        return end <= window.columns - 1 ? 0 : max(0, wanted)
      }
    }
    return 0
  }

  /// The columns that the row takes, its indent included, with windows as wide as they are.
  var windowedColumns: Int {
    windows.reduce(indent + columnWidth(of: text)) { columns, window in
      columns - columnWidth(of: part(window.start..<window.end).text) + window.columns
    }
  }

  /// The row as it is seen: of each window the columns that it shows, with a mark at the edges behind which there is
  /// more.
  ///
  /// - Parameter shift: by how many columns the windows' texts are moved to the left; further than a text is long
  ///   there is nothing of it.
  /// - Returns: a row without windows; the row itself where it has none.
  package func shown(shiftedBy shift: Int = 0) -> TextRow {
    guard !windows.isEmpty else { return self }
    var builder = RowBuilder()
    var place = 0
    // Tokens of code without a ground stand on that of the page.
    let hasGround = runs.contains { $0.style.role == .codeBlock }
    for window in windows {
      builder.append(part(place..<window.start))
      let whole = part(window.start..<window.end)
      let seen = whole.seen(in: window.columns, from: shift)
      builder.append(seen.text)
      // In columns, what lies behind the text has the ground of code, too.
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

  /// Where in the row's whole text a column of what is seen of it stands.
  ///
  /// - Parameters:
  ///   - column: of the row as `shown(shiftedBy:)` makes it; behind the end of a window's text its last one counts.
  ///   - shift: by how many columns the windows' texts are moved to the left.
  /// - Returns: the column of the text without windows; outside of it where the other one is.
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

  /// The bytes of a range with their styles.
  private func part(_ range: Range<Int>) -> StyledText {
    let bytes = text.utf8
    let range = range.clamped(to: 0..<bytes.count)
    var result = StyledText()
    var place = 0
    func add(upTo end: Int, _ style: TextStyle) {
      let wanted = (place..<end).clamped(to: range)
      defer { place = end }
      guard !wanted.isEmpty else { return }
      let start = bytes.index(bytes.startIndex, offsetBy: wanted.lowerBound)
      let stop = bytes.index(start, offsetBy: wanted.count)
      result.append(String(text[start..<stop]), style: style)
    }
    for run in runs where place < range.upperBound {
      add(upTo: min(bytes.count, place + run.length), run.style)
    }
    if place < range.upperBound { add(upTo: range.upperBound, .plain) }
    return result
  }

  fileprivate static func mark(atLeft isLeft: Bool) -> StyledText {
    StyledText(isLeft ? marks.left : marks.right, style: markStyle)
  }
}

extension StyledText {
  /// The columns of a line that a window shows, and how many they are; a wide character that an edge cuts is a blank.
  fileprivate func seen(in room: Int, from shift: Int) -> (text: StyledText, columns: Int) {
    let isCutLeft = shift > 0 && !isEmpty
    let isCutRight = columnWidth(of: text) > shift + room
    // The mark takes a column, where there are any to spare.
    let first = shift + (isCutLeft && room > 1 ? 1 : 0)
    let last = shift + room - (isCutRight && room > 2 ? 1 : 0)
    var result = isCutLeft && room > 1 ? TextRow.mark(atLeft: true) : StyledText()
    var scanner = ClusterScanner(text)
    var remaining = runs[...]
    var runEnd = remaining.first?.length ?? 0
    var column = 0
    while column < last, let cluster = scanner.next() {
      while cluster.bytes.lowerBound >= runEnd, !remaining.isEmpty {
        remaining.removeFirst()
        runEnd += remaining.first?.length ?? 0
      }
      defer { column += cluster.columns }
      guard column + cluster.columns > first else { continue }
      let style = remaining.first?.style ?? .plain
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
