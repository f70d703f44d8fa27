package import NavScene
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
  private let found: Look
  private let foundHere: Look
  /// What the terminal's own colours are taken to be where they are darkened; a background of nil stays
  /// the terminal's.
  private let ink: RGB
  private let paper: RGB?
  private let contentColors: ContentColors

  /// The darkness from which terminals with few colours show covered text dim: 0.15 of 255, rounded up.
  package static let dimOverlay = 39

  /// Takes a theme's colours, as near to them as the depth allows.
  package init(_ theme: Theme, depth: ColorDepth) {
    self.depth = depth
    roles = TextRole.allCases.map { theme[.text($0)].look(depth) }
    accent = theme[.accent].look(depth)
    muted = theme[.text(.muted)].look(depth)
    statusBar = Self.ground(theme[.statusBar], depth, instead: .reverse)
    selection = Self.ground(theme[.selection], depth, instead: .reverse)
    faintSelection = Self.ground(theme[.otherSelection], depth, instead: .bold)
    bar = theme[.bar].look(depth)
    selectedTab = theme[.selectedTab].look(depth)
    badges = TabBadge.Role.allCases.map { role in
      var look = theme[.badge(role)].look(depth)
      if depth == .mono { look.attributes.insert(.reverse) }
      return look
    }
    var found = theme[.found].look(depth)
    // All that is found is seen, but what people are at stands out.
    found.attributes = depth == .mono ? [.bold, .underline] : []
    self.found = found
    var here = theme[.foundHere].look(depth)
    if depth == .mono { here.attributes = [.reverse, .bold] }
    foundHere = here
    ink = theme.ink
    paper = theme.paper
    contentColors = ContentColors(theme, depth: depth)
  }

  /// A part that a ground sets apart; an attribute does where the depth has no ground for it.
  private static func ground(
    _ paint: Paint,
    _ depth: ColorDepth,
    instead attribute: CellAttributes
  ) -> Look {
    switch depth {
    case .palette16 where paint.ground?.index != nil: paint.look(depth)
    case .mono, .palette16: Look(attributes: attribute)
    case .palette256, .truecolor: paint.look(depth)
    }
  }

  package func look(of role: TextRole) -> Look { roles[Int(role.rawValue)] }

  package func look(of role: TabBadge.Role) -> Look { badges[Int(role.rawValue)] }

  /// The look of text: its role, the colours that it asks for itself, and its emphasis on top.
  package func look(of style: TextStyle) -> Look {
    var look = contentColors.look(look(of: style.role), of: style)
    var emphasis = style.attributes
    if let found = self.look(ofFound: style.attributes) {
      if depth != .mono {
        (look.foreground, look.background) = (found.foreground, found.background)
      }
      look.attributes.formUnion(found.attributes)
      // What is found is seen as such, whatever stood there.
      emphasis.subtract([.dim, .inverse])
    }
    if emphasis.contains(.dim) && (depth == .truecolor || depth == .palette256) {
      // Not all terminals know the attribute.
      look.foreground = contentColors.dimmed(look)
      emphasis.remove(.dim)
    }
    look.attributes.formUnion(CellAttributes(emphasis))
    return look
  }

  /// What the search has made of text; nil where it has found nothing.
  private func look(ofFound attributes: TextAttributes) -> Look? {
    if attributes.contains(.foundHere) { return foundHere }
    return attributes.contains(.found) ? found : nil
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
  /// `dimOverlay` on, and nothing there is the other way round (semantics.md, section 15). On a light
  /// ground black would make dark text stand out: there the ground takes two fifths of the layer, and
  /// text fades into it.
  package func shaded(_ look: Look, by overlay: Int) -> Look {
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

  private func shade(_ look: inout Look, by overlay: Int) {
    let (text, ground) = (rgb(look.foreground) ?? ink, rgb(look.background) ?? paper)
    guard let paper, let ground, paper.brightness > ink.brightness else {
      look.foreground = color(text.darkened(by: overlay))
      if let ground { look.background = color(ground.darkened(by: overlay)) }
      return
    }
    // What has a ground of its own, like a badge, fades into the page as text does.
    let page = paper.darkened(by: overlay * 2 / 5)
    let darker = ground.darkened(by: overlay * 2 / 5).mixed(with: page, by: overlay * 3 / 4)
    look.background = color(darker)
    look.foreground = color(text.mixed(with: darker, by: overlay * 3 / 4))
  }

  /// Nil for the terminal's own colours, also for those of the palette's first 16.
  private func rgb(_ color: Color) -> RGB? {
    switch color.value {
    case .terminal: nil
    case .palette(let index): Palette256.color(at: index)
    case .rgb(let rgb): rgb
    }
  }

  private func color(_ rgb: RGB) -> Color {
    depth == .palette256 ? Color(palette: Palette256.nearest(to: rgb)) : Color(rgb)
  }
}

extension RGB {
  /// How bright it is, roughly: the sum of its parts.
  var brightness: Int { Int(red) + Int(green) + Int(blue) }
}
