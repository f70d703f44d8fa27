import NavBase

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

/// The text attributes of a cell.
package struct CellAttributes: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  // The first four have the same bits as those of `TextAttributes`.
  package static let bold = CellAttributes(rawValue: 1)
  package static let italic = CellAttributes(rawValue: 2)
  package static let underline = CellAttributes(rawValue: 4)
  package static let strikethrough = CellAttributes(rawValue: 8)
  package static let dim = CellAttributes(rawValue: 16)
  package static let reverse = CellAttributes(rawValue: 32)

  /// Converts the attributes of text.
  init(_ emphasis: TextAttributes) {
    self.init(rawValue: emphasis.rawValue & 15)
    if emphasis.contains(.dim) { insert(.dim) }
    if emphasis.contains(.inverse) { insert(.reverse) }
  }

  /// The attributes that are visible on a blank.
  static let seenOnBlanks: CellAttributes = [.underline, .strikethrough, .reverse]
}

/// The style of a cell: colours and attributes.
package struct CellStyle: Hashable, Sendable {
  package var foreground: Color
  package var background: Color
  package var attributes: CellAttributes

  package init(
    foreground: Color = .terminal,
    background: Color = .terminal,
    attributes: CellAttributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  package static let plain = CellStyle()

  /// Returns the style with that of a selection laid over it.
  ///
  /// With a reversed selection, the foreground is the selection's: the text's own would become the
  /// background.
  func selected(as mark: CellStyle) -> CellStyle {
    let isMarksOwn = mark.attributes.contains(.reverse) || mark.foreground != .terminal
    let ink = isMarksOwn ? mark.foreground : foreground
    return CellStyle(
      foreground: ink,
      background: mark.background,
      attributes: attributes.union(mark.attributes)
    )
  }

  /// The visible part of the style on a blank.
  var ofBlank: CellStyle {
    attributes.isDisjoint(with: .seenOnBlanks) ? CellStyle(background: background) : self
  }
}

/// Encodes link addresses for a terminal, as printable ASCII.
enum LinkAddress {
  /// The longest address that terminals are known to accept, in bytes.
  static let limit = 2048

  /// Returns the address with all bytes percent-encoded that are not printable ASCII.
  ///
  /// - Returns: nil if it is empty or too long, or leads to another page of the same content.
  static func encoded(_ link: String) -> String? {
    guard TextStyle.page(ofAddress: link) == nil else { return nil }
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in link.utf8 {
      guard bytes.count <= limit else { return nil }
      if byte > 0x20 && byte < 0x7F {
        bytes.append(byte)
      } else {
        bytes += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return bytes.isEmpty || bytes.count > limit ? nil : String(decoding: bytes, as: UTF8.self)
  }
}
