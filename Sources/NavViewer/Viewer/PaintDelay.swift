/// The delay of a terminal: for how long it has lacked a change that its viewer has.
///
/// A terminal accepts one frame at a time, and later changes wait for the next one. So a slow
/// terminal is delayed since the first change that is not in the last complete frame.
package struct PaintDelay: Hashable, Sendable {
  /// When the change in the frame that is being written was first wanted.
  private var onItsWay: Duration?
  /// When a change newer than that frame was first wanted.
  private var waiting: Duration?

  package init() {}

  /// Records a change that is newer than the frame being written.
  package mutating func wanted(at now: Duration) {
    waiting = waiting ?? now
  }

  /// Records that a frame with all changes is handed to the terminal.
  package mutating func began(at now: Duration) {
    onItsWay = waiting ?? now
    waiting = nil
  }

  /// Records that the terminal has accepted the whole frame.
  package mutating func ended() {
    onItsWay = nil
  }

  /// Records that the terminal shows the newest state.
  package mutating func caughtUp() {
    self = PaintDelay()
  }

  package func length(at now: Duration) -> Duration {
    guard let since = onItsWay ?? waiting else { return .zero }
    return max(.zero, now - since)
  }
}
