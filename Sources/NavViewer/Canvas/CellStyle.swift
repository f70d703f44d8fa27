import NavBase

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
