/// The colours of one part of a theme before it is known how many the terminal has.
struct Paint: Hashable, Sendable {
  /// A colour of 24 bits, and the one of the terminal's own 16 that stands in for it.
  struct Ink: Hashable, Sendable {
    var rgb: RGB
    var index: UInt8

    init(_ hex: UInt32, _ index: UInt8) {
      rgb = RGB(hex: hex)
      self.index = index
    }
  }

  /// Nil for the terminal's own.
  var ink: Ink?
  /// Nil for the terminal's own, which it also is with 16 colours: none of them is subtle enough.
  var paper: RGB?
  var attributes: CellAttributes

  init(_ ink: Ink? = nil, on paper: UInt32? = nil, attributes: CellAttributes = []) {
    self.ink = ink
    self.paper = paper.map { RGB(hex: $0) }
    self.attributes = attributes
  }

  func look(_ depth: ColorDepth) -> Look {
    switch depth {
    case .mono: Look(attributes: attributes)
    case .palette16:
      Look(foreground: ink.map { Color(palette: $0.index) } ?? .terminal, attributes: attributes)
    case .palette256:
      Look(
        foreground: ink.map { Color(palette: Palette256.nearest(to: $0.rgb)) } ?? .terminal,
        background: paper.map { Color(palette: Palette256.nearest(to: $0)) } ?? .terminal,
        attributes: attributes
      )
    case .truecolor:
      Look(
        foreground: ink.map { Color($0.rgb) } ?? .terminal,
        background: paper.map { Color($0) } ?? .terminal,
        attributes: attributes
      )
    }
  }
}

extension Theme.Pill {
  /// Bold, and where there are no colours the other way round.
  func look(_ depth: ColorDepth) -> Look {
    switch depth {
    case .mono: Look(attributes: [.bold, .reverse])
    case .palette16:
      Look(
        foreground: Color(palette: ink.index),
        background: Color(palette: paper.index),
        attributes: .bold
      )
    case .palette256:
      Look(
        foreground: Color(palette: Palette256.nearest(to: ink.rgb)),
        background: Color(palette: Palette256.nearest(to: paper.rgb)),
        attributes: .bold
      )
    case .truecolor:
      Look(foreground: Color(ink.rgb), background: Color(paper.rgb), attributes: .bold)
    }
  }
}
