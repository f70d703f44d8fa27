import NavBase

/// The ten colours from which a theme with a ground of its own is made; text is brought to a contrast of 4.5 on all of
/// the theme's grounds.
private struct Palette {
  let name: String
  private let hues: [RGB]

  private init(_ row: Substring) {
    let words = row.split(separator: " ")
    name = String(words[0])
    hues = words.dropFirst().map { RGB(hex: UInt32($0, radix: 16) ?? 0) }
  }

  static let all = sheet.split(separator: "\n").map { Palette($0) }

  /// The ink, the paper and what is faint; then red, orange, yellow, green, teal, blue and purple.
  ///
  /// `projector` and `stage` have a high contrast, for projectors in bright and in dark rooms; no two meanings of `clear`
  /// differ by red and green alone.
  private static let sheet = """
    projector 000000 FFFFFF 4A4A4A A80000 8A3C00 6B4E00 00590F 00565A 0038A8 66009C
    stage     FFFFFF 000000 BDBDBD FF7B72 FFA657 FFD866 7EE787 56E0D6 79C0FF E2A8FF
    clear     E6E6E6 14181D A6ADB5 FF9E6B E69F00 F0E442 56B4E9 8FD3F4 6FA8FF E0A3C8
    night     C5CEF0 1A1C2B 8F97BD F4788F FBA56B E1B46E A3CF72 79D2C6 7EA6F8 BD9CF5
    earth     E9DDBB 282623 AA9D86 F96A54 F58A2E EFBB3C B5BA32 8DBF80 8AABA0 D58BA0
    frost     E3E8F0 2D3440 A7B1C3 D9808A DB9A82 EACB8E A9C795 90C4C2 8FB3D6 C09DBC
    dusk      D2D7F2 1F1E2E 9EA2BE F28CA8 F9B48A F7E0B0 A8E0A3 95E0D5 8BB5F8 CBA8F5
    paper     4A4A44 FAF4E4 6E6B60 B8332E A84E12 866200 56701A 1E7470 1F68A6 6A53A8
    """

  var theme: Theme {
    let (ink, paper, faint, red, orange) = (hues[0], hues[1], hues[2], hues[3], hues[4])
    let (yellow, green, teal, blue, purple) = (hues[5], hues[6], hues[7], hues[8], hues[9])
    let isDark = paper.luminance < ink.luminance
    func ground(_ color: RGB, _ share: Int) -> Paint.Ink {
      Paint.Ink(paper.mixed(with: color, by: share))
    }
    var colors = isDark ? Theme.Colors.dark : .light
    (colors.ink, colors.paper) = (ink, paper)
    colors.selection = ground(blue, isDark ? 58 : 38)
    colors.bar = ground(ink, 12)
    colors.selectedTab = ground(ink, 22)
    colors.otherSelection = ground(ink, 18)
    colors.codeGround = ground(ink, 14)
    colors.addedGround = ground(green, 28)
    colors.removedGround = ground(red, 28)
    let status = ground(ink, 28)
    let grounds =
      [
        colors.selection, colors.bar, colors.selectedTab, colors.otherSelection, status,
        colors.codeGround, colors.addedGround, colors.removedGround,
      ].map(\.rgb) + [paper]
    // The replacements among 16 colours stay those of the dark or the light theme.
    func write(_ color: RGB, _ parts: WritableKeyPath<Theme.Colors, Paint.Ink>...) {
      let color = color.readable(on: grounds, least: 4.6)
      for part in parts { colors[keyPath: part].rgb = color }
    }
    write(blue, \.accent, \.name)
    write(teal, \.second, \.type)
    write(faint, \.faint, \.quote, \.comment)
    write(orange, \.code, \.number)
    write(red, \.error)
    write(green, \.done, \.string)
    write(yellow, \.open, \.meta)
    write(purple, \.keyword)
    colors.rule.rgb = paper.mixed(with: faint, by: 170).readable(on: grounds, least: 3.1)
    let statusInk = ink.readable(on: grounds, least: 4.6)
    colors.statusBar = Paint(Paint.Ink(statusInk, colors.quote.index), on: status)
    let found = ground(yellow, isDark ? 90 : 70)
    colors.found = Paint(Paint.Ink(ink.readable(on: [found.rgb], least: 4.6), 0), on: found)
    colors.foundHere = Paint(Paint.Ink(yellow.farEnd, 0), on: Paint.Ink(yellow, 11))
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
