/// What a scroll view tells of itself (SV-10).
///
/// In this order: willBeginDragging, didScroll ..., willEndDragging, didEndDragging, and where it
/// moves on after that: willBeginDecelerating, didScroll ..., didEndDecelerating. A program's
/// animated scroll: didScroll ..., didEndScrollingAnimation. What was announced to begin always
/// ends, also when a finger stops it.
package enum ScrollEvent: Hashable, Sendable {
  case willBeginDragging
  /// The offset is another one than the last that was told.
  case didScroll(to: ScrollPoint)
  /// With the velocity in units a millisecond, and the offset at rest.
  case willEndDragging(velocity: ScrollPoint, target: ScrollPoint)
  case didEndDragging(willDecelerate: Bool)
  case willBeginDecelerating
  case didEndDecelerating
  case didEndScrollingAnimation
}
