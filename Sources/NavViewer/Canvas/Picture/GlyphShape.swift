/// The shape of a line or block character, drawn so that it meets its neighbours without a gap in any font.
enum GlyphShape: Hashable {
  /// Lines from the centre of the cell to its edges.
  case arms(Arms)
  /// A rounded corner; two of the lines of `arms` exist.
  case arc(Arms)
  /// A filled part of the cell, in eighths of its width and height.
  case block(x: Int, y: Int, width: Int, height: Int)

  /// The weight of the line to each edge: 0 (none), 1 (light) or 2 (heavy).
  struct Arms: Hashable {
    var left: Int
    var up: Int
    var right: Int
    var down: Int

    init(_ left: Int, _ up: Int, _ right: Int, _ down: Int) {
      self.left = left
      self.up = up
      self.right = right
      self.down = down
    }
  }

  /// Nil for a character that is drawn as text.
  init?(_ scalar: Unicode.Scalar) {
    guard (0x2500...0x259F).contains(scalar.value) else { return nil }
    if let arms = Self.lines[scalar] {
      self = .arms(arms)
    } else if let arms = Self.corners[scalar] {
      self = .arc(arms)
    } else if let block = Self.block(scalar) {
      self = block
    } else {
      return nil
    }
  }

  private static let lines: [Unicode.Scalar: Arms] = [
    "─": Arms(1, 0, 1, 0), "━": Arms(2, 0, 2, 0), "│": Arms(0, 1, 0, 1), "┃": Arms(0, 2, 0, 2),
    "┌": Arms(0, 0, 1, 1), "┐": Arms(1, 0, 0, 1), "└": Arms(0, 1, 1, 0), "┘": Arms(1, 1, 0, 0),
    "├": Arms(0, 1, 1, 1), "┤": Arms(1, 1, 0, 1), "┬": Arms(1, 0, 1, 1), "┴": Arms(1, 1, 1, 0),
    "┼": Arms(1, 1, 1, 1), "╼": Arms(1, 0, 2, 0), "╾": Arms(2, 0, 1, 0), "╽": Arms(0, 1, 0, 2),
    "╿": Arms(0, 2, 0, 1), "╴": Arms(1, 0, 0, 0), "╵": Arms(0, 1, 0, 0), "╶": Arms(0, 0, 1, 0),
    "╷": Arms(0, 0, 0, 1), "╸": Arms(2, 0, 0, 0), "╹": Arms(0, 2, 0, 0), "╺": Arms(0, 0, 2, 0),
    "╻": Arms(0, 0, 0, 2),
  ]

  private static let corners: [Unicode.Scalar: Arms] = [
    "╭": Arms(0, 0, 1, 1), "╮": Arms(1, 0, 0, 1), "╰": Arms(0, 1, 1, 0), "╯": Arms(1, 1, 0, 0),
  ]

  private static func block(_ scalar: Unicode.Scalar) -> GlyphShape? {
    let value = Int(scalar.value)
    return switch scalar {
    case "▀": .block(x: 0, y: 0, width: 8, height: 4)
    case "▐": .block(x: 4, y: 0, width: 4, height: 8)
    case "▖": .block(x: 0, y: 4, width: 4, height: 4)
    case "▗": .block(x: 4, y: 4, width: 4, height: 4)
    case "▘": .block(x: 0, y: 0, width: 4, height: 4)
    case "▝": .block(x: 4, y: 0, width: 4, height: 4)
    // The lower eighths up to the full block, then the left ones from seven down.
    case "▁"..."█": .block(x: 0, y: 8 - (value - 0x2580), width: 8, height: value - 0x2580)
    case "▉"..."▏": .block(x: 0, y: 0, width: 0x2590 - value, height: 8)
    default: nil
    }
  }
}
