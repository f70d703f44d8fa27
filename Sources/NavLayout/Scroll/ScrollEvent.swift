/// An event of a scroll view (SV-10).
///
/// The order of a drag: willBeginDragging, didScroll ..., willEndDragging, didEndDragging, and if the view continues to
/// move: willBeginDecelerating, didScroll ..., didEndDecelerating. The order of a program's animated scroll: didScroll
/// ..., didEndScrollingAnimation. An announced beginning is always followed by its end, also if a finger stops the
/// motion.
package enum ScrollEvent: Hashable, Sendable {
  case willBeginDragging
  /// The offset differs from the last reported one.
  case didScroll(to: ScrollPoint)
  /// The velocity is in units a millisecond; the target is the offset at rest.
  case willEndDragging(velocity: ScrollPoint, target: ScrollPoint)
  case didEndDragging(willDecelerate: Bool)
  case willBeginDecelerating
  case didEndDecelerating
  case didEndScrollingAnimation
}
