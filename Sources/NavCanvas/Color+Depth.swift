extension Color {
  enum Plane: Int {
    case foreground = 30
    case background = 40
  }

  /// The SGR parameter that selects the colour, as near as the terminal's depth allows.
  func parameter(_ plane: Plane, _ depth: ColorDepth) -> String {
    guard let (red, green, blue) = components else { return String(plane.rawValue + 9) }
    switch depth {
    case .truecolor: return "\(plane.rawValue + 8);2;\(red);\(green);\(blue)"
    case .palette256: return "\(plane.rawValue + 8);5;\(Palette.nearest256(red, green, blue))"
    case .palette16:
      let index = Palette.nearest16(red, green, blue)
      return String(index < 8 ? plane.rawValue + index : plane.rawValue + 60 + index - 8)
    case .mono: return String(plane.rawValue + 9)
    }
  }
}

/// The colours of terminals with a palette.
enum Palette {
  /// Of xterm's cube and its greys, the one that is nearest; never one of the 16 that themes redefine.
  static func nearest256(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Int {
    let cube = [red, green, blue].map { level(of: Int($0)) }
    let cubeDistance = distance(red, green, blue, steps[cube[0]], steps[cube[1]], steps[cube[2]])
    let average = (Int(red) + Int(green) + Int(blue)) / 3
    let grey = min(max(0, (average - 8 + 5) / 10), 23)
    let greyValue = 8 + 10 * grey
    if distance(red, green, blue, greyValue, greyValue, greyValue) < cubeDistance {
      return 232 + grey
    }
    return 16 + 36 * cube[0] + 6 * cube[1] + cube[2]
  }

  /// Of the 16 colours in their usual values, the nearest.
  static func nearest16(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Int {
    let distances = usual16.map { distance(red, green, blue, $0.0, $0.1, $0.2) }
    return distances.indices.min { distances[$0] < distances[$1] } ?? 7
  }

  private static let steps = [0, 95, 135, 175, 215, 255]

  private static func level(of value: Int) -> Int {
    steps.indices.min { abs(steps[$0] - value) < abs(steps[$1] - value) } ?? 0
  }

  private static let usual16 = [
    (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205),
    (229, 229, 229), (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255),
    (255, 0, 255), (0, 255, 255), (255, 255, 255),
  ]

  private static func distance(
    _ red: UInt8,
    _ green: UInt8,
    _ blue: UInt8,
    _ otherRed: Int,
    _ otherGreen: Int,
    _ otherBlue: Int
  ) -> Int {
    let (r, g, b) = (Int(red) - otherRed, Int(green) - otherGreen, Int(blue) - otherBlue)
    // Eyes weigh green most and blue least.
    return 3 * r * r + 6 * g * g + b * b
  }
}
