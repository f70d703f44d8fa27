/// The part of xterm's palette that is the same everywhere: a cube of 216 colours and 24 greys.
package enum Palette256 {
  private static let levels = [0, 95, 135, 175, 215, 255]

  /// The colour of an index, nil for the first 16, which each terminal has its own for.
  package static func color(at index: UInt8) -> RGB? {
    switch index {
    case 0..<16: return nil
    case 16..<232:
      let cube = Int(index) - 16
      return RGB(level(cube / 36), level(cube / 6 % 6), level(cube % 6))
    default:
      let grey = UInt8(8 + 10 * (Int(index) - 232))
      return RGB(grey, grey, grey)
    }
  }

  /// How far a colour's parts differ where it is seen as a colour: no grey stands in for it.
  private static let leastChroma = 48

  /// The index from 16 on whose colour is nearest; the cube's where a grey is as near.
  ///
  /// Within the cube the nearest level of each part gives the nearest colour, so only that one and the
  /// nearest greys need comparing. For what is clearly no grey, none of the ramp is taken: the cube is
  /// coarse where it is dark, and the ground of a selection or of a badge would lose its hue.
  package static func nearest(to color: RGB) -> UInt8 {
    let (red, green, blue) = (
      nearestLevel(color.red), nearestLevel(color.green), nearestLevel(color.blue)
    )
    var best = UInt8(16 + 36 * red + 6 * green + blue)
    let (low, high) = (
      min(color.red, color.green, color.blue), max(color.red, color.green, color.blue)
    )
    guard high - low < leastChroma else { return best }
    let mean = (Int(color.red) + Int(color.green) + Int(color.blue)) / 3
    let grey = min(max(0, (mean - 8) / 10), 23)
    for candidate in grey...min(grey + 1, 23) {
      let index = UInt8(232 + candidate)
      if distance(index, color) < distance(best, color) { best = index }
    }
    return best
  }

  private static func level(_ index: Int) -> UInt8 { UInt8(levels[index]) }

  private static func nearestLevel(_ part: UInt8) -> Int {
    levels.indices.min { abs(levels[$0] - Int(part)) < abs(levels[$1] - Int(part)) } ?? 0
  }

  private static func distance(_ index: UInt8, _ color: RGB) -> Int {
    guard let other = Self.color(at: index) else { return .max }
    let red = Int(other.red) - Int(color.red)
    let green = Int(other.green) - Int(color.green)
    let blue = Int(other.blue) - Int(color.blue)
    return red * red + green * green + blue * blue
  }
}
