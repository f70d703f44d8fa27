package import NavTerminal

/// How one viewer shows a session at its own terminal; nobody else sees any of it.
package struct ViewerOptions: Hashable, Sendable {
  package var color = ColorChoice.auto
  /// Nil takes what the terminal says of its background.
  package var appearance: Appearance?
  /// Frames in a second at most, one of `FramePacer.rates`.
  package var framesPerSecond = FramePacer.standardRate
  /// Motions are shown as their ends, at once.
  package var reducedMotion = false
  /// Clicks, drags and the wheel are the viewer's and not the terminal's.
  package var mouse = true

  package init() {}
}
