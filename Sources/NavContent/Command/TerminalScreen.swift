import NavBase

/// The rows of a terminal that the cursor can reach, and the cursor (ECMA-48; DEC's VT500 series).
///
/// A row may be longer than the terminal is wide: text never wraps, except at `TerminalLine.columnLimit`.
struct TerminalScreen {
  /// The height, in rows: what programs are given, and what they assume without a terminal.
  static let rows = 24

  private struct Cursor {
    var row = 0
    var column = 0
    var rendition = GraphicRendition()
  }

  /// The width, in columns, beyond which the cursor moves only where text is.
  let columns: Int
  /// The rows from the top to the lowest that was reached; at least as far as the cursor's.
  private var lines = [TerminalLine()]
  private var row = 0
  /// The rows that scroll.
  private var region = 0..<Self.rows
  private var saved = Cursor()
  /// The lines that left at the top since the last call of ``takeScrolled()``.
  private var scrolled: [StyledText] = []
  /// The style of the next characters.
  private(set) var rendition = GraphicRendition()

  init(columns: Int) {
    self.columns = columns
  }

  /// The row of the cursor.
  var line: TerminalLine {
    get { lines[row] }
    _modify { yield &lines[row] }
  }

  /// The text of the rows, without empty ones at the end.
  var texts: [StyledText] {
    lines[...(lines.lastIndex { !$0.isEmpty } ?? -1)].map(\.text)
  }

  /// Returns the lines that left the screen at its top, oldest first, and forgets them.
  mutating func takeScrolled() -> [StyledText] {
    guard !scrolled.isEmpty else { return [] }
    defer { scrolled.removeAll(keepingCapacity: true) }
    return scrolled
  }

  /// Changes the style of the next characters.
  mutating func render(_ change: (inout GraphicRendition) -> Void) {
    change(&rendition)
    line.setStyle(rendition.style)
  }

  // MARK: Moves

  /// Goes to the first column of the next row.
  mutating func endLine() {
    index()
    line.enter(0, width: columns)
  }

  /// Performs an escape sequence other than a reset.
  mutating func perform(escape: UInt8) {
    switch escape {
    case UInt8(ascii: "7"): save()
    case UInt8(ascii: "8"): restore()
    case UInt8(ascii: "D"): index()
    case UInt8(ascii: "E"): endLine()
    case UInt8(ascii: "M"):
      if row == region.lowerBound { scroll(down: 1, in: region) } else { move(to: row - 1) }
    default: break
    }
  }

  /// Performs a control sequence other than SGR.
  mutating func perform(_ sequence: EscapeParser.Sequence) {
    let count = max(1, sequence.number() ?? 1)
    let (top, bottom) = (region.lowerBound, region.upperBound - 1)
    switch sequence.final {
    case UInt8(ascii: "A"): move(to: max(row - count, row < top ? 0 : top))
    case UInt8(ascii: "B"), UInt8(ascii: "e"):
      move(to: min(row + count, row > bottom ? Self.rows - 1 : bottom))
    case UInt8(ascii: "C"), UInt8(ascii: "a"): move(to: row, line.column + count)
    case UInt8(ascii: "D"): move(to: row, line.column - count)
    case UInt8(ascii: "E"): move(to: min(row + count, row > bottom ? Self.rows - 1 : bottom), 0)
    case UInt8(ascii: "F"): move(to: max(row - count, row < top ? 0 : top), 0)
    case UInt8(ascii: "G"), UInt8(ascii: "`"): move(to: row, count - 1)
    case UInt8(ascii: "H"), UInt8(ascii: "f"):
      move(to: count - 1, max(1, sequence.number(1) ?? 1) - 1)
    case UInt8(ascii: "d"): move(to: count - 1)
    case UInt8(ascii: "J"): erase(sequence.number() ?? 0)
    case UInt8(ascii: "K"):
      if let part = Self.part(sequence.number() ?? 0) { line.erase(part) }
    case UInt8(ascii: "L"):
      if region.contains(row) { scroll(down: count, in: row..<region.upperBound) }
    case UInt8(ascii: "M"):
      if region.contains(row) { scroll(up: count, in: row..<region.upperBound) }
    case UInt8(ascii: "P"): line.remove(next: count)
    case UInt8(ascii: "S"): scroll(up: count, in: region, keeping: true)
    case UInt8(ascii: "T"): scroll(down: count, in: region)
    case UInt8(ascii: "X"): line.erase(next: count)
    case UInt8(ascii: "@"): line.insert(blanks: min(count, columns))
    case UInt8(ascii: "b"): line.repeatLast(min(count, columns))
    case UInt8(ascii: "r"):
      let last = sequence.number(1) ?? 0
      let end = last == 0 ? Self.rows : min(last, Self.rows)
      guard count < end else { break }
      region = count - 1..<end
      move(to: 0, 0)
    case UInt8(ascii: "s") where sequence.parameters.isEmpty: save()
    case UInt8(ascii: "u") where sequence.parameters.isEmpty: restore()
    default: break
    }
  }

  /// Moves the cursor to a row, and to a column other than its own.
  private mutating func move(to target: Int, _ column: Int? = nil) {
    let column = column ?? line.column
    row = min(max(0, target), Self.rows - 1)
    while lines.count <= row { lines.append(TerminalLine()) }
    line.enter(column, width: columns)
    line.setStyle(rendition.style)
  }

  /// Moves the cursor down by a row, where it scrolls at the end of the region.
  private mutating func index() {
    if row + 1 == region.upperBound {
      scroll(up: 1, in: region, keeping: true)
    } else {
      move(to: row + 1)
    }
  }

  /// Remembers the cursor's place and style.
  mutating func save() {
    saved = Cursor(row: row, column: line.column, rendition: rendition)
  }

  private mutating func restore() {
    rendition = saved.rendition
    move(to: saved.row, saved.column)
  }

  // MARK: Lines

  private static func part(_ number: Int) -> TerminalLine.Erased? {
    switch number {
    case 0: .behind
    case 1: .before
    case 2: .all
    default: nil
    }
  }

  /// Erases the screen from the cursor on (0), up to it (1) or whole (2).
  mutating func erase(_ number: Int) {
    guard let part = Self.part(number) else { return }
    line.erase(part)
    if part != .before { lines.removeLast(lines.count - row - 1) }
    if part != .behind { for above in 0..<row { lines[above].erase(.all) } }
  }

  /// Moves lines up, blank ones follow.
  ///
  /// - Parameters:
  ///   - count: the distance in rows.
  ///   - rows: the rows that scroll.
  ///   - keeping: whether lines that leave at the top of the screen stay as history.
  private mutating func scroll(up count: Int, in rows: Range<Int>, keeping: Bool = false) {
    let column = line.column
    for _ in 0..<min(count, rows.count) where rows.lowerBound < lines.count {
      var line = lines.remove(at: rows.lowerBound)
      let text = line.take()
      if keeping, rows.lowerBound == 0 { scrolled.append(text) }
      lines.insert(line, at: min(rows.upperBound - 1, lines.count))
    }
    move(to: row, column)
  }

  /// Moves lines down; those that leave at the end are dropped.
  private mutating func scroll(down count: Int, in rows: Range<Int>) {
    let column = line.column
    for _ in 0..<min(count, rows.count) where rows.lowerBound < lines.count {
      lines.insert(TerminalLine(), at: rows.lowerBound)
      if lines.count > rows.upperBound { lines.remove(at: rows.upperBound) }
    }
    move(to: row, column)
  }
}
