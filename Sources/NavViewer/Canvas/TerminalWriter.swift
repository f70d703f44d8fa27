import NavBase

/// Writes cells as terminal sequences, and only those that change the terminal's state.
///
/// It tracks the cursor's position and the current style from frame to frame. It requires that automatic
/// wrapping is off, that a line feed keeps the column, and that nothing else writes to the terminal.
struct TerminalWriter {
  private let options: EncoderOptions
  private(set) var bytes: [UInt8] = []
  /// Nil if the cursor's column is uncertain.
  private var cursorX: Int?
  private var cursorY: Int?
  private var look = CellStyle.plain
  /// The address of the open link; nil if there is none.
  private var link: String?
  private var size = CellSize.zero
  /// The number of bytes with which the frame began.
  private var prefix = 0

  init(_ options: EncoderOptions) {
    self.options = options
  }

  /// Starts a frame.
  mutating func begin(size: CellSize) {
    bytes.removeAll(keepingCapacity: true)
    self.size = size
    if options.synchronizedOutput { append("\u{1B}[?2026h") }
    prefix = bytes.count
  }

  /// Returns the frame's bytes, wrapped in synchronised output if the terminal supports it.
  mutating func finish() -> [UInt8] {
    guard options.synchronizedOutput else { return bytes }
    if bytes.count == prefix {
      bytes.removeAll(keepingCapacity: true)
    } else {
      append("\u{1B}[?2026l")
    }
    return bytes
  }

  /// Clears a screen of unknown contents.
  mutating func clearScreen() {
    if options.hyperlinks { append("\u{1B}]8;;\u{1B}\\") }
    append("\u{1B}[m")
    look = .plain
    link = nil
    if options.page != .plain { set(target(for: .empty), link: nil) }
    append("\u{1B}[2J")
    cursorX = nil
    cursorY = nil
  }

  // MARK: Cells

  /// Returns the cursor's column if it is in this row; nil if it is elsewhere or uncertain.
  func column(inRow y: Int) -> Int? { cursorY == y ? cursorX : nil }

  /// Whether a cell of one ASCII character can be written without another sequence before it.
  func isReady(for cell: Cell, link: String?) -> Bool {
    isReady(for: cell) && (!options.hyperlinks || link == self.link)
  }

  /// The same for a cell with the link of the cell before it.
  func isReady(for cell: Cell) -> Bool {
    cell.glyph.ascii != nil && cell.width == 1 && target(for: cell) == look
  }

  /// Writes cells for which `isReady` is true.
  mutating func putReady(_ cells: Span<Cell>) {
    bytes.append(addingCapacity: cells.count) { bytes in
      for index in cells.indices { bytes.append(cells[index].glyph.ascii ?? 0x20) }
    }
    advance(by: cells.count)
  }

  /// Writes a character of certain width.
  mutating func put(_ cell: Cell, _ scalar: Unicode.Scalar, link: String?) {
    set(target(for: cell), link: link)
    if scalar.isASCII {
      bytes.append(UInt8(truncatingIfNeeded: scalar.value))
    } else {
      append(scalar)
    }
    advance(by: Int(cell.width))
  }

  /// Writes a character whose width may differ in the terminal; the cursor's column is unknown afterwards.
  ///
  /// Its columns are blanked first, since the terminal may fill fewer of them.
  mutating func putUncertain(_ text: Character, cell: Cell, at point: CellPoint, link: String?) {
    if cell.width == 2 {
      move(to: point)
      set(target(for: .blank(cell.look)), link: link)
      append("  ")
      advance(by: 2)
    }
    move(to: point)
    set(target(for: cell), link: link)
    bytes.append(contentsOf: text.utf8)
    cursorX = nil
  }

  /// Erases the rest of the row.
  mutating func eraseToEndOfRow() {
    set(target(for: .empty), link: nil)
    append("\u{1B}[K")
  }

  /// Erases cells from the cursor on; the cursor does not move.
  mutating func eraseCells(_ count: Int) {
    set(target(for: .empty), link: nil)
    append("\u{1B}[")
    appendNumber(count)
    bytes.append(0x58)
  }

  private mutating func advance(by width: Int) {
    guard let x = cursorX else { return }
    // At the right edge the cursor stays or waits to wrap, depending on the terminal.
    cursorX = x + width < size.columns ? x + width : nil
  }

  // MARK: Styles

  /// Returns the style to set for a cell; a blank keeps the current foreground.
  private func target(for cell: Cell) -> CellStyle {
    var wanted = options.depth == .mono ? CellStyle(attributes: cell.look.attributes) : cell.look
    if wanted.foreground == .terminal { wanted.foreground = options.page.foreground }
    if wanted.background == .terminal { wanted.background = options.page.background }
    guard cell.isBlank, wanted.attributes.isEmpty else { return wanted }
    return CellStyle(
      foreground: look.foreground,
      background: wanted.background,
      attributes: look.attributes.subtracting(CellAttributes.seenOnBlanks)
    )
  }

  private mutating func set(_ new: CellStyle, link address: String?) {
    if options.hyperlinks, address != link {
      append("\u{1B}]8;;")
      if let address { append(address) }
      append("\u{1B}\\")
      link = address
    }
    if new != look {
      appendRendition(from: look, to: new)
      look = new
    }
  }

  private mutating func appendRendition(from old: CellStyle, to new: CellStyle) {
    append("\u{1B}[")
    let start = bytes.count
    // First from a reset; an empty parameter list is a reset.
    if new != .plain {
      bytes.append(0x30)
      appendChange(from: .plain, to: new, continuing: true)
    }
    let reset = bytes.count
    appendChange(from: old, to: new, continuing: false)
    keepShorter(start, reset)
    bytes.append(0x6D)
  }

  /// Appends the parameters that change one style into another, separated by semicolons.
  private mutating func appendChange(from old: CellStyle, to new: CellStyle, continuing: Bool) {
    var isFirst = !continuing
    func separate(_ bytes: inout [UInt8]) {
      if !isFirst { bytes.append(0x3B) }
      isFirst = false
    }
    if new.attributes != old.attributes {
      var kept = old.attributes
      for (attributes, off) in Self.endings
      where !kept.intersection(attributes).isSubset(of: new.attributes) {
        // Bold and dim end together; the one that remains is set again.
        kept.subtract(attributes)
        separate(&bytes)
        appendNumber(off)
      }
      for (attribute, on) in Self.beginnings
      where new.attributes.subtracting(kept).contains(attribute) {
        separate(&bytes)
        appendNumber(on)
      }
    }
    if new.foreground != old.foreground {
      separate(&bytes)
      append(new.foreground, base: 30)
    }
    if new.background != old.background {
      separate(&bytes)
      append(new.background, base: 40)
    }
  }

  private static let endings: [(CellAttributes, Int)] = [
    ([.bold, .dim], 22), (.italic, 23), (.underline, 24), (.reverse, 27), (.strikethrough, 29),
  ]

  private static let beginnings: [(CellAttributes, Int)] = [
    (.bold, 1), (.dim, 2), (.italic, 3), (.underline, 4), (.reverse, 7), (.strikethrough, 9),
  ]

  private mutating func append(_ color: Color, base: Int) {
    switch color.value {
    case .terminal: appendNumber(base + 9)
    case .palette(let index) where index < 8: appendNumber(base + Int(index))
    case .palette(let index) where index < 16: appendNumber(base + 60 + Int(index) - 8)
    case .palette(let index):
      appendNumber(base + 8)
      append(";5;")
      appendNumber(Int(index))
    case .rgb(let rgb):
      appendNumber(base + 8)
      append(";2;")
      appendNumber(Int(rgb.red))
      append(";")
      appendNumber(Int(rgb.green))
      append(";")
      appendNumber(Int(rgb.blue))
    }
  }
}

// MARK: - Cursor

extension TerminalWriter {
  /// The most cells for which line feeds or backspaces are used instead of a sequence.
  private static let steps = 4

  /// Moves the cursor to a cell with the fewest bytes.
  mutating func move(to point: CellPoint) {
    if cursorX == point.x && cursorY == point.y { return }
    defer {
      cursorX = point.x
      cursorY = point.y
    }
    let start = bytes.count
    appendPosition(point)
    guard let y = cursorY, y <= point.y, point.y - y <= Self.steps else { return }
    let absolute = bytes.count
    for _ in y..<point.y { bytes.append(0x0A) }
    let feeds = bytes.count
    guard let x = cursorX else {
      appendFromLeftEdge(point.x)
      return keepShorter(start, absolute)
    }
    appendSteps(from: x, to: point.x)
    let direct = bytes.count
    if point.x < x {
      appendFromLeftEdge(point.x)
      keepShorter(feeds, direct)
    }
    keepShorter(start, absolute)
  }

  /// Of two encodings written one after the other, removes the longer one; the second if they are equal.
  private mutating func keepShorter(_ start: Int, _ middle: Int) {
    let second = bytes.count - middle
    let kept: Int
    if second < middle - start {
      for offset in 0..<second { bytes[start + offset] = bytes[middle + offset] }
      kept = start + second
    } else {
      kept = middle
    }
    bytes.removeLast(bytes.count - kept)
  }

  private mutating func appendPosition(_ point: CellPoint) {
    append("\u{1B}[")
    if point.y > 0 { appendNumber(point.y + 1) }
    if point.x > 0 {
      bytes.append(0x3B)
      appendNumber(point.x + 1)
    }
    bytes.append(0x48)
  }

  private mutating func appendFromLeftEdge(_ x: Int) {
    bytes.append(0x0D)
    appendSteps(from: 0, to: x)
  }

  private mutating func appendSteps(from: Int, to: Int) {
    if to < from && from - to <= Self.steps {
      for _ in to..<from { bytes.append(0x08) }
    } else if to != from {
      append("\u{1B}[")
      if abs(to - from) > 1 { appendNumber(abs(to - from)) }
      bytes.append(to > from ? 0x43 : 0x44)
    }
  }

  // MARK: Bytes

  private mutating func append(_ text: String) {
    let text = text.utf8Span.span
    bytes.append(addingCapacity: text.count) { bytes in
      for index in text.indices { bytes.append(text[index]) }
    }
  }

  /// Appends a scalar that is not ASCII.
  private mutating func append(_ scalar: Unicode.Scalar) {
    let value = scalar.value
    func byte(_ tag: UInt32, _ shift: UInt32, _ mask: UInt32) -> UInt8 {
      UInt8(truncatingIfNeeded: tag | value >> shift & mask)
    }
    switch value {
    case ..<0x800: bytes.append(byte(0xC0, 6, 0x1F))
    case ..<0x1_0000:
      bytes.append(byte(0xE0, 12, 0x0F))
      bytes.append(byte(0x80, 6, 0x3F))
    default:
      bytes.append(byte(0xF0, 18, 0x07))
      bytes.append(byte(0x80, 12, 0x3F))
      bytes.append(byte(0x80, 6, 0x3F))
    }
    bytes.append(byte(0x80, 0, 0x3F))
  }

  private mutating func appendNumber(_ number: Int) {
    if number >= 10 { appendNumber(number / 10) }
    bytes.append(UInt8(truncatingIfNeeded: 0x30 + number % 10))
  }
}
