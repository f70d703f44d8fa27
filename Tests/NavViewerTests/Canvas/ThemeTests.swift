import NavBase
import NavEngine
import NavScene
import NavTestKit
import NavViewer
import Testing

@Suite struct ThemeTests {
  private static let themes = [Theme.dark, .light]

  @Test(arguments: ColorDepth.allCases)
  func aDepthUsesItsOwnColoursOnly(depth: ColorDepth) {
    for theme in Self.themes.map({ ResolvedTheme($0, depth: depth) }) {
      let looks =
        TextRole.allCases.map { theme.look(of: $0) } + [
          theme.screen.accent, theme.muted, theme.screen.statusBar,
        ]
      for look in looks + looks.map({ theme.shaded($0, by: 100) }) {
        for color in [look.foreground, look.background] {
          #expect(isAllowed(color, depth), "\(color) in \(depth)")
        }
      }
    }
  }

  private func isAllowed(_ color: Color, _ depth: ColorDepth) -> Bool {
    switch (color.value, depth) {
    case (.terminal, _): true
    case (.palette(let index), .palette16): index < 16
    case (.palette(let index), .palette256): index >= 16
    case (.rgb, .truecolor): true
    case (.palette, .mono), (.palette, .truecolor), (.rgb, .mono), (.rgb, .palette16),
      (.rgb, .palette256):
      false
    }
  }

  @Test func attributesAreTheSameInEveryDepth() {
    for role in TextRole.allCases {
      let attributes = ColorDepth.allCases.map {
        ResolvedTheme(.dark, depth: $0).look(of: role).attributes
      }
      #expect(Set(attributes).count == 1, "\(role)")
    }
  }

  @Test(arguments: ColorDepth.allCases)
  func plainTextIsTheTerminalsOwn(depth: ColorDepth) {
    for theme in Self.themes.map({ ResolvedTheme($0, depth: depth) }) {
      #expect(theme.look(of: TextRole.plain) == .plain)
    }
  }

  @Test func emphasisGoesOnTopOfTheRole() {
    let theme = ResolvedTheme(.dark, depth: .mono)
    let look = theme.look(of: TextStyle(role: .heading1, attributes: [.italic, .strikethrough]))
    #expect(look == CellStyle(attributes: [.bold, .italic, .strikethrough]))
  }

  @Test(arguments: [
    (0, false), (ResolvedTheme.dimOverlay - 1, false), (ResolvedTheme.dimOverlay, true),
    (255, true),
  ])
  func fewColoursAreDimFromThereOn(overlay: Int, isDim: Bool) {
    #expect(ResolvedTheme.dimOverlay == Int((0.15 * 255).rounded(.up)))
    for depth in [ColorDepth.mono, .palette16] {
      let look = ResolvedTheme(.dark, depth: depth).shaded(.plain, by: overlay)
      #expect(look == (isDim ? CellStyle(attributes: .dim) : .plain))
    }
  }

  @Test func twoHundredAndFiftySixColoursKnowThreeDegrees() {
    let theme = ResolvedTheme(.dark, depth: .palette256)
    let inks = (1...255).map { theme.shaded(.plain, by: $0).foreground }
    #expect(Set(inks).count == 3)
    #expect(theme.shaded(.plain, by: 0).foreground == .terminal)
  }

  @Test func truecolorIsBlendedToBlack() {
    let theme = ResolvedTheme(.dark, depth: .truecolor)
    let look = CellStyle(foreground: Color(RGB(200, 100, 0)), background: Color(RGB(255, 255, 255)))
    #expect(theme.shaded(look, by: 0) == look)
    let half = CellStyle(foreground: Color(RGB(100, 50, 0)), background: Color(RGB(127, 127, 127)))
    #expect(theme.shaded(look, by: 128) == half)
    let black = Color(RGB(0, 0, 0))
    #expect(theme.shaded(look, by: 255) == CellStyle(foreground: black, background: black))
    // On dark the background stays the terminal's, on light it is darkened paper.
    #expect(theme.shaded(.plain, by: 100).background == .terminal)
  }

  /// Mixing with black alone would make dark text stand out on a darkened background.
  @Test func onLightThemesTextFadesIntoADarkerBackground() {
    let theme = ResolvedTheme(.light, depth: .truecolor)
    let look = theme.shaded(.plain, by: 100)
    #expect(look.background == Color(RGB(215, 215, 215)))
    #expect(look.foreground == Color(RGB(89, 92, 96)))
    var contrasts: [Int] = []
    for overlay in 0...255 {
      guard case .rgb(let ink) = theme.shaded(look, by: overlay).foreground.value,
        case .rgb(let paper) = theme.shaded(look, by: overlay).background.value
      else { continue }
      contrasts.append(Int(paper.green) - Int(ink.green))
    }
    #expect(contrasts.count == 256)
    #expect(zip(contrasts, contrasts.dropFirst()).allSatisfy { $0 >= $1 - 1 })
    #expect(contrasts[255] < contrasts[0] / 3)
  }

  /// Covered content is not reversed.
  @Test(arguments: [ColorDepth.mono, .palette16])
  func nothingCoveredIsReversed(depth: ColorDepth) {
    let theme = ResolvedTheme(.dark, depth: depth)
    let look = CellStyle(attributes: [.reverse, .bold])
    #expect(theme.shaded(look, by: ResolvedTheme.dimOverlay - 1) == look)
    #expect(theme.shaded(look, by: ResolvedTheme.dimOverlay).attributes == [.bold, .dim])
  }

  @Test func aThemeWithAGroundOfItsOwnFillsTheScreen() throws {
    let theme = ResolvedTheme(try #require(Theme.named("night")), depth: .truecolor)
    let size = CellSize(columns: 20, rows: 3)
    let terminal = VirtualTerminal(size)
    var encoder = FrameEncoder(EncoderOptions(synchronizedOutput: true, page: theme.page))
    for text in ["abc def abc def abc", "a", ""] {
      var canvas = Canvas(size: size)
      canvas.draw(text, at: CellPoint(x: 0, y: 1), clip: canvas.bounds) { _ in .plain }
      terminal.write(encoder.encode(canvas))
      for y in 0..<size.rows {
        for x in 0..<size.columns {
          let cell = terminal.cell(at: CellPoint(x: x, y: y))
          #expect(cell.look.background == theme.page.background, "\(text): \(x), \(y)")
          if cell.text != "" { #expect(cell.look.foreground == theme.page.foreground) }
        }
      }
    }
    #expect(ResolvedTheme(.dark, depth: .truecolor).page == .plain)
  }

  @Test("WCAG 2: text is readable on each of its backgrounds, rules and marks are visible")
  func enoughContrast() {
    // Real terminals: black, and the backgrounds of well-known schemes.
    let terminals: [Appearance: [RGB]] = [
      .dark: [0x000000, 0x1E1E1E, 0x282C34].map { RGB(hex: $0) },
      .light: [0xFFFFFF, 0xFDF6E3, 0xF2F2F2].map { RGB(hex: $0) },
    ]
    #expect(Theme.builtIn.map(\.name) == BuiltInTheme.allCases.dropFirst().map(\.name))
    for (name, theme) in Theme.builtIn {
      let own = theme[.page].ground.map { [$0.rgb] } ?? terminals[theme.appearance, default: []]
      if let ink = theme[.page].ink { #expect(contrast(ink.rgb, own[0]) >= 7) }
      func check(_ part: ThemePart, on grounds: [RGB], least: Double = 4.5) {
        let paint = theme[part]
        for ground in paint.ground.map({ [$0.rgb] }) ?? grounds {
          let ratio = contrast(paint.ink?.rgb ?? theme.ink, ground)
          #expect(ratio >= least, "\(part) of \(name) on \(ground): \(ratio)")
        }
      }
      func ground(_ part: ThemePart) -> [RGB] { theme[part].ground.map { [$0.rgb] } ?? [] }
      let rules: [TextRole] = [.headingRule, .quoteBar, .tableRule, .rule]
      for role in TextRole.allCases where !rules.contains(role) {
        check(.text(role), on: own + ground(.text(.codeBlock)))
        // Tokens take the ground of a diff's line.
        check(.text(role), on: ground(.text(.diffAdded)) + ground(.text(.diffRemoved)))
      }
      for role in rules {
        check(.text(role), on: own + ground(.bar) + ground(.selectedTab), least: 3)
      }
      check(.accent, on: own)
      check(.statusBar, on: own)
      for part in [ThemePart.selection, .otherSelection, .bar, .selectedTab, .statusBar] {
        #expect(!ground(part).isEmpty, "\(part) of \(name) has no ground")
        for role in [TextRole.plain, .branch, .muted, .error] {
          check(.text(role), on: ground(part))
        }
      }
      for role in TabBadge.Role.allCases { check(.badge(role), on: []) }
    }
  }

  @Test("every part has a unique name in its table, and can be set alone")
  func parts() {
    for table in ThemePart.Table.allCases {
      let names = table.parts.map(\.name)
      #expect(Set(names).count == names.count && !names.isEmpty)
    }
    let plain = Theme(ink: RGB(hex: 0), paper: nil)
    for part in ThemePart.allCases {
      var theme = plain
      theme[part] = Paint(Paint.Ink(RGB(1, 2, 3)), on: Paint.Ink(RGB(4, 5, 6)))
      for other in ThemePart.allCases where other != part { #expect(theme[other] == Paint()) }
      #expect(theme[part].ink?.rgb == RGB(1, 2, 3))
    }
  }

  @Test(
    "16 colours: only chosen backgrounds are used, and text gets the nearest colour"
  )
  func sixteen() {
    var theme = Theme.dark
    theme[.bar] = Paint(on: Paint.Ink(RGB(0, 0, 200)))
    theme[.selection] = Paint(on: Paint.Ink(RGB(0, 0, 200), 4))
    theme[.text(.error)] = Paint(Paint.Ink(RGB(250, 10, 10)))
    let few = ResolvedTheme(theme, depth: .palette16)
    #expect(few.screen.bar == .plain)
    #expect(few.screen.selection == CellStyle(background: Color(palette: 4)))
    #expect(few.look(of: TextRole.error) == CellStyle(foreground: Color(palette: 9)))
    #expect(
      ResolvedTheme(.dark, depth: .palette16).screen.selection == CellStyle(attributes: .reverse)
    )
    #expect(
      ResolvedTheme(.dark, depth: .mono).look(of: TabBadge.Role.alert).attributes == [
        .bold, .reverse,
      ]
    )
  }

  /// A reference implementation for near-greys: compares every index.
  @Test func theNearestOfThePalette() throws {
    try forSeeds(0..<3000) { random in
      let color = RGB(hex: UInt32(truncatingIfNeeded: random.next()))
      let found = Palette256.nearest(to: color)
      let parts = [color.red, color.green, color.blue]
      if (parts.max() ?? 0) - (parts.min() ?? 0) < 40 {
        let best = (UInt8(16)...255).map { distance($0, color) }.min()
        try demand(distance(found, color) == best, "\(color) is not \(found)")
      } else {
        // A colour stays a colour, with about the same brightness.
        let other = try #require(Palette256.color(at: found))
        try demand(found < 232 && max(other.red, other.green, other.blue) > 0)
        try demand(Set([other.red, other.green, other.blue]).count > 1, "\(color) is grey")
        try demand(abs(brightness(other) - brightness(color)) <= 80, "\(color) is not \(other)")
      }
    }
    for index in UInt8(16)...255 {
      let color = try #require(Palette256.color(at: index))
      #expect(Palette256.color(at: Palette256.nearest(to: color)) == color)
    }
    for index in UInt8(0)..<16 { #expect(Palette256.color(at: index) == nil) }
  }

  @Test(
    "dark and pale backgrounds keep their tone",
    arguments: [
      (0x1F3B58, 24), (0xCFE3FA, 153), (0x5E4A12, 58), (0x6CB6FF, 75), (0x1F5831, 22),
      (0x581F3B, 89), (0xFACFE3, 218), (0x0A55A1, 25), (0xC93C33, 167),
    ] as [(UInt32, UInt8)]
  )
  func tones(hex: UInt32, index: UInt8) {
    #expect(Palette256.nearest(to: RGB(hex: hex)) == index)
  }

  private func brightness(_ color: RGB) -> Int {
    (299 * Int(color.red) + 587 * Int(color.green) + 114 * Int(color.blue)) / 1000
  }

  private func distance(_ index: UInt8, _ color: RGB) -> Int {
    guard let other = Palette256.color(at: index) else { return .max }
    return [(other.red, color.red), (other.green, color.green), (other.blue, color.blue)]
      .reduce(0) { $0 + (Int($1.0) - Int($1.1)) * (Int($1.0) - Int($1.1)) }
  }

  @Test("search matches stand out, and the current one more, at every depth")
  func found() {
    for theme in [Theme.dark, .light] {
      for depth in [ColorDepth.mono, .palette16, .palette256, .truecolor] {
        let resolved = ResolvedTheme(theme, depth: depth)
        for role in TextRole.allCases {
          let looks = [[], TextAttributes.found, .anyFound].map {
            resolved.look(of: TextStyle(role: role, attributes: $0))
          }
          #expect(Set(looks).count == 3, "\(depth) \(role)")
        }
        // Regardless of the text's own attributes.
        let mark = resolved.look(of: TextStyle(attributes: .found))
        let own = TextStyle(
          attributes: [.found, .dim, .inverse],
          foreground: .indexed(1),
          background: .indexed(2)
        )
        #expect(resolved.look(of: own) == mark, "\(depth)")
      }
    }
  }
}
