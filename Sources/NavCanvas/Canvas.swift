package import NavGeometry

/// A grid of cells to paint on, and what a terminal is to show.
///
/// Laws:
/// - A character of two columns is there whole or not at all: what overwrites or cuts one half leaves a
///   blank of the same background in the other.
/// - No control character is ever in a cell.
package struct Canvas: Sendable {
  package private(set) var size: CellSize
  /// Row by row.
  private(set) var cells: [Cell]
  /// The characters that are more than one scalar.
  private(set) var clusters: [Character] = []
  private var clusterIndices: [Character: Int] = [:]
  private(set) var links: [String] = []
  /// The links as they are written.
  private var addresses: [String?] = []
  private var linkIndices: [String: UInt16] = [:]

  package init(size: CellSize) {
    self.size = size
    cells = [Cell](repeating: .empty, count: size.columns * size.rows)
  }

  package var bounds: CellRect { CellRect(size) }

  /// Makes every cell what a terminal shows where nothing was written.
  package mutating func clear() {
    self = Canvas(size: size)
  }

  /// The character at a place, nil for the second column of a wide one.
  package func character(at point: CellPoint) -> Character? {
    let cell = self[point]
    return cell.width == 0 ? nil : character(of: cell)
  }

  package func look(at point: CellPoint) -> Look { self[point].look }

  /// Where the text at a place leads, nil when it is no link.
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
  package mutating func fill(_ rect: CellRect, with look: Look = .plain) {
    let rect = rect.intersection(bounds)
    guard !rect.isEmpty else { return }
    let blank = Cell.blank(look)
    for y in rect.y..<rect.maxY {
      mend(rect.x..<rect.maxX, y)
      let start = y * size.columns
      for index in start + rect.x..<start + rect.maxX { cells[index] = blank }
    }
  }

  /// Writes plain ASCII bytes, all of them on the canvas; controls become U+FFFD.
  mutating func put(_ bytes: Span<UInt8>, x: Int, y: Int, look: Look, link: UInt16) {
    mend(x..<x + bytes.count, y)
    let blank = Cell.blank(look, link: link)
    let start = y * size.columns + x
    var span = cells.mutableSpan
    for offset in bytes.indices {
      let byte = bytes[offset]
      if byte == 0x20 {
        span[start + offset] = blank
      } else {
        let isPrintable = byte > 0x20 && byte < 0x7F
        let scalar = isPrintable ? Unicode.Scalar(byte) : "\u{FFFD}"
        span[start + offset] = Cell(Glyph(scalar), width: 1, look: look, link: link)
      }
    }
  }

  /// Writes a character of one or two columns, all on the canvas.
  mutating func put(_ glyph: Glyph, width: Int, x: Int, y: Int, look: Look, link: UInt16) {
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

  /// The glyph of a character, which is filed when it is more than one scalar.
  mutating func glyph(of character: Character) -> Glyph {
    let scalars = character.unicodeScalars
    if let first = scalars.first, scalars.dropFirst().isEmpty { return Glyph(first) }
    if let index = clusterIndices[character] { return Glyph(cluster: index) }
    clusterIndices[character] = clusters.count
    clusters.append(character)
    return Glyph(cluster: clusters.count - 1)
  }

  /// The number of a link for a cell; 0 without one, and for more links than a canvas can hold.
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

  /// Blanks the other halves of wide characters that a change of some columns cuts in two.
  private mutating func mend(_ columns: Range<Int>, _ y: Int) {
    let start = y * size.columns
    let first = start + columns.lowerBound
    if cells[first].width == 0 && columns.lowerBound > 0 {
      cells[first - 1] = .blank(cells[first - 1].look)
    }
    let behind = start + columns.upperBound
    if columns.upperBound < size.columns && cells[behind].width == 0 {
      cells[behind] = .blank(cells[behind].look)
    }
  }

  /// Puts other characters in the stead of some that take one column.
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

  /// Where a cell's text leads, in the form in which a terminal may be told; nil for what is no address.
  func address(of cell: Cell) -> String? {
    cell.link == 0 ? nil : addresses[Int(cell.link) - 1]
  }
}
