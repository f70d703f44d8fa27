package import NavScene
package import NavSession

/// One moment of a session that is tried out.
package struct PreviewFrame: Hashable, Sendable {
  /// The step that led there, as it was written; `open` for the beginning.
  package let command: String
  /// Counted from 0 in each motion.
  package let frame: Int
  /// Since the beginning.
  package let time: Duration
  package let scene: Scene
  package let stage: Stage

  /// Where in a motion a frame is.
  package enum Stage: Hashable, Sendable {
    case start, moving
    /// Nothing moves but the finger that is down.
    case held
    case rest
  }
}

/// What came of a step.
package struct PreviewOutcome: Hashable, Sendable {
  package let command: String
  /// Everything that is seen from this step to the next one; the first frame is what the step changes at once.
  package var frames: [PreviewFrame] = []
  /// To which pages pagers go, and which they pass on the way.
  package var events: [PageEvent] = []
  /// Which cells of bars are made, used again, shown and let go.
  package var barEvents: [BarEvent] = []
  /// Why it was not possible, for people; nothing has changed then.
  package var rejection: String?
}
