/// The content of one cell: a Unicode scalar, or the index of a cluster of scalars in the canvas's
/// table.
struct Glyph: Hashable, Sendable {
  /// A scalar's value, or an index with the highest bit set.
  fileprivate let rawValue: UInt32

  private static let clusterTag: UInt32 = 1 << 31

  fileprivate init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  init(_ scalar: Unicode.Scalar) {
    rawValue = scalar.value
  }

  init(cluster index: Int) {
    rawValue = Self.clusterTag | UInt32(index)
  }

  static var blank: Glyph { Glyph(" ") }

  /// Nil when the glyph is a cluster.
  var scalar: Unicode.Scalar? {
    rawValue & Self.clusterTag == 0 ? Unicode.Scalar(rawValue) : nil
  }

  /// The character's byte if it is ASCII; nil for others.
  var ascii: UInt8? { rawValue < 0x80 ? UInt8(truncatingIfNeeded: rawValue) : nil }

  /// The cluster's index in the table; nil when the glyph is a scalar.
  var cluster: Int? {
    rawValue & Self.clusterTag == 0 ? nil : Int(rawValue & ~Self.clusterTag)
  }
}

/// One cell of a canvas, 16 bytes.
///
/// Its parts are packed into two words, so that cells are compared and copied with a few instructions.
struct Cell: Hashable, Sendable {
  private let words: SIMD2<UInt64>

  /// The foreground in the lower half, the background in the upper one.
  private var colors: UInt64 { words.x }
  /// From the lowest bit: the attributes in 8 bits, the width in 8, the link in 16, the glyph in 32.
  private var content: UInt64 { words.y }

  init(_ glyph: Glyph, width: UInt8, look: CellStyle, link: UInt16 = 0) {
    let colors = UInt64(look.foreground.rawValue) | UInt64(look.background.rawValue) << 32
    let content =
      UInt64(look.attributes.rawValue) | UInt64(width) << 8 | UInt64(link) << 16
      | UInt64(glyph.rawValue) << 32
    words = SIMD2(colors, content)
  }

  var look: CellStyle {
    CellStyle(
      foreground: Color(rawValue: UInt32(truncatingIfNeeded: colors)),
      background: Color(rawValue: UInt32(truncatingIfNeeded: colors >> 32)),
      attributes: CellAttributes(rawValue: UInt8(truncatingIfNeeded: content))
    )
  }

  /// 1 or 2 columns; 0 for the second column of the previous cell.
  var width: UInt8 { UInt8(truncatingIfNeeded: content >> 8) }

  /// The link's index in the canvas's table plus 1; 0 for none.
  var link: UInt16 { UInt16(truncatingIfNeeded: content >> 16) }

  var glyph: Glyph { Glyph(rawValue: UInt32(truncatingIfNeeded: content >> 32)) }

  private init(colors: UInt64, content: UInt64) {
    words = SIMD2(colors, content)
  }

  /// Returns the cell with another character, of the same width.
  func showing(_ scalar: Unicode.Scalar) -> Cell {
    let others = content & 0xFFFF_FFFF
    return Cell(colors: colors, content: others | UInt64(scalar.value) << 32)
  }

  /// Whether two cells differ in nothing but their characters.
  func isAlike(_ other: Cell) -> Bool {
    (colors ^ other.colors) | ((content ^ other.content) & 0xFFFF_FFFF) == 0
  }

  /// Returns bits that are all 0 if the cells are equal.
  func difference(from other: Cell) -> SIMD2<UInt64> { words ^ other.words }

  static func == (a: Cell, b: Cell) -> Bool {
    let difference = a.difference(from: b)
    return difference.x | difference.y == 0
  }

  /// Returns a blank; styles that are indistinguishable on a blank give equal cells.
  static func blank(_ look: CellStyle, link: UInt16 = 0) -> Cell {
    Cell(.blank, width: 1, look: look.ofBlank, link: link)
  }

  /// A terminal's cell that was never written.
  static var empty: Cell { .blank(.plain) }

  static func continuation(of cell: Cell) -> Cell {
    Cell(.blank, width: 0, look: cell.look, link: cell.link)
  }

  var isBlank: Bool { glyph == .blank && width == 1 }
}
