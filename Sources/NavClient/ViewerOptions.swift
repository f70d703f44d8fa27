package import NavTerminal

/// How one viewer shows a session at its own terminal; nobody else sees any of it.
package struct ViewerOptions: Hashable, Sendable {
  package var color = ColorChoice.auto
  /// The name of a theme; `auto` goes by the terminal's background.
  package var theme = ThemeLibrary.automatic
  /// Clicks, drags and the wheel are the viewer's and not the terminal's.
  package var mouse = true
  /// Frames in a second at most, one of `FramePacer.rates`.
  package var framesPerSecond = FramePacer.standardRate
  /// Motions are shown as their ends, at once.
  package var reducedMotion = false
  package var fit = Fit.relayout
  /// Lines of text are written instead of a screen.
  package var plain = false

  /// What fills a terminal.
  package enum Fit: String, CaseIterable, Hashable, Sendable {
    /// A layout for its own size.
    case relayout
    /// The layout of whoever drives, in the middle.
    case letterbox
  }

  package init() {}
}
