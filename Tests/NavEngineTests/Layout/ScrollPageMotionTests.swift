import NavBase
import NavEngine
import NavScene
import NavTestKit
import Testing

@Suite("PageScroll: motions to rest, and their timelines")
struct ScrollPageMotionTests {
  private func frame(_ number: Int) -> Duration { FrameTime.start(of: number) }

  /// The frames of a flick over so many rows.
  private func flick(over rows: Int, visible: Int) -> [Int] {
    var page = ScrolledPage(rows: 20_000, visible: visible)
    page.begin()
    // The velocity that leads there, and less than a frame's step further.
    page.release(velocity: (Double(rows) + 1e-3) * DecelerationRate.normal.lossPerSecond)
    return page.frames(at: .zero)
  }

  @Test(
    "proto/README.md, Timelines: a motion begins at the visible rows and does not jump near its ends",
    arguments: [1, 2, 5, 22, 60]
  )
  func ends(visible: Int) throws {
    for rows in [1, visible, 3 * visible + 1, 10 * visible, 499 * visible / 2 + 700, 4_500] {
      let frames = flick(over: rows, visible: visible)
      let story = "\(rows) rows, \(visible) in view: \(frames.count) frames, \(frames.prefix(3))"
      try demand(frames.first == 0 && frames.last == rows, story)
      try demand(frames.count <= Limits.frames + 1, story)
      try demand(frames == frames.sorted(), "\(rows) rows, \(visible) in view: it never goes back")
      let longest = max(1, visible / 2)
      for (before, after) in zip(frames, frames.dropFirst()) {
        let isNearAnEnd = after <= visible || before >= rows - visible
        let isFast = after - before > longest
        try demand(!isNearAnEnd || !isFast, "\(before) to \(after), \(rows) over \(visible)")
      }
    }
  }

  @Test("a flick of some screens shows every row at its own speed", arguments: [57, 80, 150, 240])
  func whole(rows: Int) throws {
    let frames = flick(over: rows, visible: 19)
    let steps = zip(frames, frames.dropFirst()).map { $1 - $0 }
    // v / 60 at first, and slower from there.
    let fastest = Int((Double(rows) * DecelerationRate.normal.lossPerSecond / 60).rounded(.up)) + 1
    #expect(steps.allSatisfy { (0...fastest).contains($0) }, "\(steps)")
  }

  @Test("proto/README.md, Timelines: the rows of a motion are a few screens, however long it is")
  func rows() throws {
    for (rows, visible) in [(500, 22), (5_000, 22), (90_000, 60), (90_000, 500)] {
      var page = ScrolledPage(rows: rows * 2, visible: visible, at: 0)
      page.begin()
      page.release(velocity: Double(rows) * DecelerationRate.normal.lossPerSecond)
      let shown = page.scroll.shownRows(of: page.body, at: .zero)
      let held = page.body.heldRows(along: [shown.offset] + shown.offsets)
      let most = max(2 * visible, page.body.blurredRowLimit) + Limits.leadingRows + 6 * visible
      #expect(held.count <= most, "\(held.count) of \(rows)")
    }
  }

  @Test(
    "proto/README.md, Timelines: a motion takes at most 180 frames; a longer one has fewer after its beginning"
  )
  func frames() {
    // After log(distance) / 2.002 seconds less than a row is left, and 24 frames of waiting are none.
    for (rows, length) in [(150, 126), (300, 147), (406, 156), (900, 180)] {
      let frames = flick(over: rows, visible: 450)
      #expect(frames.count == length + 1 && frames.first == 0, "\(frames.count) of \(rows)")
    }
    for rows in [912, 1_000, 1_350] {
      let frames = flick(over: rows, visible: 450)
      #expect(frames.count == Limits.frames + 1 && frames.last == rows)
      #expect(frames[0] == 0 && frames == frames.sorted())
      #expect(abs(Double(frames[1] * 30) / Double(rows) - 1) < 0.04, "the finger's own speed")
      #expect(frames[frames.count - 2] == rows - 1)
    }
  }

  @Test(
    "D-19: no flick begins slower than a weaker one, and nobody waits for a row",
    arguments: [2, 5, 22, 60]
  )
  func speeds(visible: Int) throws {
    for velocity in stride(from: 5.0, through: 6_000, by: 35) {
      var page = ScrolledPage(rows: 20_000, visible: visible)
      page.begin()
      page.release(velocity: velocity)
      let frames = page.frames(at: .zero)
      let first = Deceleration(from: 0, velocity: velocity).course(at: 1.0 / 60)
      let step = min(first, Double(max(1, visible / 2)))
      let story = "\(velocity) over \(visible): \(frames.prefix(9))"
      try demand(abs(Double(frames[1] - frames[0]) - step) <= 1, story)
      let longest = Dictionary(grouping: frames) { $0 }.values.map(\.count).max() ?? 0
      try demand(Double(longest) <= max(6, 1 / first), "\(longest) frames: \(frames.suffix(30))")
    }
  }

  @Test("a bounce of a long flick to an end begins at the visible rows, and springs back")
  func longBounce() throws {
    let page = pannedPage(rows: 2_000, visible: 24, from: 1_000, by: 0, velocity: 2_500)
    let frames = page.frames(at: .zero)
    let (first, highest) = (try #require(frames.first), try #require(frames.max()))
    #expect(frames.last == 1_976)
    #expect(first == 1_000)
    #expect(highest > 1_976 + 10 && highest < 2_000, "\(frames)")
    #expect(frames.count <= Limits.frames + 1)
  }

  @Test("frames by time, and the rest of the motion after each")
  func counting() {
    let began = Duration.milliseconds(1_234)
    let page = pannedPage(rows: 300, visible: 20, from: 10, by: 3, velocity: 60, at: began)
    func frame(_ number: Int) -> Duration { began + self.frame(number) }
    let scroll = page.scroll
    #expect(scroll.startedAt == began)
    let whole = page.frames(at: began)
    #expect(scroll.length == whole.count - 1)
    for number in 0...scroll.length + 2 {
      let now = frame(number)
      let shown = min(number, scroll.length)
      #expect(scroll.frame(at: now) == shown)
      #expect(scroll.frame(at: now + .milliseconds(16)) == shown)
      #expect(scroll.offset(at: now) == whole[shown])
      #expect(scroll.offsets(afterFrame: number) == Array(whole[(shown + 1)...]))
      #expect(scroll.isMoving(at: now) == (number < scroll.length))
      let rows = scroll.shownRows(of: page.body, selection: 4, entries: 300, at: now)
      #expect(rows.offset == whole[shown] && rows.offsets == Array(whole[(shown + 1)...]))
      #expect(rows.restingOffset == page.rest() && rows.selection == 4 && rows.entries == 300)
    }
    #expect(scroll.frame(at: .seconds(-1)) == 0)
    #expect(scroll.offsets(afterFrame: -1) == Array(whole[1...]))
    var settled = scroll
    settled.settle(at: frame(scroll.length - 1))
    #expect(settled == scroll)
    settled.settle(at: frame(scroll.length))
    #expect(settled.length == 0 && settled.startedAt == nil)
    #expect(settled.offset(at: .zero) == page.rest())
  }

  // MARK: Several viewports

  /// A text of 400 words, which has more rows the narrower it is.
  private let text = TextDocument(
    blocks: (0..<40).map { block in
      .paragraph(StyledText((0..<10).map { "word\(block * 10 + $0)" }.joined(separator: " ")))
    }
  )

  @Test("each viewport pulls from its own base, and comes to rest at the anchor")
  func viewports() {
    let bodies = [(60, 20), (20, 20), (30, 7), (90, 45)].map { columns, rows in
      textBody(FlowedText(text, columns: columns), rows: rows)
    }
    #expect(Set(bodies.map(\.rowCount)).count >= 3)
    for (distance, velocity) in [(5.0, 30.0), (9, -4), (-3, -200), (30, 4_000), (0, 12)] {
      var page = ScrolledPage(bodies, at: 12)
      let bases = bodies.indices.map { page.rest($0) }
      page.begin()
      page.move(to: distance)
      for index in bodies.indices {
        let pulled = bases[index] + Int(distance)
        if (0...bodies[index].maximumOffset).contains(pulled) {
          #expect(page.offset(index) == pulled, "view \(index)")
        }
      }
      let begun = bodies.indices.map { page.offset($0) }
      page.release(velocity: velocity)
      for index in bodies.indices {
        let frames = page.frames(index, at: .zero)
        let rest = bodies[index].offset(for: page.anchor)
        #expect(frames.last == rest, "view \(index)")
        if abs(begun[index] - rest) <= 3 * bodies[index].visibleRows {
          #expect(frames.first == begun[index], "view \(index)")
        }
        #expect(page.offset(index, at: .seconds(9)) == rest)
      }
    }
  }

  @Test("in other viewports rows slow down like a flick with a moved target, and never turn back")
  func moved() {
    let narrow = textBody(FlowedText(text, columns: 20), rows: 20)
    var page = ScrolledPage([textBody(FlowedText(text, columns: 60), rows: 20), narrow], at: 3)
    page.begin()
    page.release(velocity: 20)
    let (frames, rest) = (page.frames(1, at: .zero), page.rest(1))
    let curve = Deceleration(from: Double(frames[0]), to: Double(rest))
    #expect(rest - frames[0] > 10)
    let exact = (0..<300).map { curve.course(at: FrameTime.seconds(of: $0)) }
    #expect(frames == framesWithoutWaits(exact, restingAt: rest))
  }
}
