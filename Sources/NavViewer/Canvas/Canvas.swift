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
