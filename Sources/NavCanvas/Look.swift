import NavText

/// How a cell is emphasised.
package struct CellAttributes: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  // The first four are those of text.
  package static let bold = CellAttributes(rawValue: 1)
  package static let italic = CellAttributes(rawValue: 2)
  package static let underline = CellAttributes(rawValue: 4)
  package static let strikethrough = CellAttributes(rawValue: 8)
  package static let dim = CellAttributes(rawValue: 16)
  package static let reverse = CellAttributes(rawValue: 32)

  /// The emphasis of a text.
  init(_ emphasis: TextAttributes) {
    self.init(rawValue: emphasis.rawValue & 15)
    if emphasis.contains(.dim) { insert(.dim) }
    if emphasis.contains(.inverse) { insert(.reverse) }
  }

  /// Those that are seen on a blank, too.
  static let seenOnBlanks: CellAttributes = [.underline, .strikethrough, .reverse]
}

/// Everything about a cell but its character.
package struct Look: Hashable, Sendable {
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

  package static let plain = Look()

  /// The look with that of a selection laid over it.
  ///
  /// Where the selection is the other way round, an ink of its own would become a ground of its own.
  func selected(as mark: Look) -> Look {
    let isMarksOwn = mark.attributes.contains(.reverse) || mark.foreground != .terminal
    let ink = isMarksOwn ? mark.foreground : foreground
    return Look(
      foreground: ink,
      background: mark.background,
      attributes: attributes.union(mark.attributes)
    )
  }

  /// What of the look is seen where there is no ink.
  var ofBlank: Look {
    attributes.isDisjoint(with: .seenOnBlanks) ? Look(background: background) : self
  }
}
