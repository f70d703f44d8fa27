import NavGeometry
import NavLayout
import NavTestKit
import NavText
import Testing

@Suite("PageScroll: ways to rest, and what a timeline holds of them")
struct ScrollPageWayTests {
  private func frame(_ number: Int) -> Duration { FrameTime.start(of: number) }

  /// A flick over so many rows.
  private func flick(over rows: Int, visible: Int) -> [Int] {
    var page = ScrolledPage(rows: 20_000, visible: visible)
    page.begin()
    // The velocity that leads there, and too little further for a frame.
    page.release(velocity: (Double(rows) + 1e-3) * DecelerationRate.normal.lossPerSecond)
    return page.frames(at: .zero)
  }

  @Test(
    "protocol.md, Timelines: up to three screens are shown whole, of a longer way the last one",
    arguments: [1, 2, 5, 24, 60]
  )
  func screens(visible: Int) throws {
    for rows in [1, visible, 3 * visible] {
      let frames = flick(over: rows, visible: visible)
      #expect(frames.first == 0 && frames.last == rows)
    }
    for rows in [3 * visible + 1, 10 * visible, 499 * visible / 2 + 700] {
      let frames = flick(over: rows, visible: visible)
      let first = try #require(frames.first)
      #expect(frames.last == rows && rows - first <= visible, "\(rows - first) of \(rows)")
      #expect(rows - first >= visible * 9 / 10, "it begins about a screen before its target")
    }
  }

  @Test(
    "protocol.md, Timelines: a way too long is joined late; what is shown is the same flick's end"
  )
  func joined() throws {
    let metrics = ScrollMetrics.rows(bounds: 24, content: 20_000)
    for velocity in [160.0, 1_000, 5_000] {
      var view = ScrollState(horizontal: .rows(bounds: 1, content: 1), vertical: metrics)
      _ = view.beginDrag(at: .zero)
      _ = view.endDrag(at: .zero, finger: ScrollPoint(x: 0, y: -velocity))
      let exact = try #require(view.vertical.trajectory)
      let target = exact.target.rounded(.down)
      let whole = exact.offsets(afterFrame: 0, atMost: exact.length).map {
        Int(target + ($0 - target).rounded(.towardZero))
      }
      let page = pannedPage(rows: 20_000, visible: 24, by: 0, velocity: velocity)
      let frames = page.frames(at: .zero)
      let seen = whole[...(try #require(whole.firstIndex(of: Int(target))))].suffix(frames.count)
      #expect(Array(seen) == frames)
      #expect(frames.count < whole.count)
    }
  }

  @Test(
    "protocol.md, Timelines: a way takes at most 180 frames; of a longer one the last are shown"
  )
  func frames() {
    // Less than a row is left after log(way) / 2.002 seconds: 180 frames are enough for 406 rows.
    for (rows, length, first) in [(150, 151, 0), (300, 171, 0), (406, 180, 0)] {
      let frames = flick(over: rows, visible: 450)
      #expect(frames.count == length + 1 && frames.first == first, "\(frames.count) of \(rows)")
    }
    for rows in [407, 500, 1_350] {
      let frames = flick(over: rows, visible: 450)
      #expect(frames.count == Limits.frames + 1 && frames.last == rows)
      #expect((rows - 406...rows - 390).contains(frames[0]), "\(frames[0]) of \(rows)")
      #expect(frames[frames.count - 2] == rows - 1)
    }
    #expect(flick(over: 5_000, visible: 450).count == Limits.frames + 1)
  }

  @Test("a bounce of a long flick to an end: it begins a screen before the end and springs back")
  func longBounce() throws {
    let page = pannedPage(rows: 2_000, visible: 24, from: 1_000, by: 0, velocity: 2_500)
    let frames = page.frames(at: .zero)
    let (first, highest) = (try #require(frames.first), try #require(frames.max()))
    #expect(frames.last == 1_976)
    #expect((1_952...1_976).contains(first), "\(first)")
    #expect(highest > 1_976 + 10 && highest < 2_000)
    #expect(frames.count <= Limits.frames + 1)
  }

  @Test("frames by time, and what is left behind each")
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
      #expect(scroll.way(afterFrame: number) == Array(whole[(shown + 1)...]))
      #expect(scroll.isMoving(at: now) == (number < scroll.length))
      let rows = scroll.shownRows(of: page.body, selection: 4, entries: 300, at: now)
      #expect(rows.offset == whole[shown] && rows.way == Array(whole[(shown + 1)...]))
      #expect(rows.restingOffset == page.rest() && rows.selection == 4 && rows.entries == 300)
    }
    #expect(scroll.frame(at: .seconds(-1)) == 0)
    #expect(scroll.way(afterFrame: -1) == Array(whole[1...]))
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

  @Test("each viewport pulls from its own base, and comes to rest where the anchor is for it")
  func viewports() {
    let bodies = [(60, 20), (20, 20), (30, 7), (90, 45)].map { columns, rows in
      textBody(FlowedText(text, columns: columns), rows: rows)
    }
    #expect(Set(bodies.map(\.rowCount)).count >= 3)
    for (way, velocity) in [(5.0, 30.0), (9, -4), (-3, -200), (30, 4_000), (0, 12)] {
      var page = ScrolledPage(bodies, at: 12)
      let bases = bodies.indices.map { page.rest($0) }
      page.begin()
      page.move(to: way)
      for index in bodies.indices {
        let pulled = bases[index] + Int(way)
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

  @Test("elsewhere rows slow down like any flick whose target was moved, and never turn round")
  func moved() {
    let narrow = textBody(FlowedText(text, columns: 20), rows: 20)
    var page = ScrolledPage([textBody(FlowedText(text, columns: 60), rows: 20), narrow], at: 3)
    page.begin()
    page.release(velocity: 20)
    let (frames, rest) = (page.frames(1, at: .zero), page.rest(1))
    let way = Deceleration(from: Double(frames[0]), to: Double(rest))
    #expect(rest - frames[0] > 10)
    for (number, row) in frames.enumerated() {
      let left = Double(rest) - way.course(at: frame(number).inSecondsOfTest)
      #expect(row == rest - Int(left.rounded(.down)), "frame \(number)")
    }
  }
}

extension Duration {
  fileprivate var inSecondsOfTest: Double { Double(nanoseconds) / 1e9 }
}
