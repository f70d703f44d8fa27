import NavBase
import NavTestKit
import NavViewer
import Testing

/// The colours of content on a terminal (`ContentColors`).
@Suite struct ContentColorsTests {
  /// Backgrounds of real terminals, for each theme.
  private static let grounds: [(Theme, [RGB])] = [
    (.dark, [0x000000, 0x1E1E1E, 0x282C34].map { RGB(hex: $0) }),
    (.light, [0xFFFFFF, 0xFDF6E3, 0xF2F2F2].map { RGB(hex: $0) }),
  ]

  private static let every: [TextColor] =
    (0...255).map { .indexed(UInt8($0)) }
    + [0, 51, 128, 200, 255].flatMap { red in
      [0, 90, 255].flatMap { green in [0, 128, 255].map { .rgb(red, green, $0) } }
    }

  @Test("WCAG 2: text in any colour is readable on every terminal's background, and on code's")
  func foregrounds() throws {
    for (theme, grounds) in Self.grounds {
      for depth in [ColorDepth.palette256, .truecolor] {
        let resolved = ResolvedTheme(theme, depth: depth)
        for color in Self.every {
          let look = resolved.look(of: TextStyle(foreground: color))
          let ink = try #require(rgb(look.foreground))
          #expect(look.background == .terminal)
          for ground in grounds {
            #expect(contrast(ink, ground) >= 4.5, "\(color) \(depth) on \(ground)")
          }
          let code = resolved.look(of: TextRole.codeBlock).background
          let inCode = resolved.look(of: TextStyle(role: .codeBlock, foreground: color))
          #expect(inCode.background == code)
          #expect(
            contrast(try #require(rgb(inCode.foreground)), try #require(rgb(code))) >= 4.45,
            "\(color) \(depth) in code"
          )
        }
      }
    }
  }

  @Test("text on the content's own background is readable, and the background is as requested")
  func backgrounds() throws {
    for (theme, _) in Self.grounds {
      for depth in [ColorDepth.palette256, .truecolor] {
        for color in Self.every {
          let look = ResolvedTheme(theme, depth: depth).look(of: TextStyle(background: color))
          let (ink, ground) = try (#require(rgb(look.foreground)), #require(rgb(look.background)))
          #expect(contrast(ink, ground) >= 4.4, "\(color) \(depth)")
        }
      }
    }
  }

  @Test(
    "a readable pair is unchanged, and other colours are mixed no more than needed",
    arguments: [
      (TextColor.rgb(10, 20, 30), TextColor.rgb(10, 20, 31)), (.indexed(0), .indexed(0)),
      (.rgb(1, 2, 3), .rgb(250, 250, 250)),
    ]
  )
  func pairs(_ text: TextColor, _ behind: TextColor) throws {
    let style = TextStyle(foreground: text, background: behind)
    for theme in [Theme.dark, .light] {
      let look = ResolvedTheme(theme, depth: .truecolor).look(of: style)
      #expect(rgb(look.foreground) == RGB(hex: text.code & 0xFF_FFFF))
      #expect(rgb(look.background) == RGB(hex: behind.code & 0xFF_FFFF))
    }
    let clear = ResolvedTheme(.dark, depth: .truecolor)
    let look = clear.look(of: TextStyle(foreground: .rgb(200, 210, 90)))
    #expect(look.foreground == Color(RGB(200, 210, 90)))
  }

  @Test(
    "16 colours: the terminal's own, except invisible ones",
    arguments: [
      // The requested colour, on dark, on light; nil is the terminal's default foreground.
      (TextColor.indexed(1), 1, 1), (.indexed(0), nil, 0), (.indexed(4), 12, 4),
      (.indexed(15), 15, nil), (.indexed(7), 7, nil), (.indexed(11), 11, 3), (.indexed(14), 14, 6),
      (.rgb(250, 5, 5), 9, 9), (.indexed(196), 9, 9), (.rgb(255, 255, 255), 15, nil),
    ] as [(TextColor, UInt8?, UInt8?)]
  )
  func sixteen(_ color: TextColor, dark: UInt8?, light: UInt8?) {
    for (theme, index) in [(Theme.dark, dark), (.light, light)] {
      let look = ResolvedTheme(theme, depth: .palette16).look(of: TextStyle(foreground: color))
      #expect(look == CellStyle(foreground: index.map { Color(palette: $0) } ?? .terminal))
    }
  }

  @Test("16 colours: foreground and background never become equal, unless they were")
  func sixteenPairs() {
    for theme in [Theme.dark, .light] {
      let few = ResolvedTheme(theme, depth: .palette16)
      for text in Self.every {
        for behind in [TextColor.indexed(0), .indexed(3), .indexed(15), .rgb(12, 12, 14)] {
          let look = few.look(of: TextStyle(foreground: text, background: behind))
          #expect((look.foreground == look.background) == (text == behind), "\(text) \(behind)")
        }
        let alone = few.look(of: TextStyle(background: text))
        #expect(alone.foreground != alone.background && alone.foreground != .terminal)
      }
    }
  }

  @Test("dim text is weaker than every role and still visible")
  func dim() throws {
    for (theme, grounds) in Self.grounds {
      let resolved = ResolvedTheme(theme, depth: .truecolor)
      for role in [TextRole.plain, .codeBlock, .codeKeyword, .codeString, .codeComment] {
        let clear = resolved.look(of: TextStyle(role: role))
        let dim = resolved.look(of: TextStyle(role: role, attributes: .dim))
        let ink = try #require(rgb(dim.foreground))
        #expect(dim.attributes == clear.attributes)
        for ground in rgb(dim.background).map({ [$0] }) ?? grounds {
          let before = contrast(rgb(clear.foreground) ?? theme.ink, ground)
          #expect(
            contrast(ink, ground) >= 2 && contrast(ink, ground) < before,
            "\(role) on \(ground)"
          )
        }
      }
    }
  }

  @Test("a terminal without colours shows none, and emphasis stays")
  func mono() {
    let style = TextStyle(
      attributes: [.dim, .inverse, .bold],
      foreground: .indexed(1),
      background: .rgb(1, 2, 3)
    )
    let look = ResolvedTheme(.dark, depth: .mono).look(of: style)
    #expect(look == CellStyle(attributes: [.dim, .reverse, .bold]))
  }

  @Test("a colour is encoded as its number, and an invalid number is no colour")
  func codes() {
    for color in Self.every { #expect(TextColor(code: color.code) == color) }
    let none: [UInt32] = [256, (1 << 24) - 1, 1 << 25, .max]
    for code in none { #expect(TextColor(code: code) == nil) }
    var style = TextStyle(foreground: .indexed(0), background: .rgb(0, 0, 0))
    #expect(style.foreground == .indexed(0) && style.background == .rgb(0, 0, 0))
    (style.foreground, style.background) = (nil, nil)
    #expect(style == .plain)
  }

  private func rgb(_ color: Color) -> RGB? {
    switch color.value {
    case .terminal: nil
    case .palette(let index): Palette256.color(at: index)
    case .rgb(let rgb): rgb
    }
  }
}
