import NavBase
@testable import NavEngine
import NavTestKit
import Testing

@Suite("Pagers with tabs: pages and indicator in motion")
struct TabbedMotionTests {
  private let frames = 20

  @Test("D-12, MBX-14: in a turn by one page the indicator follows the pages in every frame")
  func oneTurn() {
    var state = PagerState(current: 2)
    state.turn(to: 3, at: .seconds(1))
    for frame in 0...frames + 1 {
      let now = Duration.seconds(1) + FrameTime.start(of: frame)
      let rest = max(0, 1 - Double(frame) / 20)
      #expect(isNear(state.position(at: now), 3 - rest * rest))
      #expect(isNear(state.position(at: now), state.view(at: now).position))
    }
    let positions = state.positions(from: 0)
    #expect(positions.count == frames && positions.last == 3)
    #expect(state.positions(from: 5) == Array(positions.dropFirst(5)))
    #expect(state.positions(from: -3) == positions)
    #expect(state.positions(from: frames) == [] && PagerState(current: 1).positions(from: 0) == [])
  }

  @Test("MBX-6, RK-6, RK-4: in a jump the indicator passes all pages, with the motion's easing")
  func overAllPages() {
    var state = PagerState(current: 0)
    state.turn(to: 9, at: .zero)
    for frame in 0...frames {
      let rest = 1 - Double(frame) / 20
      #expect(isNear(state.position(at: FrameTime.start(of: frame)), 9 - 9 * rest * rest))
    }
  }

  @Test(
    "D-9, MBXQ-2, RK-7: all pairs of taps at all frames: no jump, and the last tap counts"
  )
  func pairsOfTaps() throws {
    let count = 6
    for start in 0..<count {
      for first in 0..<count {
        for second in 0..<count {
          for frame in 0...frames + 1 {
            try check(from: start, taps: [(first, 0), (second, frame)], count: count)
          }
        }
      }
    }
  }

  @Test("D-9, MBXQ-2, RK-7: many taps, at any speed")
  func manyTaps() throws {
    try forSeeds(0..<200) { generator in
      let count = generator.int(in: 1...40)
      var frame = 0
      let taps = (0..<12).map { _ in
        frame += generator.int(in: 0...12)
        return (generator.int(in: 0...count - 1), frame)
      }
      try check(from: generator.int(in: 0...count - 1), taps: taps, count: count)
    }
  }

  /// Checks that each tap is reported once, and that the indicator stays between the pages
  /// concerned, does not jump, and comes to rest on the last one.
  private func check(from start: Int, taps: [(page: Int, frame: Int)], count: Int) throws {
    var state = PagerState(current: start)
    var events: [PagerEvent] = []
    var next = taps.startIndex
    var last = state.position(at: .zero)
    let end = taps[taps.count - 1].frame + frames
    for frame in 0...end {
      let now = FrameTime.start(of: frame)
      var position = state.position(at: now)
      try demand(abs(position - last) <= 0.1 * Double(count), "frame \(frame): \(last) \(position)")
      while next < taps.count, taps[next].frame == frame {
        let before = state
        state.turn(to: taps[next].page, at: now)
        events += state.events(since: before, by: .command)
        try demand(state.position(at: now) == position, "a tap moves nothing by itself")
        position = state.position(at: now)
        next += 1
      }
      let pages = [start] + taps.map(\.page)
      let range = Double(pages.min() ?? 0)...Double(pages.max() ?? 0)
      try demand(range.contains(position), "\(position) is not in \(range)")
      last = position
    }
    // D-8: one change, one event for each command.
    try demand(
      events == taps.map { PagerEvent(.destination, page: $0.page, frame: 0) },
      "\(events) of \(taps)"
    )
    try demand(state.current == taps[taps.count - 1].page)
    try demand(last == Double(state.current), "\(last) is not at rest")
    state.settle(at: FrameTime.start(of: end))
    try demand(state.motion == nil)
  }

  @Test("MBX-7, D-8: each intermediate page is passed once, in order, in the frame that reaches it")
  func passing() throws {
    for start in 0..<7 {
      for destination in 0..<7 {
        let before = PagerState(current: start)
        var state = before
        state.turn(to: destination, at: .zero)
        let events = state.events(since: before, by: .command, reportsPassing: true)
        let between =
          start < destination
          ? Array((start..<destination).dropFirst()) : (destination..<start).dropFirst().reversed()
        #expect(events.first == PagerEvent(.destination, page: destination, frame: 0))
        let passed = events.dropFirst()
        #expect(passed.map(\.page) == between)
        #expect(passed.allSatisfy { $0.kind == .passing })
        #expect(passed.map(\.frame) == passed.map(\.frame).sorted())
        for event in passed {
          let motion = try #require(state.motion)
          let here = motion.index(atFrame: event.frame) - Double(event.page)
          let earlier = motion.index(atFrame: event.frame - 1) - Double(event.page)
          #expect(destination > start ? here >= 0 && earlier < 0 : here <= 0 && earlier > 0)
        }
      }
    }
  }

  @Test("MBX-7: of a very long jump the last 64 pages are reported as passed")
  func mostPassed() {
    for (start, destination) in [(0, 65), (0, 66), (0, 900), (900, 0), (66, 0), (65, 0)] {
      let before = PagerState(current: start)
      var state = before
      state.turn(to: destination, at: .zero)
      let pages = state.events(since: before, by: .command, reportsPassing: true).dropFirst()
        .map(\.page)
      let step = destination > start ? 1 : -1
      #expect(pages.count == PagerJump.mostPassed)
      #expect(pages.last == destination - step)
      #expect(zip(pages, pages.dropFirst()).allSatisfy { $1 - $0 == step })
    }
  }

  @Test("D-9: a reversed motion passes only the pages between its start and its new target")
  func passingAfterRetarget() throws {
    var state = PagerState(current: 0)
    state.turn(to: 4, at: .zero)
    let now = FrameTime.start(of: 6)
    let index = state.position(at: now)
    #expect(index > 2 && index < 3)
    for (page, passed) in [(0, [2, 1]), (5, [3, 4]), (3, []), (2, []), (6, [3, 4, 5])] {
      var turned = state
      turned.turn(to: page, at: now)
      let events = turned.events(since: state, by: .command, reportsPassing: true)
      #expect(events.dropFirst().map(\.page) == passed, "\(page)")
    }
  }

  @Test("SV-9, RK-6: a tap on the target page's tab does not restart the motion")
  func sameTarget() {
    var state = PagerState(current: 0)
    state.turn(to: 3, at: .zero)
    let before = state
    for frame in 0...frames {
      state.turn(to: 3, at: FrameTime.start(of: frame))
      #expect(state == before)
      let events = state.events(since: before, by: .command, reportsPassing: true)
      #expect(events == [PagerEvent(.destination, page: 3, frame: 0)])
    }
  }

  @Test("a turn without motion is complete at once, from rest, from a motion and from a pan")
  func unanimated() {
    var state = PagerState(current: 0)
    state.turn(to: 3, at: .zero, isAnimated: false)
    #expect(state == PagerState(current: 3))
    state.turn(to: 1, at: .zero)
    let before = state
    state.turn(to: 2, at: FrameTime.start(of: 4), isAnimated: false)
    #expect(state == PagerState(current: 2))
    let events = state.events(since: before, by: .command, reportsPassing: true)
    #expect(events == [PagerEvent(.destination, page: 2, frame: 0)])
    // The active page too: any motion is over.
    state.turn(to: 4, at: .zero)
    state.turn(to: 4, at: FrameTime.start(of: 4), isAnimated: false)
    #expect(state == PagerState(current: 4))
    state.beginPan(of: 5, at: .zero)
    state.turn(to: 0, at: .zero, isAnimated: false)
    #expect(state == PagerState(current: 0))
  }

  @Test("RK-8: reading a pager any number of times changes nothing")
  func lookingChangesNothing() {
    var state = PagerState(current: 3)
    state.turn(to: 1, at: .seconds(1))
    for time in 1...5 {
      _ = (state.view(at: .seconds(time)), state.position(at: .seconds(time)))
      state.settle(at: .seconds(time))
      #expect(state.current == 1)
    }
    #expect(state == PagerState(current: 1))
  }
}
