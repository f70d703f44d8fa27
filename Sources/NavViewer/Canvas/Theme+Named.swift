import NavBase

/// The ten colours from which a theme with a ground of its own is made; text is brought to a contrast of 4.5 on all of
/// the theme's grounds.
private struct Palette {
  var name: String
  var ink: UInt32
  var paper: UInt32
  var faint: UInt32
  var red: UInt32
  var orange: UInt32
  var yellow: UInt32
  var green: UInt32
  var teal: UInt32
  var blue: UInt32
  var purple: UInt32

  init(_ name: String, ink: UInt32, on paper: UInt32, faint: UInt32, _ hues: [UInt32]) {
    self.name = name
    (self.ink, self.paper, self.faint) = (ink, paper, faint)
    (red, orange, yellow, green) = (hues[0], hues[1], hues[2], hues[3])
    (teal, blue, purple) = (hues[4], hues[5], hues[6])
  }

  /// The hues are red, orange, yellow, green, teal, blue, purple.
  static let all = [
    // High contrast, for projectors in bright and in dark rooms.
    Palette(
      "projector",
      ink: 0x000000,
      on: 0xFFFFFF,
      faint: 0x4A4A4A,
      [0xA80000, 0x8A3C00, 0x6B4E00, 0x00590F, 0x00565A, 0x0038A8, 0x66009C]
    ),
    Palette(
      "stage",
      ink: 0xFFFFFF,
      on: 0x000000,
      faint: 0xBDBDBD,
      [0xFF7B72, 0xFFA657, 0xFFD866, 0x7EE787, 0x56E0D6, 0x79C0FF, 0xE2A8FF]
    ),
    // No two meanings differ by red and green alone.
    Palette(
      "clear",
      ink: 0xE6E6E6,
      on: 0x14181D,
      faint: 0xA6ADB5,
      [0xFF9E6B, 0xE69F00, 0xF0E442, 0x56B4E9, 0x8FD3F4, 0x6FA8FF, 0xE0A3C8]
    ),
    Palette(
      "night",
      ink: 0xC5CEF0,
      on: 0x1A1C2B,
      faint: 0x8F97BD,
      [0xF4788F, 0xFBA56B, 0xE1B46E, 0xA3CF72, 0x79D2C6, 0x7EA6F8, 0xBD9CF5]
    ),
    Palette(
      "earth",
      ink: 0xE9DDBB,
      on: 0x282623,
      faint: 0xAA9D86,
      [0xF96A54, 0xF58A2E, 0xEFBB3C, 0xB5BA32, 0x8DBF80, 0x8AABA0, 0xD58BA0]
    ),
    Palette(
      "frost",
      ink: 0xE3E8F0,
      on: 0x2D3440,
      faint: 0xA7B1C3,
      [0xD9808A, 0xDB9A82, 0xEACB8E, 0xA9C795, 0x90C4C2, 0x8FB3D6, 0xC09DBC]
    ),
    Palette(
      "dusk",
      ink: 0xD2D7F2,
      on: 0x1F1E2E,
      faint: 0x9EA2BE,
      [0xF28CA8, 0xF9B48A, 0xF7E0B0, 0xA8E0A3, 0x95E0D5, 0x8BB5F8, 0xCBA8F5]
    ),
    Palette(
      "paper",
      ink: 0x4A4A44,
      on: 0xFAF4E4,
      faint: 0x6E6B60,
      [0xB8332E, 0xA84E12, 0x866200, 0x56701A, 0x1E7470, 0x1F68A6, 0x6A53A8]
    ),
  ]

  var theme: Theme {
    let (ink, paper) = (RGB(hex: self.ink), RGB(hex: self.paper))
    let isDark = paper.luminance < ink.luminance
    let like: Theme.Colors = isDark ? .dark : .light
    func ground(_ color: UInt32, _ share: Int) -> Paint.Ink {
      Paint.Ink(paper.mixed(with: RGB(hex: color), by: share))
    }
    let selection = ground(blue, isDark ? 58 : 38)
    let bar = ground(self.ink, 12)
    let tab = ground(self.ink, 22)
    let other = ground(self.ink, 18)
    let status = ground(self.ink, 28)
    let (code, added, removed) = (ground(self.ink, 14), ground(green, 28), ground(red, 28))
    let grounds = [selection, bar, tab, other, status, code, added, removed].map(\.rgb) + [paper]
    func text(_ color: UInt32, _ like: Paint.Ink) -> Paint.Ink {
      Paint.Ink(RGB(hex: color).readable(on: grounds, least: 4.6), like.index)
    }
    let found = ground(yellow, isDark ? 90 : 70)
    let colors = Theme.Colors(
      ink: self.ink,
      paper: self.paper,
      text: Theme.Text(
        accent: text(blue, like.text.accent),
        second: text(teal, like.text.second),
        rule: Paint.Ink(
          paper.mixed(with: RGB(hex: faint), by: 170).readable(on: grounds, least: 3.1),
          like.text.rule.index
        ),
        faint: text(faint, like.text.faint),
        quote: text(faint, like.text.quote),
        code: text(orange, like.text.code),
        codeGround: code,
        addedGround: added,
        removedGround: removed
      ),
      states: Theme.States(
        error: text(red, like.states.error),
        done: text(green, like.states.done),
        open: text(yellow, like.states.open)
      ),
      tokens: Theme.Tokens(
        comment: text(faint, like.tokens.comment),
        keyword: text(purple, like.tokens.keyword),
        string: text(green, like.tokens.string),
        number: text(orange, like.tokens.number),
        type: text(teal, like.tokens.type),
        name: text(blue, like.tokens.name),
        meta: text(yellow, like.tokens.meta)
      ),
      screen: Theme.Screen(
        statusBar: Paint(text(self.ink, like.text.quote), on: status),
        selection: selection,
        otherSelection: other,
        bar: bar,
        selectedTab: tab,
        found: Paint(Paint.Ink(ink.readable(on: [found.rgb], least: 4.6), 0), on: found),
        foundHere: Paint(
          Paint.Ink(RGB(hex: yellow).farEnd, 0),
          on: Paint.Ink(RGB(hex: yellow), 11)
        )
      )
    )
    var theme = Theme(colors, badges: isDark ? Theme.darkBadges : Theme.lightBadges)
    theme[.page] = Paint(Paint.Ink(ink), on: Paint.Ink(paper))
    return theme
  }
}

extension Theme {
  /// The built-in themes with names, in the order in which they are listed; all but the first two have a ground of their
  /// own.
  package static let builtIn: [(name: String, theme: Theme)] =
    [("dark", .dark), ("light", .light)] + Palette.all.map { ($0.name, $0.theme) }

  /// Returns a built-in theme; nil if there is none of that name.
  package static func named(_ name: String) -> Theme? {
    builtIn.first { $0.name == name }?.theme
  }
}

extension RGB {
  /// Returns the colour, or its first mix with black or white that is readable on all of several grounds.
  fileprivate func readable(on grounds: [RGB], least: Double) -> RGB {
    let end = grounds.last?.farEnd ?? self
    let mixes = stride(from: 0, through: 255, by: 5).lazy.map { mixed(with: end, by: $0) }
    return mixes.first { mix in grounds.allSatisfy { mix.contrast(with: $0) >= least } } ?? end
  }
}

extension Theme {
  /// Returns the lines of a small picture of the theme, with sequences for colours.
  package func preview(_ name: String, depth: ColorDepth) -> [String] {
    let theme = ResolvedTheme(self, depth: depth)
    let code: [(String, TextRole)] = [
      ("func ", .codeKeyword), ("greet", .codeName), ("(to: ", .plain), ("String", .codeType),
      (") = ", .plain), ("\"hello\"", .codeString), (" * ", .plain), ("3", .codeNumber),
      ("  // a comment", .codeComment),
    ]
    let rows: [[(String, TextRole)]] = [
      [(name, .heading1), ("  second heading", .heading2), ("  text  ", .plain), ("link", .link)],
      code,
      [
        ("+ added", .diffAdded), ("  ", .plain), ("- removed", .diffRemoved), ("  ", .plain),
        ("error", .error), ("  muted  ", .muted), ("`code`", .codeSpan),
      ],
    ]
    var canvas = Canvas(size: CellSize(columns: 64, rows: rows.count + 2))
    canvas.fill(canvas.bounds, with: theme.page)
    for (index, row) in rows.enumerated() {
      var text = StyledText("  ")
      for (part, role) in row { text.append(part, style: TextStyle(role: role)) }
      let origin = CellPoint(x: 0, y: index + 1)
      canvas.draw(text.text, runs: text.runs, at: origin, clip: canvas.bounds) { style in
        let look = theme.look(of: style)
        return CellStyle(
          foreground: look.foreground == .terminal ? theme.page.foreground : look.foreground,
          background: look.background == .terminal ? theme.page.background : look.background,
          attributes: look.attributes
        )
      }
    }
    return canvas.sgrLines(depth: depth)
  }
}
