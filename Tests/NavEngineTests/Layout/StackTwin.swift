@testable import NavEngine
import NavTestKit

/// A reference implementation of `StackGeometry`: computes every page from the rules as written.
struct StackTwin {
  let containers: [StackContainer]
  let metrics: StackMetrics

  init(_ containers: some Sequence<StackContainer>, metrics: StackMetrics) {
    self.containers = Array(containers)
    self.metrics = metrics
  }

  private func width(_ index: Int) -> Double { metrics.width(of: containers[index].page.size) }

  /// SN-4, with the widths of all containers (D-6).
  private func origin(at offset: Double) -> Double {
    let end = containers.indices.map(width).reduce(-metrics.viewport, +)
    if offset > end { return -(end + (offset - end) / 2) }
    return offset < 0 ? -offset / 2 : -offset
  }

  /// Applies the rules SN-5 to SN-10.
  func frames(at offset: Double) -> [StackFrame] {
    let origin = origin(at: offset)
    var frames = containers.indices.map { index in
      let below = (0..<index).filter { containers[index].isPopped || !containers[$0].isPopped }
      let x = origin + below.map(width).reduce(0, +)
      var frame = StackFrame(x: x, raw: x, width: width(index))
      frame.isStacked = x < Double(min(index, 3)) * metrics.edge.step
      if x <= 0, index < containers.count - 1, width(index) > 0 {
        frame.overlay = min(1, 0.3 / width(index) * -x)
      }
      return frame
    }
    let stacked = frames.indices.filter { frames[$0].isStacked }
    for (place, index) in stacked.suffix(3).enumerated() {
      frames[index].x = Double(place) * metrics.edge.step
    }
    for index in stacked.dropLast(3) { frames[index].isHidden = true }
    return frames
  }

  /// SN-12.
  func isInside(_ frame: StackFrame) -> Bool {
    frame.raw < metrics.viewport && frame.raw + frame.width > 0
  }

  /// Checks that a geometry of the same containers has the same frames, and the same visible ones.
  func check(_ geometry: StackGeometry, at offset: Double) throws {
    let (frames, plain) = (geometry.frames(at: offset), self.frames(at: offset))
    let place = { "\(metrics.viewport) wide at \(offset): \(frames), not \(plain)" }
    try demand(
      zip(frames, plain).allSatisfy { $0.isNear($1) } && frames.count == plain.count,
      place()
    )
    let visible = plain.indices.filter { index in
      !plain[index].isHidden && (plain[index].isStacked || isInside(plain[index]))
    }
    let seen = geometry.visibleFrames(at: offset)
    try demand(seen.map(\.index) == visible, place())
    try demand(seen.allSatisfy { $0.frame == frames[$0.index] }, place())
  }
}

extension StackFrame {
  /// Returns whether two frames are equal up to rounding errors of sums.
  func isNear(_ other: StackFrame) -> Bool {
    NavEngineTests.isNear(x, other.x) && NavEngineTests.isNear(raw, other.raw)
      && width == other.width && NavEngineTests.isNear(overlay, other.overlay)
      && isHidden == other.isHidden && isStacked == other.isStacked
  }
}
