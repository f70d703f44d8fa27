package import NavLayout
package import NavText

/// A theme for one depth of colour: the look of every role and of every part of the screen.
package struct ResolvedTheme: Hashable, Sendable {
  package let depth: ColorDepth
  /// By the raw value of the role.
  private let roles: [Look]
  /// The page that is shown, among the dots of a pager.
  package let accent: Look
  package let muted: Look
  /// The status line where no text stands.
  package let statusBar: Look
  /// The selected entry of the list that has the keys, and of any other list, laid over the row's own look.
  package let selection: Look
  package let faintSelection: Look
  /// The ground of a tab bar, and of the attachment below side tabs.
  package let bar: Look
  /// The ground of the tab that is shown.
  package let selectedTab: Look
  /// By the raw value of the role.
  private let badges: [Look]
  /// What the terminal's own colours are taken to be where they are darkened; a background of nil stays
  /// the terminal's.
  private let ink: RGB
  private let paper: RGB?

  /// The darkness from which terminals with few colours show covered text dim: 0.15 of 255, rounded up.
  package static let dimOverlay = 39

  /// Takes a theme's colours, as near to them as the depth allows.
  package init(_ theme: Theme, depth: ColorDepth) {
    self.depth = depth
    roles = TextRole.allCases.map { theme.paint(of: $0).look(depth) }
    accent = Paint(theme.accent).look(depth)
    muted = theme.paint(of: .muted).look(depth)
    statusBar =
      switch depth {
      case .mono, .palette16: Look(attributes: .reverse)
      case .palette256, .truecolor: theme.statusBar.look(depth)
      }
    switch depth {
    case .mono, .palette16:
      // None of 16 colours is subtle enough for a background.
      selection = Look(attributes: .reverse)
      faintSelection = Look(attributes: .bold)
    case .palette256, .truecolor:
      selection = Paint(on: theme.selection).look(depth)
      faintSelection = Paint(on: theme.faintSelection).look(depth)
    }
    bar = Paint(on: theme.bar).look(depth)
    selectedTab = Paint(on: theme.selectedTab).look(depth)
    badges = TabBadge.Role.allCases.map { theme.badges[Int($0.rawValue)].look(depth) }
    ink = theme.ink
    paper = theme.paper
  }

  package func look(of role: TextRole) -> Look { roles[Int(role.rawValue)] }

  package func look(of role: TabBadge.Role) -> Look { badges[Int(role.rawValue)] }

  /// The look of text: its role, and its emphasis on top.
  package func look(of style: TextStyle) -> Look {
    var look = look(of: style.role)
    look.attributes.formUnion(CellAttributes(rawValue: style.attributes.rawValue))
    return look
  }

  /// The look of text in the status line: the bar shows through.
  package func statusLook(of style: TextStyle) -> Look {
    var look = statusBar
    let text = self.look(of: style)
    look.attributes.formUnion(text.attributes)
    if text.foreground != .terminal && !statusBar.attributes.contains(.reverse) {
      look.foreground = text.foreground
    }
    return look
  }

  /// The look below a layer of black, from 0 (clear) to 255 (black).
  ///
  /// In truecolor it is blended; 256 colours know three degrees; with fewer, covered text is dim from
  /// `dimOverlay` on (semantics.md, section 15).
  package func shaded(_ look: Look, by overlay: Int) -> Look {
    guard overlay > 0 else { return look }
    var look = look
    switch depth {
    case .mono, .palette16:
      if overlay >= Self.dimOverlay { look.attributes.insert(.dim) }
    case .palette256:
      let degree = overlay < 39 ? 38 : overlay < 77 ? 76 : 140
      look.foreground = darkened(look.foreground, ink, degree) { Palette256.nearest(to: $0) }
      look.background = darkened(look.background, paper, degree) { Palette256.nearest(to: $0) }
    case .truecolor:
      look.foreground = darkened(look.foreground, ink, overlay, index: nil)
      look.background = darkened(look.background, paper, overlay, index: nil)
    }
    return look
  }

  private func darkened(
    _ color: Color,
    _ terminal: RGB?,
    _ overlay: Int,
    index: ((RGB) -> UInt8)?
  ) -> Color {
    let known =
      switch color.value {
      case .terminal: terminal
      case .palette(let index): Palette256.color(at: index)
      case .rgb(let rgb): rgb
      }
    guard let known else { return color }
    let result = known.darkened(by: overlay)
    return index.map { Color(palette: $0(result)) } ?? Color(result)
  }
}
