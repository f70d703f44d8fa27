package import NavBase
import NavScene

/// A theme for one colour depth: the style of every text role and every part of the screen.
package struct ResolvedTheme: Hashable, Sendable {
  let terminal: TerminalColors
  /// The styles of text, by the role's raw value.
  private let roles: [CellStyle]
  /// The styles of badges, by the role's raw value.
  private let badges: [CellStyle]
  package let screen: Screen
  /// The replacements of the terminal's default colours; plain for none.
  package let page: CellStyle
  private let contentColors: ContentColors

  /// The styles of the parts of the screen that are not text.
  package struct Screen: Hashable, Sendable {
    /// Marks, such as the dot of the shown page in a pager.
    package let accent: CellStyle
    /// The status line's background.
    package let statusBar: CellStyle
    /// The selected entry of the focused list, laid over the row's own style.
    package let selection: CellStyle
    /// The selected entry of any other list.
    package let otherSelection: CellStyle
    /// The background of a tab bar, and of the attachment below side tabs.
    package let bar: CellStyle
    /// The background of the shown tab.
    package let selectedTab: CellStyle
    /// Search matches, and the current match.
    fileprivate let found: CellStyle
    fileprivate let foundHere: CellStyle
  }

  package var depth: ColorDepth { terminal.depth }
  package var muted: CellStyle { look(of: TextRole.muted) }

  /// The overlay from which terminals with few colours show covered text dim: 0.15 of 255, rounded up.
  package static let dimOverlay = 39

  /// Resolves a theme to the nearest colours of a depth.
  package init(_ theme: Theme, depth: ColorDepth) {
    terminal = TerminalColors(depth: depth, ink: theme.ink, paper: theme.paper)
    roles = TextRole.allCases.map { theme[.text($0)].look(depth) }
    badges = TabBadge.Role.allCases.map { role in
      var look = theme[.badge(role)].look(depth)
      if depth == .mono { look.attributes.insert(.reverse) }
      return look
    }
    screen = Screen(theme, depth: depth)
    // The 16 colours of a terminal are made for its own background.
    page = depth == .mono || depth == .palette16 ? .plain : theme[.page].look(depth)
    contentColors = ContentColors(terminal)
  }

  package func look(of role: TextRole) -> CellStyle { roles[Int(role.rawValue)] }

  package func look(of role: TabBadge.Role) -> CellStyle { badges[Int(role.rawValue)] }

  /// Returns the style of text: its role, its explicit colours, then its attributes.
  package func look(of style: TextStyle) -> CellStyle {
    var look = contentColors.look(look(of: style.role), of: style)
    var emphasis = style.attributes
    if let found = self.look(ofFound: style.attributes) {
      if depth != .mono {
        (look.foreground, look.background) = (found.foreground, found.background)
      }
      look.attributes.formUnion(found.attributes)
      // Matches stay recognisable in dim and inverse text.
      emphasis.subtract([.dim, .inverse])
    }
    if emphasis.contains(.dim) && (depth == .truecolor || depth == .palette256) {
      // Not all terminals support the dim attribute.
      look.foreground = contentColors.dimmed(look)
      emphasis.remove(.dim)
    }
    look.attributes.formUnion(CellAttributes(emphasis))
    return look
  }

  /// Returns the style of a search match; nil for other text.
  private func look(ofFound attributes: TextAttributes) -> CellStyle? {
    if attributes.contains(.foundHere) { return screen.foundHere }
    return attributes.contains(.found) ? screen.found : nil
  }

  /// Returns the style of text in the status line, on the bar's background.
  package func statusLook(of style: TextStyle) -> CellStyle {
    var look = screen.statusBar
    let text = self.look(of: style)
    look.attributes.formUnion(text.attributes)
    if text.foreground != .terminal && !screen.statusBar.attributes.contains(.reverse) {
      look.foreground = text.foreground
    }
    return look
  }

  /// Returns the style below a layer of black, from 0 (clear) to 255 (black).
  ///
  /// Truecolor is blended; 256 colours have three degrees; with fewer, covered text is dim from
  /// `dimOverlay` on and never reversed (AboutCells). On a light background, black would make
  /// dark text stand out: there the background takes two fifths of the layer, and text fades into it.
  package func shaded(_ look: CellStyle, by overlay: Int) -> CellStyle {
    guard overlay > 0 else { return look }
    var look = look
    switch depth {
    case .mono, .palette16:
      if overlay >= Self.dimOverlay {
        look.attributes.insert(.dim)
        look.attributes.remove(.reverse)
      }
    case .palette256: shade(&look, by: overlay < 39 ? 38 : overlay < 77 ? 76 : 140)
    case .truecolor: shade(&look, by: overlay)
    }
    return look
  }

  private func shade(_ look: inout CellStyle, by overlay: Int) {
    let ink = terminal.ink
    let text = terminal.rgb(look.foreground) ?? ink
    let ground = terminal.rgb(look.background) ?? terminal.paper
    guard let paper = terminal.paper, let ground, paper.brightness > ink.brightness else {
      look.foreground = terminal.color(text.darkened(by: overlay))
      if let ground { look.background = terminal.color(ground.darkened(by: overlay)) }
      return
    }
    // An explicit background, such as a badge's, fades into the page as text does.
    let page = paper.darkened(by: overlay * 2 / 5)
    let darker = ground.darkened(by: overlay * 2 / 5).mixed(with: page, by: overlay * 3 / 4)
    look.background = terminal.color(darker)
    look.foreground = terminal.color(text.mixed(with: darker, by: overlay * 3 / 4))
  }
}

extension ResolvedTheme.Screen {
  fileprivate init(_ theme: Theme, depth: ColorDepth) {
    accent = theme[.accent].look(depth)
    statusBar = Self.ground(theme[.statusBar], depth, instead: .reverse)
    selection = Self.ground(theme[.selection], depth, instead: .reverse)
    otherSelection = Self.ground(theme[.otherSelection], depth, instead: .bold)
    bar = theme[.bar].look(depth)
    selectedTab = theme[.selectedTab].look(depth)
    var found = theme[.found].look(depth)
    // All matches are visible, and the current one stands out.
    found.attributes = depth == .mono ? [.bold, .underline] : []
    self.found = found
    var here = theme[.foundHere].look(depth)
    if depth == .mono { here.attributes = [.reverse, .bold] }
    foundHere = here
  }

  /// Returns a style with a background, or with an attribute if the depth has no colour for the background.
  private static func ground(
    _ paint: Paint,
    _ depth: ColorDepth,
    instead attribute: CellAttributes
  ) -> CellStyle {
    switch depth {
    case .palette16 where paint.ground?.index != nil: paint.look(depth)
    case .mono, .palette16: CellStyle(attributes: attribute)
    case .palette256, .truecolor: paint.look(depth)
    }
  }
}

extension RGB {
  /// An approximate brightness: the sum of the components.
  var brightness: Int { Int(red) + Int(green) + Int(blue) }
}

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
