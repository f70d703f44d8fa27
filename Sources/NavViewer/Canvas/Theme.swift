/// The colours of the screen, independent of the terminal's depth.
///
/// Plain text has the terminal's default background, so transparent terminals stay transparent.
package struct Theme: Hashable, Sendable {
  /// The assumed default foreground of the terminal, for darkening.
  package var ink: RGB
  /// The assumed default background, for darkening; nil if the default background is never darkened.
  package var paper: RGB?
  private var paints: [ThemePart: Paint]

  /// - Parameters:
  ///   - ink: the assumed default foreground of the terminal.
  ///   - paper: the assumed default background; nil if it is never darkened.
  ///   - paints: the colours by part; a missing part has the terminal's default style.
  package init(ink: RGB, paper: RGB?, paints: [ThemePart: Paint] = [:]) {
    self.ink = ink
    self.paper = paper
    self.paints = paints
  }

  package subscript(part: ThemePart) -> Paint {
    get { paints[part] ?? Paint() }
    set { paints[part] = newValue }
  }

  /// The terminals that the theme is for: light if its paper is brighter than its ink, otherwise dark.
  package var appearance: Appearance {
    guard let paper, paper.brightness > ink.brightness else { return .dark }
    return .light
  }

  /// Returns the default theme for an appearance.
  package static func `default`(for appearance: Appearance) -> Theme {
    switch appearance {
    case .light: .light
    case .dark: .dark
    }
  }
}

/// Whether a terminal's background is dark or light.
package enum Appearance: String, CaseIterable, Hashable, Sendable {
  case dark, light
}
