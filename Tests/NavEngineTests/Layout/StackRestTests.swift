import NavBase
import NavEngine
import NavTestKit
import Testing

/// Conditions on every stack of up to four pages, in real numbers and on the grid, at every offset.
@Suite("All small stacks at all offsets")
struct StackRestTests {
  private static let rooms: [StackMetrics] =
    (1...24).map { .points(viewport: Double($0)) } + (1...24).map { .cells(columns: $0) }
    + [0, 39, 40, 41, 53, 80].map { .cells(columns: $0) }
    + [472, 500, 688.5, 944, 1_500].map { .points(viewport: $0) }

  private static func stacks() -> [StackPages] {
    (0...4).flatMap { count in
      (0..<1 << count).map { sizes in
        StackPages(count: count) { StackWorld.page($0, sizes >> $0 & 1 == 1 ? "h" : "F") }
      }
    }
  }

  /// From beyond the start to beyond the end; in steps of 0.5, or wider ones if there were thousands.
  private static func offsets(of geometry: StackGeometry) -> [Double] {
    let low = min(0, geometry.maxScroll) - geometry.metrics.viewport - 3
    let high = max(0, geometry.maxScroll) + geometry.metrics.viewport + 3
    let step = max(0.5, ((high - low) / 200).rounded(.up) - 0.5)
    return Array(stride(from: low.rounded(.down), through: high, by: step))
  }

  @Test(
    "SN-5, SN-6, SN-9, SN-10, SN-12: frames equal the reference's, with at most three edges, in order",
    arguments: rooms
  )
  func frames(metrics: StackMetrics) throws {
    for pages in Self.stacks() {
      let geometry = StackGeometry(pages, metrics: metrics)
      let twin = StackTwin(geometry.containers, metrics: metrics)
      for offset in sampled(Self.offsets(of: geometry)) {
        let place = "\(metrics.viewport) wide, \(pages.map(\.size)) at \(offset)"
        try twin.check(geometry, at: offset)
        let frames = geometry.frames(at: offset)
        let edges = frames.filter { $0.isStacked && !$0.isHidden }
        try demand(edges.count <= 3, place)
        try demand(edges.map(\.x) == edges.indices.map { Double($0) * metrics.edge.step }, place)
        try demand(frames.allSatisfy { (0...1).contains($0.overlay) }, place)
        try demand(frames.last?.overlay ?? 0 == 0, place)
        // SN-5: pages tile their stack.
        for (below, above) in zip(frames, frames.dropFirst()) {
          try demand(isNear(below.raw + below.width, above.raw), place)
        }
        // A page is covered by pages above it alone: held pages are left of all others.
        let shown = frames.filter { !$0.isHidden }
        let isOrdered = zip(shown, shown.dropFirst()).allSatisfy { $0.x <= $1.x }
        // A page narrower than an edge's step is held before the one below it.
        try demand(isOrdered || metrics.viewport < metrics.edge.step, place)
      }
    }
  }

  @Test(
    "D-14, SN-23: at rest the active page is at its requested alignment, and there is no gap",
    arguments: rooms
  )
  func rest(metrics: StackMetrics) throws {
    for pages in Self.stacks() where metrics.viewport > 0 {
      for active in pages.indices {
        for position in StackPosition.allCases {
          let state = StackState(pages: pages, active: active, position: position)
          let view = StackView(resting: state, metrics: metrics)
          let geometry = view.geometry
          let place = "\(metrics.viewport) wide, \(state.text)"
          try demand(view.target == geometry.place(of: active, position).offset, place)
          try demand(view.target >= min(0, geometry.maxScroll), place)
          try demand(view.target <= max(0, geometry.maxScroll), place)
          // The position that is held leads to the same offset.
          let held = geometry.place(of: active, position).position
          try demand(geometry.place(of: active, held).offset == view.target, place)
          try demand(
            held == position || geometry.alignment(of: active, held) == view.target,
            place
          )
          let raw = geometry.frames(at: view.target)
          let own = raw[active]
          let isHeld = isNear(own.raw, 0) || isNear(own.raw + own.width, metrics.viewport)
          let isClamped =
            view.target != geometry.alignment(of: active, position)
            || geometry.maxScroll < 0
          try demand(isHeld || isClamped, place)
          try demand(view.contents.visible.contains(pages[active].id), place)
          // The stack fills the viewport, or is centred.
          let left = raw[0].raw
          let right = (raw.last?.raw ?? 0) + (raw.last?.width ?? 0)
          let isFull = left <= 1e-9 && right >= metrics.viewport - 1e-9
          let isCentred = isNear(left, metrics.viewport - right) && left > 0
          try demand(geometry.maxScroll < 0 ? isCentred : isFull, place)
        }
      }
    }
  }
}
