import NavBase
import NavEngine
import NavTestKit
import Testing

@Suite("PageScroll: the rows of a page under a drag")
struct ScrollPageTests {
  private func ms(_ milliseconds: Int) -> Duration { .milliseconds(milliseconds) }

  private func frame(_ number: Int) -> Duration { FrameTime.start(of: number) }

  // MARK: Pulling

  @Test(
    "SV-4: rows follow a drag, beyond an end less, rounded towards it at both ends alike",
    arguments: [
      (0, 3, 3), (0, 3.9, 3), (10, 3.7, 13), (10, -3.7, 6), (10, -10, 0), (10, 5, 15),
      // With 5 visible rows, pulls of 1, 2, 3, 4, 20 show 0.50, 0.90, 1.24, 1.53, 3.44.
      (0, -1, 0), (0, -2, 0), (0, -3, -1), (0, -4, -1), (0, -20, -3),
      (15, 1, 15), (15, 2, 15), (15, 3, 16), (15, 4, 16), (15, 20, 18),
      (10, -13, -1), (10, 8, 16),
      (0, -1e300, -4), (0, -.infinity, -4), (15, .infinity, 19), (15, 1e12, 19),
    ] as [(Int, Double, Int)]
  )
  func pulling(from: Int, by: Double, shown: Int) {
    var page = ScrolledPage(rows: 20, visible: 5, at: from)
    page.begin()
    #expect(page.offset() == from)
    page.move(to: by)
    #expect(page.offset() == shown)
    #expect(page.scroll.length == 0)
    #expect(page.frames(at: .zero) == [shown], "a pull is no motion")
  }

  @Test("SV-3: a viewport that fits the page is not pulled, also if others overflow")
  func nothingToScroll() {
    for rows in 0...5 {
      var page = ScrolledPage(rows: rows, visible: 5)
      let isBegun = page.begin()
      #expect(!isBegun && page.gesture == nil)
    }
    var page = ScrolledPage([rowsBody(8, visible: 5), rowsBody(8, visible: 8)])
    page.begin()
    for distance in [2.0, -7, 30] {
      page.move(to: distance)
      #expect(page.offset(1) == 0)
    }
    page.release(velocity: 100)
    #expect(page.offset(1) == 0 && page.views[1].scroll.length == 0)
    #expect(page.rest() == 3)
  }

  @Test("a viewport opened during a pan shows the pan, one after the release is at rest")
  func born() {
    var page = ScrolledPage(rows: 50, visible: 5, at: 10)
    page.begin()
    page.move(to: 7)
    page.open(rowsBody(50, visible: 9))
    #expect(page.offset(1) == 17)
    page.release(velocity: 20)
    page.open(rowsBody(50, visible: 5))
    #expect(page.scroll.isMoving(at: .zero))
    #expect(!page.views[2].scroll.isMoving(at: .zero))
    #expect(page.offset(2) == page.rest() && page.rest() == 26)
    page.follow(at: ms(50))
    #expect(page.offset(2, at: ms(50)) == 26, "what it did not see does not begin later")
  }

  // MARK: Releases

  @Test(
    "SV-5, SV-6, D-19: in the mover's viewport rows move by the exact law, rounded to rows, without waits",
    arguments: [
      (0, 5.0, 20.0), (10, 3, 60), (10, -3, -4), (40, 2.5, -60), (0, -6, 0), (0, -6, -50),
      (0, -6, 90), (80, 22, 10), (80, 22, -35), (3, 0, -40), (85, 0, 900), (50, 1, 0.9), (50, 0, 0),
    ] as [(Int, Double, Double)]
  )
  func exactLaw(from: Int, by: Double, velocity: Double) throws {
    let (rows, visible) = (100, 10)
    let page = pannedPage(rows: rows, visible: visible, from: from, by: by, velocity: velocity)
    let metrics = ScrollMetrics.rows(bounds: Double(visible), content: Double(rows))
    let trajectory = ScrollTrajectory.release(
      from: metrics.rubberBand.shown(Double(from) + by),
      velocity: velocity,
      metrics: metrics,
      at: .zero
    )
    let target = Int(trajectory.target.rounded(.down))
    #expect(page.rest() == target)
    let exact = (0...trajectory.length + 1).map { trajectory.offset(at: frame($0)) }
    #expect(page.frames(at: .zero) == framesWithoutWaits(exact, restingAt: target))
  }

  @Test("SV-6: a flick to an end goes beyond it and springs back; one row stays visible")
  func bounces() throws {
    for velocity in [40.0, 200, 1e6] {
      let down = pannedPage(rows: 100, visible: 10, from: 85, by: 0, velocity: velocity)
      let up = pannedPage(rows: 100, visible: 10, from: 5, by: 0, velocity: -velocity)
      let frames = down.frames(at: .zero)
      #expect(try #require(frames.max()) > 90 && frames.last == 90)
      #expect(try #require(frames.max()) <= 99)
      #expect(up.frames(at: .zero) == frames.map { 90 - $0 }, "both ends alike")
    }
  }

  @Test("SV-7: a drag that had stopped leaves the rows where they are")
  func stopped() {
    let page = pannedPage(rows: 50, visible: 5, from: 10, by: 7, velocity: 0)
    #expect(page.rest() == 17 && page.offset() == 17 && page.scroll.length == 0)
    let part = pannedPage(rows: 50, visible: 5, from: 10, by: 7.9, velocity: 0)
    #expect(part.rest() == 17 && part.scroll.length == 0)
    let none = pannedPage(rows: 50, visible: 5, from: 10, by: 0, velocity: 0)
    #expect(none.anchor == rowsBody(50, visible: 5).anchor(forOffset: 10))
  }

  @Test("a drag that returns to its start leaves the anchor unchanged, for all viewports")
  func unchangedAnchor() {
    let body = rowsBody(50, visible: 5)
    for distance in [0.0, 0.4, -0.0] {
      var page = ScrolledPage([body, rowsBody(50, visible: 9)])
      // The fourth visible row is row 12, as after a moved selection.
      let anchor = ScrollAnchor(position: TextPosition(block: 12, grapheme: 0), ratio: 0.75)
      page.anchor = anchor
      page.follow(at: .zero)
      #expect(page.offset() == 9)
      page.begin()
      page.move(to: 3)
      page.move(to: distance)
      page.release()
      #expect(page.anchor == anchor)
      #expect(page.offset(1) == page.rest(1) && page.rest(1) == 6)
    }
  }

  @Test("an impossible velocity counts as the fastest")
  func fastest() {
    let wild = pannedPage(rows: 3_000_000, visible: 5, by: 0, velocity: .infinity)
    let most = pannedPage(rows: 3_000_000, visible: 5, by: 0, velocity: ScrollMetrics.fastest)
    #expect(wild.anchor == most.anchor && wild.rest() == 499_499)
  }

  @Test("an ended gesture can't be moved, released or cancelled again")
  func over() {
    let body = rowsBody(50, visible: 5)
    for isCancelled in [false, true] {
      var page = ScrolledPage(rows: 50, visible: 5, at: 10)
      page.begin()
      page.move(to: 5)
      if isCancelled { page.cancel() } else { page.release(velocity: 30) }
      let over = page.gesture
      #expect(over?.pull == nil)
      page.gesture?.move(to: 9)
      let anchors = [page.gesture?.release(velocity: 9, in: body), page.gesture?.cancel()]
      #expect(anchors == [nil, nil] && page.gesture == over)
    }
  }

  @Test("a value that is not a number is a programming error")
  func noNumbers() async {
    await #expect(processExitsWith: .failure) {
      var page = ScrolledPage(rows: 50, visible: 5)
      page.begin()
      page.move(to: .nan)
    }
    await #expect(processExitsWith: .failure) {
      var page = ScrolledPage(rows: 50, visible: 5)
      page.begin()
      page.release(velocity: .nan)
    }
  }
}
