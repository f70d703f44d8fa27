/// The content of one cell: a Unicode scalar, or the index of a cluster of scalars in the canvas's
/// table.
struct Glyph: Hashable, Sendable {
  private let rawValue: UInt32

  private static let clusterTag: UInt32 = 1 << 31

  init(_ scalar: Unicode.Scalar) {
    rawValue = scalar.value
  }

  init(cluster index: Int) {
    rawValue = Self.clusterTag | UInt32(index)
  }

  static let blank = Glyph(" ")

  /// Nil when the glyph is a cluster.
  var scalar: Unicode.Scalar? {
    rawValue & Self.clusterTag == 0 ? Unicode.Scalar(rawValue) : nil
  }

  /// The cluster's index in the table; nil when the glyph is a scalar.
  var cluster: Int? {
    rawValue & Self.clusterTag == 0 ? nil : Int(rawValue & ~Self.clusterTag)
  }
}

/// One cell of a canvas, 16 bytes.
struct Cell: Hashable, Sendable {
  var look: CellStyle
  /// 1 or 2 columns; 0 for the second column of the previous cell.
  var width: UInt8
  /// The link's index in the canvas's table plus 1; 0 for none.
  var link: UInt16
  var glyph: Glyph

  init(_ glyph: Glyph, width: UInt8, look: CellStyle, link: UInt16 = 0) {
    self.glyph = glyph
    self.width = width
    self.look = look
    self.link = link
  }

  /// Returns a blank; styles that are indistinguishable on a blank give equal cells.
  static func blank(_ look: CellStyle, link: UInt16 = 0) -> Cell {
    Cell(.blank, width: 1, look: look.ofBlank, link: link)
  }

  /// A terminal's cell that was never written.
  static let empty = Cell.blank(.plain)

  static func continuation(of cell: Cell) -> Cell {
    Cell(.blank, width: 0, look: cell.look, link: cell.link)
  }

  var isBlank: Bool { glyph == .blank && width == 1 }
}
