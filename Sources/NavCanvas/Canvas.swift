package import NavGeometry
import NavText

/// The text of one cell: a scalar, a cluster of several, or the right half of the cell before it.
struct Glyph: Hashable, Sendable {
  let code: UInt32

  static let blank = Glyph(code: 0x20)
  /// The right half of a wide character.
  static let continuation = Glyph(code: 0)
  private static let clusterBit: UInt32 = 0x8000_0000

  init(code: UInt32) {
    self.code = code
  }

  init(cluster index: Int) {
    code = Self.clusterBit | UInt32(index)
  }

  /// The index in the canvas's list of clusters; nil for a single scalar.
  var cluster: Int? {
    code & Self.clusterBit == 0 ? nil : Int(code & ~Self.clusterBit)
  }

  var isContinuation: Bool { code == 0 }
}

struct Cell: Hashable, Sendable {
  var glyph: Glyph
  var look: Look

  static let blank = Cell(glyph: .blank, look: Look())
}

/// A grid of cells to paint on. Wide characters take two cells and are never torn: where one half is
/// overwritten or cut off, a blank takes the place of the other.
package struct Canvas: Sendable {
  package let size: CellSize
  private(set) var cells: [Cell]
  /// Texts of cells that hold more than one scalar.
  private(set) var clusters: [String] = []
  /// Addresses of links; a look names them counted from 1.
  private(set) var links: [String] = []

  package init(size: CellSize) {
    self.size = size
    cells = Array(repeating: .blank, count: size.columns * size.rows)
  }

  /// The number of an address in a look.
  mutating func link(_ address: String) -> UInt16 {
    if let index = links.firstIndex(of: address) { return UInt16(index + 1) }
    guard links.count < Int(UInt16.max) else { return 0 }
    links.append(address)
    return UInt16(links.count)
  }

  /// Blanks of one look.
  mutating func fill(_ area: CellRect, with look: Look) {
    let area = area.intersection(CellRect(size))
    guard !area.isEmpty else { return }
    for row in area.y..<area.maxY {
      mendEdges(of: area.x..<area.maxX, in: row)
      for index in row * size.columns + area.x..<row * size.columns + area.maxX {
        cells[index] = Cell(glyph: .blank, look: look)
      }
    }
  }

  /// Writes text from a cell to the right, inside a clip; its cells keep their background where the look
  /// has the terminal's own.
  ///
  /// - Returns: the column behind the text, whether it was visible or not.
  @discardableResult
  mutating func write(
    _ text: some StringProtocol,
    at origin: CellPoint,
    clip: CellRect,
    look: Look
  ) -> Int {
    let clip = clip.intersection(CellRect(size))
    var column = origin.x
    guard origin.y >= clip.y, origin.y < clip.maxY else { return column + columnWidth(of: text) }
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7f }) {
      for byte in text.utf8 {
        put(Glyph(code: UInt32(byte)), width: 1, at: column, origin.y, clip, look)
        column += 1
      }
      return column
    }
    for character in text {
      let width = columnWidth(of: character)
      // What takes no column has no cell of its own.
      guard width > 0 else { continue }
      put(glyph(of: character), width: width, at: column, origin.y, clip, look)
      column += width
    }
    return column
  }

  /// Changes the looks of an area in place.
  mutating func restyle(_ area: CellRect, _ change: (inout Look) -> Void) {
    let area = area.intersection(CellRect(size))
    guard !area.isEmpty else { return }
    for row in area.y..<area.maxY {
      for index in row * size.columns + area.x..<row * size.columns + area.maxX {
        change(&cells[index].look)
      }
    }
  }

  /// The rows as text, without trailing blanks.
  package var lines: [String] {
    (0..<size.rows).map { row in
      var line = ""
      for cell in cells[row * size.columns..<(row + 1) * size.columns]
      where !cell.glyph.isContinuation {
        line += text(of: cell.glyph)
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  func text(of glyph: Glyph) -> String {
    if let index = glyph.cluster { return clusters[index] }
    return Unicode.Scalar(glyph.code).map { String(Character($0)) } ?? " "
  }

  private mutating func glyph(of character: Character) -> Glyph {
    let scalars = character.unicodeScalars
    if let first = scalars.first, scalars.count == 1 { return Glyph(code: first.value) }
    clusters.append(String(character))
    return Glyph(cluster: clusters.count - 1)
  }

  private mutating func put(
    _ glyph: Glyph,
    width: Int,
    at column: Int,
    _ row: Int,
    _ clip: CellRect,
    _ look: Look
  ) {
    let visible = (column..<column + width).clamped(to: clip.x..<clip.maxX)
    guard !visible.isEmpty else { return }
    mendEdges(of: visible, in: row)
    let isWhole = visible.count == width
    for (offset, column) in visible.enumerated() {
      let index = row * size.columns + column
      var look = look
      if look.background == .terminal { look.background = cells[index].look.background }
      cells[index] = Cell(
        glyph: !isWhole ? .blank : offset == 0 ? glyph : .continuation,
        look: look
      )
    }
  }

  /// Before columns are overwritten: wide characters that reach out of them become blanks.
  private mutating func mendEdges(of columns: Range<Int>, in row: Int) {
    let start = row * size.columns
    if cells[start + columns.lowerBound].glyph.isContinuation, columns.lowerBound > 0 {
      cells[start + columns.lowerBound - 1].glyph = .blank
    }
    if columns.upperBound < size.columns, cells[start + columns.upperBound].glyph.isContinuation {
      cells[start + columns.upperBound].glyph = .blank
    }
  }
}
