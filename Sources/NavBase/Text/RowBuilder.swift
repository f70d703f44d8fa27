/// Builds one row from pieces of text and maintains the invariants of `TextRow`.
struct RowBuilder {
  private(set) var text = ""
  private var runs: [StyledRun] = []
  /// The parts of the row that show the document's own text.
  private(set) var pieces = RowPieces()
  private var windows: [RowWindow] = []

  var isEmpty: Bool { text.isEmpty }

  mutating func append(_ more: String, style: TextStyle = .plain) {
    guard !more.isEmpty else { return }
    text += more
    appendRun(StyledRun(length: more.utf8.count, style: style))
  }

  mutating func append(_ pieces: StyledText) {
    text += pieces.text
    for run in pieces.runs { appendRun(run) }
  }

  /// Appends a line of a leaf's or a cell's text.
  mutating func append(_ line: LineReader.Line, cell: Int = 0) {
    append(line) { RowPieces($0.shifted(by: 0, cell: cell)) }
  }

  /// Appends a line; `part` maps its pieces to the document.
  mutating func append(_ line: LineReader.Line, part: (RowPiece) -> RowPieces) {
    for piece in line.pieces.all {
      for piece in part(piece).all {
        pieces.append(piece.shifted(by: text.utf8.count, cell: piece.cell))
      }
    }
    append(line.content)
  }

  /// Appends text with the pieces of the document that it shows.
  mutating func append(_ more: StyledText, showing pieces: RowPieces) {
    for piece in pieces.all {
      self.pieces.append(piece.shifted(by: text.utf8.count, cell: piece.cell))
    }
    append(more)
  }

  /// Appends a line shown through a window of a number of columns.
  mutating func append(_ line: StyledText, showing pieces: RowPieces, inWindowOf columns: Int) {
    let start = text.utf8.count
    append(line, showing: pieces)
    windows.append(RowWindow(start: start, length: text.utf8.count - start, columns: columns))
  }

  private mutating func add(_ more: [RowWindow], behind bytes: Int) {
    windows += more.map {
      RowWindow(start: $0.start + bytes, length: $0.length, columns: $0.columns)
    }
  }

  /// Appends a row of a column whose leaf is `blocksBehind` leaves after the row's own.
  mutating func append(_ row: FlowedRow, blocksBehind: Int) {
    appendBlanks(row.row.indent, style: TextStyle(role: row.row.fill))
    for piece in row.pieces.all {
      let distance = blocksBehind + piece.blocksBehind
      pieces.append(
        piece.shifted(by: text.utf8.count, cell: piece.cell, blocksBehind: distance)
      )
    }
    add(row.row.windows, behind: text.utf8.count)
    var rest = row.row.text.utf8.count
    for run in row.row.runs { rest -= run.length }
    text += row.row.text
    for run in row.row.runs { appendRun(run) }
    if rest > 0 { appendRun(StyledRun(length: rest, style: .plain)) }
  }

  mutating func append(_ row: RowBuilder) {
    for piece in row.pieces.all {
      let distance = piece.blocksBehind
      pieces.append(piece.shifted(by: text.utf8.count, cell: piece.cell, blocksBehind: distance))
    }
    add(row.windows, behind: text.utf8.count)
    text += row.text
    for run in row.runs { appendRun(run) }
  }

  mutating func appendBlanks(_ count: Int, style: TextStyle = .plain) {
    append(String(repeating: " ", count: max(0, count)), style: style)
  }

  private mutating func appendRun(_ run: StyledRun) {
    if runs.last?.style == run.style {
      runs[runs.count - 1].length += run.length
    } else {
      runs.append(run)
    }
  }

  /// Returns the row.
  ///
  /// Trailing blanks are removed, except those with a code background in columns, and so is a trailing plain run.
  /// Every run ends between two grapheme clusters (a cluster across two runs takes the style of the first).
  consuming func row(
    indent: Int,
    fill: TextRole = .plain,
    keepsGround: Bool = false
  ) -> TextRow {
    if !(keepsGround && runs.last?.style.role == .codeBlock) { trimBlanks() }
    if runs.count > 1 && text.utf8.contains(where: { $0 >= 0x80 }) { alignRuns() }
    if runs.last?.style == .plain { runs.removeLast() }
    // An indent without text would be trailing blanks.
    let end = text.utf8.count
    let windows = self.windows.filter { $0.start < end }.map {
      RowWindow(start: $0.start, length: min($0.length, end - $0.start), columns: $0.columns)
    }
    return TextRow(
      text,
      runs: runs,
      indent: text.isEmpty ? 0 : indent,
      fill: fill,
      windows: windows
    )
  }

  private mutating func trimBlanks() {
    var excess = 0
    var end = text.endIndex
    for scalar in text.unicodeScalars.reversed() {
      guard scalar == " " || scalar.properties.isWhitespace else { break }
      end = text.unicodeScalars.index(before: end)
      excess += UTF8.width(scalar)
    }
    guard excess > 0 else { return }
    text = String(text[..<end])
    while excess > 0, let last = runs.last {
      if last.length > excess {
        runs[runs.count - 1].length -= excess
        return
      }
      excess -= last.length
      runs.removeLast()
    }
  }

  private mutating func alignRuns() {
    var aligned: [StyledRun] = []
    var scanner = ClusterScanner(text)
    var remaining = runs[...]
    var runEnd = 0
    while let first = remaining.first, !scanner.isAtEnd {
      runEnd += first.length
      remaining.removeFirst()
      var length = 0
      while scanner.offset < runEnd, let cluster = scanner.next() { length += cluster.bytes.count }
      guard length > 0 else { continue }
      if aligned.last?.style == first.style {
        aligned[aligned.count - 1].length += length
      } else {
        aligned.append(StyledRun(length: length, style: first.style))
      }
    }
    runs = aligned
  }
}
