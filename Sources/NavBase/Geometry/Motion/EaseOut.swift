/// A motion that starts fast and decelerates: a quadratic ease-out over a fixed time, the curve with which a paging
/// scroll view settles (SV-8).
///
/// A pure function of time (decision D-12).
package struct EaseOut: Hashable, Sendable {
  package let start: Double
  package let target: Double
  /// Seconds from start to rest, above 0.
  package let duration: Double

  package init(from start: Double, to target: Double, duration: Double) {
    precondition(duration > 0, "cannot ease over no time")
    self.start = start
    self.target = target
    self.duration = duration
  }

  /// Returns the position `seconds` after the start: `start` before it, `target` once it is done.
  package func position(at seconds: Double) -> Double {
    if seconds <= 0 { return start }
    if isDone(at: seconds) { return target }
    let rest = 1 - seconds / duration
    return target - (target - start) * rest * rest
  }

  package func isDone(at seconds: Double) -> Bool {
    seconds >= duration
  }
}
