/// By how long a terminal is behind: since when it lacks something that its viewer has.
///
/// A terminal takes one frame at a time, and what changes meanwhile waits for the next one. So a
/// terminal that needs long for each frame is behind since the first change that is not in the last
/// whole frame.
package struct PaintDelay: Hashable, Sendable {
  /// When the frame on its way began to be wanted.
  private var onItsWay: Duration?
  /// When something newer than that frame began to be wanted.
  private var waiting: Duration?

  package init() {}

  /// There is something newer than the frame on its way.
  package mutating func wanted(at now: Duration) {
    waiting = waiting ?? now
  }

  /// A frame with the newest of everything is handed to the terminal.
  package mutating func began(at now: Duration) {
    onItsWay = waiting ?? now
    waiting = nil
  }

  /// The terminal has all of the frame.
  package mutating func ended() {
    onItsWay = nil
  }

  /// Nothing is on its way, and nothing is lacking.
  package mutating func caughtUp() {
    self = PaintDelay()
  }

  package func length(at now: Duration) -> Duration {
    guard let since = onItsWay ?? waiting else { return .zero }
    return max(.zero, now - since)
  }
}
