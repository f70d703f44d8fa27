import NavBase

/// The colours of one part of a theme, independent of the terminal's depth.
package struct Paint: Hashable, Sendable {
  /// A 24-bit colour, and its replacement among the terminal's first 16 colours.
  package struct Ink: Hashable, Sendable {
    package var rgb: RGB
    /// From 0 to 15; nil for none.
    ///
    /// Without it, text uses the nearest colour and a background stays the terminal's default.
    package var index: UInt8?

    package init(_ rgb: RGB, _ index: UInt8? = nil) {
      self.rgb = rgb
      self.index = index
    }

    init(_ hex: UInt32, _ index: UInt8? = nil) {
      self.init(RGB(hex: hex), index)
    }
  }

  /// The text colour; nil to leave the text colour unchanged.
  package var ink: Ink?
  /// The background colour; nil to leave the background colour unchanged.
  package var ground: Ink?
  package var attributes: CellAttributes

  package init(_ ink: Ink? = nil, on ground: Ink? = nil, attributes: CellAttributes = []) {
    self.ink = ink
    self.ground = ground
    self.attributes = attributes
  }

  func look(_ depth: ColorDepth) -> CellStyle {
    switch depth {
    case .mono: CellStyle(attributes: attributes)
    case .palette16:
      CellStyle(
        foreground: ink.map { Color(palette: $0.index ?? Palette16.nearest(to: $0.rgb)) }
          ?? .terminal,
        // None of the 16 colours is subtle enough as a background unless the theme names one.
        background: ground?.index.map { Color(palette: $0) } ?? .terminal,
        attributes: attributes
      )
    case .palette256:
      CellStyle(
        foreground: ink.map { Color(palette: Palette256.nearest(to: $0.rgb)) } ?? .terminal,
        background: ground.map { Color(palette: Palette256.nearest(to: $0.rgb)) } ?? .terminal,
        attributes: attributes
      )
    case .truecolor:
      CellStyle(
        foreground: ink.map { Color($0.rgb) } ?? .terminal,
        background: ground.map { Color($0.rgb) } ?? .terminal,
        attributes: attributes
      )
    }
  }
}

/// The 16 colours of a terminal's palette with their usual values; users may change them.
enum Palette16 {
  /// Returns the index of the nearest colour; greys stay grey.
  static func nearest(to color: RGB) -> UInt8 {
    var best = (index: UInt8(7), distance: Int.max)
    for (index, other) in colors.enumerated() {
      let distance = [
        Int(color.red) - Int(other.red), Int(color.green) - Int(other.green),
        Int(color.blue) - Int(other.blue),
      ]
      .reduce(0) { $0 + $1 * $1 }
      if distance < best.distance { best = (UInt8(index), distance) }
    }
    return best.index
  }

  /// Returns the colour of an index below 16.
  static func color(at index: UInt8) -> RGB { colors[Int(index) % colors.count] }

  /// Returns the index of black or white, whichever contrasts more with a colour.
  static func farEnd(from index: UInt8) -> UInt8 {
    color(at: index).farEnd == RGB(0, 0, 0) ? 0 : 15
  }

  /// The values of xterm.
  private static let colors: [RGB] = [
    0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
    0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
  ]
  .map { RGB(hex: $0) }
}

/// A container's position in the terminal's cells.
struct Placement: Equatable {
  let frame: CellRect
  /// The visible part of the frame.
  let clip: CellRect
  /// The darkness from the overlays of the container and its ancestors: 0 (none) to 255.
  let overlay: Int
  /// The darkness from the overlays of the ancestors alone.
  let overlayAround: Int

  init(frame: CellRect, overlay own: Int, clip: CellRect, overlayAround: Int) {
    self.overlayAround = overlayAround
    self.frame = frame
    self.clip = frame.intersection(clip)
    let own = min(max(0, own), 255)
    // Two layers of black: the transparencies multiply.
    overlay = 255 - ((255 - own) * (255 - overlayAround) + 127) / 255
  }

  /// - Parameters:
  ///   - frame: the position.
  ///   - clip: the cells that may be painted on, also outside of the frame.
  ///   - parent: where the parent is, with its darkness.
  init(frame: CellRect, paintingOn clip: CellRect, of parent: Placement) {
    self.frame = frame
    self.clip = clip
    overlay = parent.overlay
    overlayAround = parent.overlay
  }
}
