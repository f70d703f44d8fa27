/// The colours of the screen, before it is known how many the terminal has.
///
/// The plain background is the terminal's own, so transparent terminals look right.
package struct Theme: Hashable, Sendable {
  /// What the terminal's own text colour is taken to be where it is darkened.
  package var ink: RGB
  /// What its background is taken to be there; nil leaves it the terminal's own even then.
  package var paper: RGB?
  private var paints: [ThemePart: Paint]

  /// - Parameters:
  ///   - ink: what the terminal's own text colour is taken to be.
  ///   - paper: what its background is taken to be; nil where it is never darkened.
  ///   - paints: a part without any looks as the terminal writes by itself.
  package init(ink: RGB, paper: RGB?, paints: [ThemePart: Paint] = [:]) {
    self.ink = ink
    self.paper = paper
    self.paints = paints
  }

  package subscript(part: ThemePart) -> Paint {
    get { paints[part] ?? Paint() }
    set { paints[part] = newValue }
  }

  /// What it is made for: dark text on a light ground, where it says so of both, or the other way round.
  package var appearance: Appearance {
    guard let paper, paper.brightness > ink.brightness else { return .dark }
    return .light
  }

  /// The theme for a terminal of which only that is known.
  package static func `default`(for appearance: Appearance) -> Theme {
    switch appearance {
    case .light: .light
    case .dark: .dark
    }
  }
}

/// Whether a terminal writes light on dark or dark on light.
package enum Appearance: String, CaseIterable, Hashable, Sendable {
  case dark, light
}
