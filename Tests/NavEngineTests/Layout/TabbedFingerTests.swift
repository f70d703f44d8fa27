import NavBase
@testable import NavEngine
import NavTestKit
import Testing

@Suite("Pagers with tabs: drags")
struct TabbedFingerTests {
  @Test(
    "MBX-9, RK-9, PI-4: a completed swipe is reported once, a cancelled one not at all"
  )
  func swipes() {
    for (release, expected) in [(2, [PagerEvent(.destination, page: 2, frame: 0)]), (1, [])] {
      var state = PagerState(current: 1)
      state.beginPan(of: 4, at: .zero)
      for step in 0...7 {
        let before = state
        state.pan(by: Double(step) / 10)
        // MBXQ-2: during the drag the model keeps its current page.
        #expect(state.current == 1)
        #expect(state.events(since: before, by: .gesture) == [])
        #expect(isNear(state.position(at: .zero), 1 + Double(step) / 10))
      }
      let before = state
      state.release(to: release, at: .seconds(1))
      #expect(state.current == release)
      #expect(state.events(since: before, by: .gesture, reportsPassing: true) == expected)
      #expect(isNear(state.position(at: .seconds(1)), 1.7))
      #expect(state.position(at: .seconds(2)) == Double(release))
    }
  }

  @Test("RKQ-1: a pan without a move leaves taps as they were")
  func touchWithoutMove() {
    var state = PagerState(current: 1)
    state.beginPan(of: 4, at: .zero)
    state.release(to: 1, at: .seconds(1))
    #expect(state.current == 1 && state.pan == nil)
    state.turn(to: 3, at: .seconds(1))
    #expect(state.current == 3 && state.position(at: .seconds(3)) == 3)
    // The same while the pan is active, and after a release without movement.
    state.beginPan(of: 4, at: .seconds(3))
    state.turn(to: 0, at: .seconds(3))
    state.release(to: 2, at: .seconds(3))
    #expect(state.current == 0 && state.position(at: .seconds(5)) == 0)
  }

  @Test("PS-5, MBX-14: beyond the ends the indicator meets the same resistance as the pages")
  func beyondTheEnds() {
    for (current, pull) in [(0, -0.4), (0, -3), (2, 0.4), (2, 5)] {
      var state = PagerState(current: current)
      state.beginPan(of: 3, at: .zero)
      state.pan(by: pull)
      let band = RubberBand(range: 0...2, dimension: 1)
      #expect(isNear(state.position(at: .zero), band.shown(Double(current) + pull)))
      #expect(state.position(at: .zero) == state.view(at: .zero).position)
    }
  }

  @Test("SV-11, D-7: a jump stopped by a pan keeps the visible frame, in every frame")
  func caughtJumps() throws {
    for start in 0..<7 {
      for destination in 0..<7 where destination != start {
        for frame in 0...21 {
          var state = PagerState(current: start)
          state.turn(to: destination, at: .zero)
          try checkCatch(&state, count: 7, at: FrameTime.start(of: frame))
        }
      }
    }
  }

  @Test("SV-11, D-9: a motion made by many taps can be stopped, too")
  func caughtAfterTaps() throws {
    try forSeeds(0..<500) { generator in
      let count = generator.int(in: 1...15)
      var state = PagerState(current: generator.int(in: 0...count - 1))
      var now = Duration.zero
      for _ in 0..<12 {
        now += FrameTime.start(of: generator.int(in: 0...12))
        if generator.oneIn(3) {
          try checkCatch(&state, count: count, at: now)
          let base = state.pan?.base ?? 0
          let page = base + generator.int(in: -1...1)
          let before = state.position(at: now)
          state.release(to: max(0, min(page, count - 1)), at: now)
          try demand(
            abs(state.position(at: now) - before) < 1e-9,
            "a release moves nothing by itself"
          )
        } else {
          state.turn(to: generator.int(in: 0...count - 1), at: now)
        }
        try demand((0..<count).contains(state.current), "\(state.current)")
      }
      try demand(state.position(at: now + .seconds(1)) == Double(state.current))
    }
  }

  /// Checks that a pan begins without movement, and that the pages follow it to and fro.
  private func checkCatch(_ state: inout PagerState, count: Int, at now: Duration) throws {
    let seen = state.view(at: now)
    let index = state.position(at: now)
    let wasHeld = state.pan != nil
    state.beginPan(of: count, at: now)
    let held = state.view(at: now)
    try demand(held.strip == seen.strip, "\(seen.strip) became \(held.strip)")
    try demand(
      wasHeld
        || abs(held.position - Double(held.firstSlot) - seen.position + Double(seen.firstSlot))
          < 1e-9,
      "\(seen) became \(held)"
    )
    try demand(abs(state.position(at: now) - index) < 1e-6, "\(index) became another")
    var last = held
    var lastIndex = state.position(at: now)
    for step in (0...30).map({ Double($0) / 10 }) + (-30...30).reversed().map({ Double($0) / 10 }) {
      state.pan(by: step)
      let view = state.view(at: now)
      let position = state.position(at: now)
      try demand(view.strip.allSatisfy((0..<count).contains), "\(view.strip) of \(count)")
      try demand((1...2).contains(view.strip.count) && Set(view.strip).count == view.strip.count)
      // A slot that stays visible shows the same page.
      for (offset, page) in view.strip.enumerated() {
        let before = view.firstSlot + offset - last.firstSlot
        guard last.strip.indices.contains(before) else { continue }
        try demand(last.strip[before] == page, "\(last) became \(view)")
      }
      try demand(position > -1 && position < Double(count), "\(position)")
      try demand(abs(position - lastIndex) <= 0.1 * Double(count) + 1e-9)
      (last, lastIndex) = (view, position)
    }
    state.pan(by: 0)
  }

  @Test(
    "SV-8, D-9: a jump stopped early turns to a page that was visible",
    arguments: [
      // The strip from 0 to 9 is 0, 8, 9. Nearest is 0: forward is 8, back there is none.
      (frame: 2, base: 0, release: 1, page: 8), (2, 0, 0, 0),
      // Nearest is 8: back is 0, forward is 9.
      (4, 8, 7, 0), (4, 8, 8, 8), (4, 8, 9, 9),
      // Between 8 and 9, which are neighbours in any case.
      (7, 8, 7, 7), (7, 8, 9, 9),
    ]
  )
  func releaseOverTheSeam(frame: Int, base: Int, release: Int, page: Int) {
    var state = PagerState(current: 0)
    state.turn(to: 9, at: .zero)
    let now = FrameTime.start(of: frame)
    state.beginPan(of: 10, at: now)
    #expect(state.pan?.base == base)
    let seen = state.view(at: now).strip
    state.release(to: release, at: now)
    #expect(state.current == page)
    #expect(state.view(at: now).strip == seen)
    #expect(state.position(at: now + .seconds(1)) == Double(page))
  }

  @Test("a command during a pan of a stopped jump names its page by the index")
  func commandOverTheSeam() {
    for page in 0..<10 {
      var state = PagerState(current: 0)
      state.turn(to: 9, at: .zero)
      state.beginPan(of: 10, at: FrameTime.start(of: 2))
      state.turn(to: page, at: FrameTime.start(of: 3))
      #expect(state.current == page)
      #expect(state.position(at: .seconds(3)) == Double(page))
    }
  }
}
