package import NavBase

/// A grid of cells to paint on; a frame for a terminal.
///
/// Laws:
/// - A character of two columns is either complete or absent: overwriting or clipping one half leaves a
///   blank with the same background in the other.
/// - No cell contains a control character.
package struct Canvas: Sendable {
  package private(set) var size: CellSize
  /// The cells, row by row.
  private(set) var cells: [Cell]
  /// The characters of more than one scalar.
  private(set) var clusters: [Character] = []
  private var clusterIndices: [Character: Int] = [:]
  private(set) var links: [String] = []
  /// The links in the form that is written to a terminal; nil for those that are not written.
  private var addresses: [String?] = []
  private var linkIndices: [String: UInt16] = [:]
  /// The part that painting is limited to.
  private(set) var window: CellRect

  package init(size: CellSize) {
    self.size = size
    window = CellRect(size)
    cells = [Cell](repeating: .empty, count: size.columns * size.rows)
  }

  package var bounds: CellRect { CellRect(size) }

  /// Limits painting to some rows; nil for none.
  mutating func limit(to rows: Range<Int>?) {
    let rows = rows.map { CellRect(x: 0, y: $0.lowerBound, width: size.columns, height: $0.count) }
    window = rows.map(bounds.intersection) ?? bounds
  }

  /// Resets every cell to the state of a terminal's cell that was never written.
  package mutating func clear() {
    self = Canvas(size: size)
  }

  /// Returns the character at a point; nil for the second column of a wide one.
  package func character(at point: CellPoint) -> Character? {
    let cell = self[point]
    return cell.width == 0 ? nil : character(of: cell)
  }

  package func look(at point: CellPoint) -> CellStyle { self[point].look }

  /// Returns the link address of the text at a point; nil if it is not a link.
  package func link(at point: CellPoint) -> String? { link(of: self[point]) }

  /// The rows as text without trailing blanks.
  package var lines: [String] {
    (0..<size.rows).map { y in
      var line = ""
      var blanks = 0
      for cell in row(y) where cell.width > 0 {
        if cell.isBlank {
          blanks += 1
        } else {
          line += String(repeating: " ", count: blanks)
          blanks = 0
          line.append(character(of: cell))
        }
      }
      return line
    }
  }

  // MARK: Painting

  /// Fills a rectangle with blanks.
  package mutating func fill(_ rect: CellRect, with look: CellStyle = .plain) {
    fill(rect, with: .blank(look))
  }

  /// Fills a rectangle with one character, which must be one column wide.
  mutating func fill(_ rect: CellRect, with scalar: Unicode.Scalar, _ look: CellStyle) {
    fill(rect, with: Cell(Glyph(scalar), width: 1, look: look))
  }

  private mutating func fill(_ rect: CellRect, with cell: Cell) {
    let rect = rect.intersection(window)
    guard !rect.isEmpty else { return }
    let columns = size.columns
    if rect.width < columns {
      for y in rect.y..<rect.maxY { mend(rect.x..<rect.maxX, y) }
    }
    // All of these indices are in the window, which is within the canvas.
    unsafe cells.withUnsafeMutableBufferPointer { cells in
      if rect.width == columns {
        unsafe cells[rect.y * columns..<rect.maxY * columns].update(repeating: cell)
        return
      }
      for y in rect.y..<rect.maxY {
        let start = y * columns
        unsafe cells[start + rect.x..<start + rect.maxX].update(repeating: cell)
      }
    }
  }

  /// Changes the styles of the cells of a rectangle, and keeps what they show.
  mutating func restyle(_ rect: CellRect, _ look: (CellStyle) -> CellStyle) {
    let rect = rect.intersection(window)
    guard !rect.isEmpty else { return }
    for y in rect.y..<rect.maxY {
      for index in y * size.columns + rect.x..<y * size.columns + rect.maxX {
        let cell = cells[index]
        let new = look(cell.look)
        cells[index] =
          cell.isBlank
          ? .blank(new, link: cell.link)
          : Cell(cell.glyph, width: cell.width, look: new, link: cell.link)
      }
    }
  }

  /// Writes ASCII bytes, all within the canvas; control characters become U+FFFD.
  mutating func put(_ bytes: Span<UInt8>, x: Int, y: Int, look: CellStyle, link: UInt16) {
    mend(x..<x + bytes.count, y)
    let blank = Cell.blank(look, link: link)
    let cell = Cell(.blank, width: 1, look: look, link: link)
    var index = y * size.columns + x
    var cells = cells.mutableSpan
    for offset in bytes.indices {
      let byte = bytes[offset]
      if byte == 0x20 {
        cells[index] = blank
      } else if byte > 0x20 && byte < 0x7F {
        cells[index] = cell.showing(Unicode.Scalar(byte))
      } else {
        cells[index] = cell.showing("\u{FFFD}")
      }
      index += 1
    }
  }

  /// Writes a character of one or two columns, all within the canvas.
  mutating func put(_ glyph: Glyph, width: Int, x: Int, y: Int, look: CellStyle, link: UInt16) {
    mend(x..<x + width, y)
    let index = y * size.columns + x
    if glyph == .blank {
      cells[index] = .blank(look, link: link)
      return
    }
    let cell = Cell(glyph, width: UInt8(width), look: look, link: link)
    cells[index] = cell
    if width == 2 { cells[index + 1] = .continuation(of: cell) }
  }

  /// Returns the glyph of a character; stores the character in `clusters` if it has more than one scalar.
  mutating func glyph(of character: Character) -> Glyph {
    let scalars = character.unicodeScalars
    if let first = scalars.first, scalars.dropFirst().isEmpty { return Glyph(first) }
    if let index = clusterIndices[character] { return Glyph(cluster: index) }
    clusterIndices[character] = clusters.count
    clusters.append(character)
    return Glyph(cluster: clusters.count - 1)
  }

  /// Returns a link's number for a cell; 0 for nil, and for links beyond the canvas's limit of 65,535.
  mutating func number(ofLink link: String?) -> UInt16 {
    guard let link else { return 0 }
    if let number = linkIndices[link] { return number }
    guard links.count < Int(UInt16.max) else { return 0 }
    links.append(link)
    addresses.append(LinkAddress.encoded(link))
    let number = UInt16(links.count)
    linkIndices[link] = number
    return number
  }

  /// Blanks the remaining halves of wide characters that a change of these columns cuts.
  private mutating func mend(_ columns: Range<Int>, _ y: Int) {
    let start = y * size.columns
    let first = start + columns.lowerBound
    let behind = start + columns.upperBound
    let isAtEnd = columns.upperBound == size.columns
    var cells = cells.mutableSpan
    if cells[first].width == 0 && columns.lowerBound > 0 {
      cells[first - 1] = .blank(cells[first - 1].look)
    }
    if !isAtEnd && cells[behind].width == 0 {
      cells[behind] = .blank(cells[behind].look)
    }
  }

  /// Replaces characters of one column.
  mutating func replaceScalars(_ replacement: (Unicode.Scalar) -> Unicode.Scalar?) {
    for index in cells.indices where cells[index].width == 1 {
      guard let scalar = cells[index].glyph.scalar, let other = replacement(scalar) else {
        continue
      }
      let cell = cells[index]
      cells[index] = Cell(Glyph(other), width: 1, look: cell.look, link: cell.link)
    }
  }

  // MARK: Reading cells

  subscript(point: CellPoint) -> Cell {
    precondition(bounds.contains(point), "cannot read \(point) on a canvas of \(size)")
    return cells[point.y * size.columns + point.x]
  }

  /// Whether equal cells of both canvases show equal characters and links.
  func sharesTables(with other: Canvas) -> Bool {
    clusters == other.clusters && links == other.links
  }

  /// Whether more characters and links are kept than a screen can show, so that it is time to forget those of the past.
  var hasManyEntries: Bool {
    let most = max(1024, cells.count)
    return clusters.count > most || links.count > most
  }

  /// Takes over rows of a canvas of the same size, with its tables.
  ///
  /// The other rows must be the same already.
  mutating func takeRows(_ rows: RowSet, of other: Canvas) {
    let (columns, count) = (size.columns, size.rows)
    precondition(size == other.size, "cannot take rows of a canvas of another size")
    unsafe cells.withUnsafeMutableBufferPointer { old in
      unsafe other.cells.withUnsafeBufferPointer { new in
        for y in 0..<count where rows.contains(y) {
          let row = y * columns..<(y + 1) * columns
          _ = unsafe old[row].update(fromContentsOf: new[row])
        }
      }
    }
    guard !sharesTables(with: other) else { return }
    clusters = other.clusters
    clusterIndices = other.clusterIndices
    links = other.links
    addresses = other.addresses
    linkIndices = other.linkIndices
  }

  func row(_ y: Int) -> ArraySlice<Cell> {
    cells[y * size.columns..<(y + 1) * size.columns]
  }

  func character(of cell: Cell) -> Character {
    if let cluster = cell.glyph.cluster { return clusters[cluster] }
    return Character(cell.glyph.scalar ?? " ")
  }

  func link(of cell: Cell) -> String? {
    cell.link == 0 ? nil : links[Int(cell.link) - 1]
  }

  /// Returns the link address of a cell in the form that may be written to a terminal; nil if there is none
  /// or it is invalid.
  func address(of cell: Cell) -> String? {
    cell.link == 0 ? nil : addresses[Int(cell.link) - 1]
  }
}

extension Canvas {
  /// Returns the rows as text with styles and links, for a file or a pipe: it contains no cursor
  /// movements.
  ///
  /// Each line starts and ends with the default style, so lines can be cut out and joined. Trailing
  /// blanks without a visible style are omitted. Characters whose width differs between terminals
  /// are written as they are: only a viewer can correct the cursor.
  ///
  /// - Parameters:
  ///   - depth: the depth that the canvas was painted for; `mono` writes no colours.
  ///   - hyperlinks: whether links are written, with OSC 8.
  /// - Returns: one line per row, without line feeds.
  package func sgrLines(depth: ColorDepth, hyperlinks: Bool = true) -> [String] {
    let options = EncoderOptions(depth: depth, hyperlinks: hyperlinks)
    return (0..<size.rows).map { sgrLine($0, options) }
  }

  private func sgrLine(_ y: Int, _ options: EncoderOptions) -> String {
    let cells = row(y)
    guard let last = cells.lastIndex(where: { !isEmpty($0, options.depth) }) else { return "" }
    var writer = TerminalWriter(options)
    var link: String?
    for cell in cells[...last] where cell.width > 0 {
      link = address(of: cell)
      if let scalar = cell.glyph.scalar {
        writer.put(cell, scalar, link: link)
      } else {
        for scalar in character(of: cell).unicodeScalars { writer.put(cell, scalar, link: link) }
      }
    }
    var line = String(decoding: writer.bytes, as: UTF8.self)
    if options.hyperlinks, link != nil { line += "\u{1B}]8;;\u{1B}\\" }
    let plain = Cell(Glyph("x"), width: 1, look: .plain)
    if !writer.isReady(for: plain, link: link) { line += "\u{1B}[m" }
    return line
  }

  /// Whether a cell looks like one that was never written.
  private func isEmpty(_ cell: Cell, _ depth: ColorDepth) -> Bool {
    guard cell.isBlank else { return false }
    return depth == .mono ? cell.look.attributes.isEmpty : cell.look == .plain
  }
}

extension Canvas {
  /// Paints the single line of a terminal that is too small for a scene.
  package mutating func paintTooSmall(_ title: String) {
    clear()
    let title = sanitized(title)
    let text = title.isEmpty ? "terminal too small" : "\(title): terminal too small"
    draw(text.truncated(toColumns: size.columns), at: .zero, clip: bounds) { _ in .plain }
  }

  /// Paints the status line: a bar across a row, with a text at its left and one at its right.
  ///
  /// If both texts don't fit, the right one is dropped; if the left one alone doesn't fit, it is truncated
  /// with `…`.
  package mutating func paintStatus(
    left: StyledText,
    right: StyledText,
    row: Int,
    theme: ResolvedTheme
  ) {
    let bar = CellRect(x: 0, y: row, width: size.columns, height: 1)
    fill(bar, with: theme.screen.statusBar)
    // One blank on either side, if the terminal is wide enough.
    let margin = bar.width >= 10 ? 1 : 0
    let room = bar.width - 2 * margin
    let left = left.truncated(toColumns: room)
    let start = CellPoint(x: margin, y: row)
    draw(left.text, runs: left.runs, at: start, clip: bar, look: theme.statusLook(of:))
    let columns = columnWidth(of: right.text)
    guard columns > 0, columnWidth(of: left.text) + 2 + columns <= room else { return }
    let end = CellPoint(x: bar.width - margin - columns, y: row)
    draw(right.text, runs: right.runs, at: end, clip: bar, look: theme.statusLook(of:))
  }

  /// Paints the status line with plain text at the right.
  package mutating func paintStatus(
    left: StyledText,
    right: String,
    row: Int,
    theme: ResolvedTheme
  ) {
    paintStatus(left: left, right: StyledText(right), row: row, theme: theme)
  }
}
