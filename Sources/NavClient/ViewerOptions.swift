package import NavTerminal
package import NavViewer

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
  /// Lines of text are written instead of a screen.
  package var plain = false
  /// Which layout it shows.
  package var fit = ViewerFit.relayout
  /// The pages are shown alone, without status line and page dots.
  package var bare = false

  package init() {}
}
