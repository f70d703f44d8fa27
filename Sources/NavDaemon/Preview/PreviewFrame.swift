package import NavEngine
package import NavScene

/// One frame of a preview.
package struct PreviewFrame: Hashable, Sendable {
  /// The command that led to it, as it was written; `open` for the beginning.
  package let command: String
  /// Counted from 0 in each motion.
  package let frame: Int
  /// The time since the beginning.
  package let time: Duration
  package let scene: Scene
  package let stage: Stage
  /// The places of the stacks in the scene.
  package var stacks: [StackReport] = []

  /// The position of a frame in its motion.
  package enum Stage: Hashable, Sendable {
    case start, moving
    /// Nothing moves except by the pan in progress.
    case held
    case rest
  }
}

/// The outcome of a command.
package struct PreviewOutcome: Hashable, Sendable {
  package let command: String
  /// All frames from this command to the next one; the first one shows what the command changes at once.
  package var frames: [PreviewFrame] = []
  /// The pages that pagers move to, and those that they pass on the way.
  package var events: [PageEvent] = []
  /// The cells of bars that are allocated, reused, displayed and released.
  package var barEvents: [BarEvent] = []
  /// The containers whose content was read again.
  package var reloaded: [ContainerID] = []
  /// Why the command was not possible, for users; then nothing has changed.
  package var rejection: String?
  /// Why the script ends here, for users: what it expects is not the case.
  package var failure: String?
}
