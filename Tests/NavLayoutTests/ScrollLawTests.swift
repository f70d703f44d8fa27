import NavGeometry
import NavLayout
import NavScene
import NavTestKit
import Testing

@Suite("D-12: conditions on all scroll motions")
struct ScrollLawTests {
  /// A view of random sizes and settings, dragged to some position.
  private func pulled(_ random: inout SplitMix64) -> ScrollState {
    func metrics() -> ScrollMetrics {
      let bounds = random.oneIn(12) ? 0 : Double.random(in: 0...300, using: &random)
      let content = random.oneIn(8) ? 0 : Double.random(in: 0...3_000, using: &random)
      var metrics = random.pick([
        ScrollMetrics.points(bounds: bounds, content: content),
        .rows(bounds: bounds, content: content),
      ])
      if random.oneIn(3) { metrics.insetLow = Double.random(in: 0...80, using: &random) }
      if random.oneIn(3) { metrics.insetHigh = Double.random(in: 0...80, using: &random) }
      metrics.bounces = !random.oneIn(4)
      metrics.alwaysBounce = random.oneIn(2)
      metrics.isPaging = random.oneIn(4)
      metrics.rate = random.pick(DecelerationRate.allCases)
      return metrics
    }
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    let start = ScrollPoint(x: number(-50...3_000), y: number(-50...3_000))
    var view = ScrollState(horizontal: metrics(), vertical: metrics(), offset: start)
    _ = view.beginDrag(at: .zero)
    for move in 1...3 {
      let way = ScrollPoint(x: number(-500...500), y: number(-500...500))
      _ = view.drag(to: way, at: .milliseconds(10 * move))
    }
    let finger = ScrollPoint(x: number(-8_000...8_000), y: number(-8_000...8_000))
    _ = view.endDrag(at: .milliseconds(30), finger: random.oneIn(5) ? nil : finger)
    return view
  }

  private let release = Duration.milliseconds(30)

  @Test("SV-2, SV-6: every motion ends in the legal range, at the reported target")
  func ends() throws {
    try forSeeds(0..<2_000) { random in
      let view = pulled(&random)
      for axis in [view.horizontal, view.vertical] {
        let rest = axis.offset(at: .seconds(100))
        try demand(axis.metrics.range.contains(rest), "\(rest) in \(axis)")
        try demand(axis.trajectory.map { $0.target == rest } ?? true, "not at its target")
        guard let way = axis.trajectory else { continue }
        try demand(way.offset(atFrame: way.length) == rest, "\(way) is not over")
        try demand(way.length == 0 || !way.isDone(at: way.startedAt + frame(way.length - 1)))
      }
    }
  }

  @Test("SV-4, SV-5, SV-6: no step between frames is longer than the speed allows")
  func steady() throws {
    try forSeeds(0..<500) { random in
      let view = pulled(&random)
      for axis in [view.horizontal, view.vertical] {
        guard let way = axis.trajectory else { continue }
        var last = way.offset(at: way.startedAt)
        for number in 1...max(1, way.length) {
          // The speed is highest at the start of a leg, or where a spring turns.
          let fastest =
            (0...16).map {
              abs(way.velocity(at: way.startedAt + frame(number - 1) + frame(1) * $0 / 16))
            }.max() ?? 0
          let next = way.offset(atFrame: number)
          let most = fastest * 1.2 / 60 + MotionThreshold.half + 1e-6
          try demand(abs(next - last) <= most, "\(last) -> \(next) in frame \(number) of \(way)")
          last = next
        }
        try demand(way.offset(at: way.startedAt) == axis.offset(at: release))
      }
    }
  }

  @Test("SV-4: no view goes further beyond an edge than its bounds; without bounces not at all")
  func inside() throws {
    try forSeeds(0..<500) { random in
      let view = pulled(&random)
      for axis in [view.horizontal, view.vertical] {
        guard let way = axis.trajectory else { continue }
        let room = axis.metrics.bounces ? axis.metrics.bounds : 0
        for number in 0...way.length {
          let offset = way.offset(atFrame: number)
          let beyond = abs(offset - axis.metrics.confined(offset))
          try demand(beyond <= room, "\(beyond) beyond in frame \(number) of \(axis)")
        }
      }
    }
  }

  @Test("D-12: computed once, step by step or in several timelines, the motion is the same")
  func resumed() throws {
    try forSeeds(0..<300) { random in
      let whole = pulled(&random)
      var stepped = whole
      for number in 1...900 {
        let now = release + frame(number)
        if random.oneIn(3) { _ = stepped.advance(to: now) }
        try demand(stepped.offset(at: now) == whole.offset(at: now), "frame \(number)")
      }
      guard let way = whole.vertical.trajectory else { return }
      let size = random.int(in: 1...Limits.frames)
      var parts: [Double] = []
      while parts.count < way.length {
        parts += way.offsets(afterFrame: parts.count, atMost: size)
      }
      try demand(parts == way.offsets(atMost: .max / 2))
      try demand(way.offsets().count == min(way.length, Limits.frames))
      try demand(way.offsets(afterFrame: way.length).isEmpty)
    }
  }

  @Test(
    "SV-11, D-7: interrupted at any time, a motion stops where it is, and continues from there"
  )
  func interrupted() throws {
    try forSeeds(0..<1_000) { random in
      var view = pulled(&random)
      let now = release + .microseconds(random.int(in: 0...2_000_000))
      let there = view.offset(at: now)
      _ = view.touch(at: now)
      try demand(view.offset(at: now) == there, "\(there)")
      _ = view.beginDrag(at: now)
      let held = view.offset(at: now)
      try demand(abs(held.x - there.x) < 1e-6 && abs(held.y - there.y) < 1e-6, "\(held)")
      let kept = view.offset(at: now)
      let later = now + .milliseconds(100)
      _ = view.endDrag(at: later)
      let gone = view.offset(at: later)
      for (axis, before, after) in [
        (view.horizontal, kept.x, gone.x), (view.vertical, kept.y, gone.y),
      ] {
        // An offset less than the threshold beyond an edge is set to the edge at once.
        let isNear = abs(before - axis.metrics.confined(before)) <= MotionThreshold.half
        try demand(abs(before - after) < 1e-6 || isNear, "\(before) -> \(after)")
      }
    }
  }

  @Test("SV-10: events keep their order")
  func grammar() throws {
    try forSeeds(0..<500) { random in
      var view = pulled(&random)
      var open: ScrollActivity? = view.activity == .decelerating ? .decelerating : nil
      var now = release
      for _ in 0..<40 {
        now += .milliseconds(random.int(in: 0...300))
        let before = view
        for event in step(&view, at: now, &random) {
          switch event {
          case .didScroll: continue
          case .willBeginDragging:
            try demand(open == nil, "drag during \(String(describing: open))")
            open = .dragging
          case .willEndDragging: try demand(open == .dragging)
          case .didEndDragging:
            try demand(open == .dragging)
            open = nil
          case .willBeginDecelerating:
            try demand(open == nil)
            open = .decelerating
          case .didEndDecelerating:
            try demand(open == .decelerating, "\(before) -> \(view)")
            open = nil
          case .didEndScrollingAnimation: try demand(open == nil || open == .animating)
          }
        }
        let isOpen = view.activity == .dragging || view.activity == .decelerating
        try demand(isOpen ? open == view.activity : open == nil, "\(view.activity)")
        for axis in [view.horizontal, view.vertical] where view.activity == .resting {
          try demand(axis.metrics.range.contains(axis.offset(at: now)), "rests outside: \(axis)")
        }
      }
    }
  }

  private func step(
    _ view: inout ScrollState,
    at now: Duration,
    _ random: inout SplitMix64
  ) -> [ScrollEvent] {
    let point = ScrollPoint(
      x: .random(in: -900...900, using: &random),
      y: .random(in: -900...900, using: &random)
    )
    switch random.int(in: 0...8) {
    case 0: return view.touch(at: now)
    case 1: return view.beginDrag(at: now)
    case 2: return view.drag(to: point, at: now)
    case 3: return view.endDrag(at: now)
    case 4: return view.lift(at: now)
    case 5: return view.setOffset(point, animated: random.oneIn(2), at: now)
    case 6:
      return view.step(.pageForward, along: .vertical, animated: random.oneIn(2), at: now)
    case 7:
      var metrics = view.vertical.metrics
      metrics.content = abs(point.x)
      metrics.insetLow = abs(point.y) / 10
      metrics.isScrollEnabled = !random.oneIn(5)
      return view.change(horizontal: view.horizontal.metrics, vertical: metrics, at: now)
    default: return view.advance(to: now)
    }
  }

  private func frame(_ number: Int) -> Duration { FrameTime.start(of: number) }

  @Test("D-2: the largest allowed content scrolls like any other")
  func huge() {
    let metrics = ScrollMetrics.points(bounds: 100, content: ScrollMetrics.limit)
    var view = ScrollState(horizontal: metrics, vertical: metrics, offset: .init(x: 1e12, y: 0))
    _ = view.beginDrag(at: .zero)
    _ = view.drag(to: ScrollPoint(x: -0.5, y: -1e300), at: .milliseconds(10))
    #expect(view.offset(at: .zero).x == 1e12 + 0.5)
    #expect(view.offset(at: .zero).y <= ScrollMetrics.limit)
    _ = view.endDrag(at: .milliseconds(10), finger: ScrollPoint(x: -1e300, y: .infinity))
    #expect(metrics.range.contains(view.offset(at: .seconds(100)).x))
    #expect(metrics.range.contains(view.offset(at: .seconds(100)).y))
    let century = Duration.seconds(100 * 365 * 24 * 3_600)
    #expect(view.advance(to: century).last == .didEndDecelerating)
  }
}
