import NavBase

/// A line of a terminal: its cells and, if the cursor is in it, the column of the next character.
struct TerminalLine {
  /// The maximum number of columns; further text wraps into the next line, as at a terminal's edge.
  static let columnLimit = 4_096
  /// The maximum number of combining or joined scalars of one cell.
  static let markLimit = 8
  private static let tabStop = 8
  /// The number of styles at which those that no cell has are dropped.
  private static let styleLimit = 2 * columnLimit

  private struct Cell {
    /// The scalar; 0 for the second column of a wide character.
    var scalar: UInt32
    /// The index in `styles`.
    var style: Int

    static let blank = Cell(scalar: 0x20, style: 0)
  }

  private var cells: [Cell] = []
  /// The combining and joined scalars after the first scalar of a cell, by column.
  private var marks: [Int: [Unicode.Scalar]] = [:]
  /// The styles in use; the first one is plain.
  private var styles: [TextStyle] = [.plain]
  /// The style of the next characters, as an index in `styles`.
  private var style = 0
  private(set) var column = 0
  /// Characters before this column are overstruck, as after backspaces.
  private var struckUntil = 0
  /// The cell of the last character, to which combining marks are added.
  private var last: Int?
  private var endsWithJoiner = false

  var isEmpty: Bool { cells.isEmpty }
  var isFull: Bool { column >= Self.columnLimit }

  /// Sets the style of the next characters.
  mutating func setStyle(_ next: TextStyle) {
    guard styles[style] != next else { return }
    if let known = styles.suffix(16).lastIndex(of: next) {
      style = known
    } else {
      if styles.count >= Self.styleLimit { dropUnusedStyles() }
      styles.append(next)
      style = styles.count - 1
    }
  }

  /// Prints characters from space to tilde, up to the edge of the line.
  ///
  /// - Returns: the number of printed characters.
  mutating func print(ascii bytes: ArraySlice<UInt8>) -> Int {
    let count = min(bytes.count, max(1, Self.columnLimit - column))
    guard column == cells.count, struckUntil <= column, !endsWithJoiner else {
      for byte in bytes.prefix(count) { print(Unicode.Scalar(byte), width: 1) }
      return count
    }
    for byte in bytes.prefix(count) { cells.append(Cell(scalar: UInt32(byte), style: style)) }
    column += count
    last = column - 1
    return count
  }

  /// Prints a scalar.
  ///
  /// - Parameters:
  ///   - scalar: the scalar.
  ///   - width: its width in columns, 0 for a combining mark.
  mutating func print(_ scalar: Unicode.Scalar, width: Int) {
    if let last, width == 0 || endsWithJoiner {
      endsWithJoiner = scalar == "\u{200D}"
      if marks[last, default: []].count < Self.markLimit { marks[last, default: []].append(scalar) }
      return
    }
    endsWithJoiner = false
    guard width > 0 else { return }
    place(scalar, width: width)
  }

  mutating func returnCarriage() {
    forgetLastCharacter()
    column = 0
    struckUntil = 0
  }

  mutating func backspace() {
    struckUntil = max(struckUntil, column)
    forgetLastCharacter()
    column = max(0, column - 1)
    // A wide character is skipped as a whole.
    if column > 0, column < cells.count, cells[column].scalar == 0 { column -= 1 }
  }

  mutating func tab() {
    move(to: (column / Self.tabStop + 1) * Self.tabStop)
    fill(to: column)
  }

  /// Moves to a column within the limit of the line.
  mutating func move(to target: Int) {
    forgetLastCharacter()
    column = min(max(0, target), Self.columnLimit)
  }

  /// Places the cursor in this line, at a column that exists on a terminal of a width or holds text.
  mutating func enter(_ target: Int, width: Int) {
    struckUntil = 0
    move(to: min(target, max(width, cells.count) - 1))
  }

  enum Erased {
    case behind, before, all
  }

  mutating func erase(_ part: Erased) {
    switch part {
    case .behind: cut(at: column)
    case .before: erase(0..<column + 1)
    case .all: removeAll()
    }
    forgetLastCharacter()
  }

  /// Clears the next characters.
  mutating func erase(next count: Int) {
    erase(column..<column + count)
    forgetLastCharacter()
  }

  /// Removes the next characters, so the rest of the line moves to the left.
  mutating func remove(next count: Int) {
    let end = min(column + count, cells.count)
    guard column < end else { return }
    erase(column..<end)
    cells.removeSubrange(column..<end)
    moveMarks(from: end, by: column - end)
    forgetLastCharacter()
  }

  /// Inserts blanks, so the rest of the line moves to the right, up to the edge of the line.
  mutating func insert(blanks: Int) {
    let count = min(blanks, Self.columnLimit - column)
    guard column < cells.count, count > 0 else { return }
    erase(column..<column)
    cells.insert(contentsOf: repeatElement(.blank, count: count), at: column)
    moveMarks(from: column, by: count)
    cut(at: Self.columnLimit)
    forgetLastCharacter()
  }

  /// Prints the last character again; nothing after a move.
  mutating func repeatLast(_ count: Int) {
    guard let last, let scalar = Unicode.Scalar(cells[last].scalar) else { return }
    let width = column - last
    for _ in 0..<count where !isFull { print(scalar, width: width) }
  }

  /// Returns the line's text, safe for a terminal, and clears the line; the current style is kept.
  mutating func take() -> StyledText {
    let text = self.text
    removeAll()
    column = 0
    struckUntil = 0
    forgetLastCharacter()
    return text
  }

  private mutating func removeAll() {
    cells.removeAll(keepingCapacity: true)
    if !marks.isEmpty { marks = [:] }
    guard styles.count > 1 else { return }
    let next = styles[style]
    (styles, style) = ([.plain], 0)
    setStyle(next)
  }

  /// Drops the styles that no cell has; the style of the next characters becomes plain.
  private mutating func dropUnusedStyles() {
    let old = styles
    (styles, style) = ([.plain], 0)
    var renumbered = [0: 0]
    for index in cells.indices {
      let number = cells[index].style
      if renumbered[number] == nil {
        styles.append(old[number])
        renumbered[number] = styles.count - 1
      }
      cells[index].style = renumbered[number] ?? 0
    }
  }

  var text: StyledText {
    var text = StyledText()
    var bytes: [UInt8] = []
    bytes.reserveCapacity(cells.count)
    var style = 0
    var isASCII = true
    for index in cells.indices {
      let cell = cells[index]
      if cell.style != style {
        if !bytes.isEmpty {
          text.append(String(decoding: bytes, as: UTF8.self), style: styles[style])
          bytes.removeAll(keepingCapacity: true)
        }
        style = cell.style
      }
      if cell.scalar < 0x80 {
        if cell.scalar != 0 { bytes.append(UInt8(truncatingIfNeeded: cell.scalar)) }
      } else if let scalar = Unicode.Scalar(cell.scalar) {
        isASCII = false
        bytes += UTF8.encode(scalar).map(Array.init) ?? []
      }
      if !marks.isEmpty, let marks = marks[index] {
        isASCII = false
        for mark in marks { bytes += UTF8.encode(mark).map(Array.init) ?? [] }
      }
    }
    text.append(String(decoding: bytes, as: UTF8.self), style: styles[style])
    // Control characters are never stored, and link addresses have been checked by the parser.
    return isASCII ? text : text.sanitized()
  }

  // MARK: Cells

  private mutating func place(_ scalar: Unicode.Scalar, width: Int) {
    fill(to: column)
    last = column
    if column < struckUntil, strike(scalar) { return }
    put(Cell(scalar: scalar.value, style: style), at: column)
    if width == 2 { put(Cell(scalar: 0, style: style), at: column + 1) }
    column += width
  }

  /// Overstrikes the character in the current cell: the same character makes it bold, an underscore
  /// underlines.
  ///
  /// - Parameter scalar: the character.
  /// - Returns: false if the combination has no meaning, so the new character replaces the old one.
  private mutating func strike(_ scalar: Unicode.Scalar) -> Bool {
    guard column < cells.count, ![0, 0x20].contains(cells[column].scalar) else { return false }
    let there = cells[column]
    let isUnderscoreThere = there.scalar == 0x5F
    guard there.scalar == scalar.value || scalar == "_" || isUnderscoreThere else { return false }
    let before = styles[style]
    var struck = before
    struck.attributes.formUnion(styles[there.style].attributes)
    struck.attributes.insert(there.scalar == scalar.value ? .bold : .underline)
    setStyle(struck)
    let width = column + 1 < cells.count && cells[column + 1].scalar == 0 ? 2 : 1
    if isUnderscoreThere { cells[column].scalar = scalar.value }
    for index in column..<column + width { cells[index].style = style }
    setStyle(before)
    column += width
    return true
  }

  private mutating func put(_ cell: Cell, at index: Int) {
    guard index < cells.count else {
      cells.append(cell)
      return
    }
    // A wide character that loses one of its two columns is cleared as a whole.
    if cells[index].scalar == 0, cell.scalar != 0, index > 0 { clear(index - 1) }
    if index + 1 < cells.count, cells[index + 1].scalar == 0 { clear(index + 1) }
    if !marks.isEmpty { marks[index] = nil }
    cells[index] = cell
  }

  private mutating func clear(_ index: Int) {
    if !marks.isEmpty { marks[index] = nil }
    cells[index] = .blank
  }

  private mutating func fill(to end: Int) {
    while cells.count < end { cells.append(.blank) }
  }

  private mutating func cut(at end: Int) {
    guard end < cells.count else { return }
    erase(end..<end)
    cells.removeSubrange(end...)
    if !marks.isEmpty { marks = marks.filter { $0.key < end } }
  }

  /// Clears cells, and wide characters that lose one of their two columns or are cut apart at either end.
  private mutating func erase(_ range: Range<Int>) {
    for edge in [range.lowerBound, range.upperBound] {
      guard edge > 0, edge < cells.count, cells[edge].scalar == 0 else { continue }
      clear(edge - 1)
      clear(edge)
    }
    for index in range.clamped(to: 0..<cells.count) { clear(index) }
  }

  /// Moves the marks of a column and those after it; marks of the columns between are gone.
  private mutating func moveMarks(from column: Int, by distance: Int) {
    guard !marks.isEmpty else { return }
    var moved: [Int: [Unicode.Scalar]] = [:]
    for (place, scalars) in marks {
      moved[place < column ? place : place + distance] = scalars
    }
    marks = moved
  }

  private mutating func forgetLastCharacter() {
    last = nil
    endsWithJoiner = false
  }
}
