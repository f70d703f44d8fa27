import NavScene

/// The colours of pointers and marks, which are the same in every theme, so that all see a viewer in one colour.
extension ResolvedTheme {
  /// By the number of the colour: amber, cyan, pink, green, blue, red, violet, white.
  private static let inks: [Paint.Ink] = [
    Paint.Ink(0xFFB000, 11), Paint.Ink(0x35C9DB, 14), Paint.Ink(0xFF7AC6, 13),
    Paint.Ink(0x6FD34E, 10), Paint.Ink(0x6C9BFF, 12), Paint.Ink(0xF0624D, 9),
    Paint.Ink(0xB584FF, 5), Paint.Ink(0xE8E8E8, 15),
  ]

  /// The backgrounds of marked lines on dark and on light terminals.
  private static let marks = (dark: RGB(hex: 0x5A4A00), light: RGB(hex: 0xFFEFA0))

  /// Returns the style of a pointer and its name by the number of the colour.
  func pointerLook(_ number: Int) -> CellStyle {
    let ink = Self.inks[max(0, number) % Self.inks.count]
    switch depth {
    case .mono: return CellStyle(attributes: [.reverse, .bold])
    case .palette16:
      let index = ink.index ?? 7
      return CellStyle(
        foreground: Color(palette: Palette16.farEnd(from: index)),
        background: Color(palette: index)
      )
    case .palette256, .truecolor:
      return CellStyle(
        foreground: terminal.color(ink.rgb.farEnd),
        background: terminal.color(ink.rgb)
      )
    }
  }

  /// Returns the style of a cell that a viewer points at.
  func pointed(_ look: CellStyle, _ pointer: CellStyle) -> CellStyle {
    var pointed = pointer
    pointed.attributes = look.attributes.union(pointer.attributes)
    if depth == .mono, look.attributes.contains(.reverse) {
      // It stands out from a row that is reversed itself.
      pointed.attributes.remove(.reverse)
    } else if depth != .mono {
      pointed.attributes.remove([.reverse, .dim])
    }
    return pointed
  }

  /// Returns the style of a cell in a marked line, under a layer of black.
  func marked(_ look: CellStyle, under overlay: Int) -> CellStyle {
    var look = look
    switch depth {
    case .mono:
      // A selected row is reversed already.
      look.attributes.insert(look.attributes.contains(.reverse) ? .underline : .reverse)
    case .palette16:
      look.foreground = Color(palette: 0)
      look.background = Color(palette: 3)
      look.attributes.remove([.reverse, .dim])
    case .palette256, .truecolor:
      let isDark = (terminal.paper ?? terminal.ink.farEnd).luminance < terminal.ink.luminance
      let ground = isDark ? Self.marks.dark : Self.marks.light
      let shade = shaded(
        CellStyle(foreground: look.foreground, background: terminal.color(ground)),
        by: overlay
      )
      look.background = shade.background
    }
    return look
  }
}
