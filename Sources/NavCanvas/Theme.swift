import NavText

/// How roles look: the viewer's taste, not the daemon's business.
package struct Theme: Sendable {
  /// What the terminal's own colours are taken for where something darkens them.
  package var ownForeground: Color
  package var ownBackground: Color
  package var accent: Color
  package var muted: Color
  package var statusForeground: Color
  package var statusBackground: Color
  private var styles: [TextRole: Style]

  struct Style: Sendable {
    var foreground = Color.terminal
    var background = Color.terminal
    var attributes: Look.Attributes = []
  }

  /// For terminals with a dark background.
  package static let dark = Theme(
    ownForeground: Color(220, 220, 220),
    ownBackground: Color(16, 16, 20),
    accent: Color(122, 162, 247),
    muted: Color(118, 124, 140),
    statusForeground: Color(200, 204, 214),
    statusBackground: Color(38, 41, 52),
    styles: [
      .heading1: Style(foreground: Color(138, 180, 255), attributes: .bold),
      .heading2: Style(foreground: Color(125, 207, 180), attributes: .bold),
      .heading3: Style(foreground: Color(224, 190, 120), attributes: .bold),
      .headingRule: Style(foreground: Color(72, 92, 140)),
      .link: Style(foreground: Color(120, 190, 230), attributes: .underline),
      .codeSpan: Style(foreground: Color(240, 190, 140)),
      .codeBlock: Style(foreground: Color(205, 210, 222), background: Color(30, 33, 43)),
      .quote: Style(foreground: Color(170, 176, 190), attributes: .italic),
      .quoteBar: Style(foreground: Color(90, 110, 160)),
      .listMarker: Style(foreground: Color(122, 162, 247)),
      .tableHeader: Style(foreground: Color(138, 180, 255), attributes: .bold),
      .tableRule: Style(foreground: Color(86, 92, 110)),
      .rule: Style(foreground: Color(86, 92, 110)),
      .muted: Style(foreground: Color(118, 124, 140)),
      .error: Style(foreground: Color(255, 140, 130), attributes: .bold),
      .taskDone: Style(foreground: Color(125, 207, 140)),
      .taskOpen: Style(foreground: Color(118, 124, 140)),
    ]
  )

  func style(of role: TextRole) -> Style { styles[role] ?? Style() }

  /// The look of a run.
  func look(of style: TextStyle) -> Look {
    let base = self.style(of: style.role)
    var look = Look()
    look.foreground = base.foreground
    look.background = base.background
    look.attributes = base.attributes
    if style.attributes.contains(.bold) { look.attributes.insert(.bold) }
    if style.attributes.contains(.italic) { look.attributes.insert(.italic) }
    if style.attributes.contains(.underline) { look.attributes.insert(.underline) }
    if style.attributes.contains(.strikethrough) { look.attributes.insert(.strikethrough) }
    return look
  }
}
