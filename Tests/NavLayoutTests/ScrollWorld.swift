import NavGeometry
import NavLayout

/// A view of 100 points over 1000 that scrolls vertically.
func scrollView(
  at offset: Double = 0,
  content: Double = 1_000,
  _ change: (inout ScrollMetrics) -> Void = { _ in }
) -> ScrollState {
  var metrics = ScrollMetrics.points(bounds: 100, content: content)
  change(&metrics)
  let still = ScrollMetrics.points(bounds: 10, content: 10)
  return ScrollState(
    horizontal: still,
    vertical: metrics,
    offset: ScrollPoint(x: 0, y: offset)
  )
}

/// The end of a drag that began at 0: `way` up in `time` milliseconds, released `pause` later.
func flickScroll(
  _ view: inout ScrollState,
  _ way: Double,
  in time: Int = 50,
  pause: Int = 0
) -> [ScrollEvent] {
  _ = view.beginDrag(at: .zero)
  _ = view.drag(to: ScrollPoint(x: 0, y: -way), at: .milliseconds(time))
  return view.endDrag(at: .milliseconds(time + pause))
}
