import NavBase
@testable import NavEngine
import NavScene
import NavTestKit
import Testing

@Suite("Pagers with tabs: drags of the header")
struct TabbedStripTests {
  private let frames = 20
  private func time(_ frame: Int) -> Duration { FrameTime.start(of: frame) }

  /// Releases a header with the speed that leads to a shift.
  private func release(_ strip: inout HeaderScroll, to target: Double, at now: Duration) {
    let distance = (target - (strip.held?.place.shift ?? 0)) * 6
    let velocity = distance * DecelerationRate.normal.lossPerSecond
    strip.release(velocity: velocity, in: header, centredOn: page, at: now)
  }

  /// Columns of six cells, with the current page far from both ends of the bar.
  private let header = PagerHeaderLayout(
    OptionColumns(.numbered(prefix: "", count: 999)),
    .options,
    room: CellSize(columns: 24, rows: 23)
  )
  private let page = 500

  /// Returns by how many columns a header is right of its centred position.
  private func shift(of strip: HeaderScroll, at now: Duration) -> Double {
    let offset = strip.offset(in: header, whilePagesAreAt: Double(page), at: now)
    return (offset - header.offset(at: Double(page))) / 6
  }

  /// Returns the position at which a pan begins now.
  private func place(of strip: HeaderScroll, at now: Duration) -> HeaderPosition {
    let offset = strip.offset(in: header, whilePagesAreAt: Double(page), at: now)
    return header.place(at: offset, centredOn: page)
  }

  @Test("a header without a pan is centred")
  func untouched() {
    var strip = HeaderScroll()
    #expect(strip.isCentred && strip.followsPages && strip.restingShift == 0)
    #expect(strip.motion == nil && !strip.isHeld && strip.held == nil)
    for position in [0, 0.5, 1, 3, 499.25, 500, 997.5, 998] {
      let offset = strip.offset(in: header, whilePagesAreAt: position, at: .seconds(1))
      #expect(isNear(offset, header.offset(at: position)), "at \(position)")
    }
    strip.pan(to: HeaderPosition(3))
    release(&strip, to: 4, at: .zero)
    strip.cancelPan(at: .zero)
    strip.recentre(at: .zero, countedFrom: 2, whilePagesAreAt: 1)
    strip.settle(at: .zero)
    strip.cancel()
    #expect(strip == HeaderScroll())
  }

  @Test("a saved header position is restored")
  func restored() {
    let strip = HeaderScroll(restingAt: -2.5)
    #expect(!strip.isCentred && !strip.followsPages && strip.motion == nil)
    #expect(strip.restingShift == -2.5 && isNear(shift(of: strip, at: .zero), -2.5))
    #expect(HeaderScroll(restingAt: 0) == HeaderScroll())
  }

  @Test("SV-11: a header follows the pan, then continues to its rest and stays there")
  func release() {
    var strip = HeaderScroll()
    strip.beginPan(at: HeaderPosition(10))
    #expect(strip.isHeld && isNear(shift(of: strip, at: .zero), 10) && !strip.followsPages)
    strip.pan(to: HeaderPosition(14.5))
    #expect(isNear(shift(of: strip, at: .seconds(9)), 14.5))
    #expect(strip.held?.place == HeaderPosition(14.5) && strip.held?.start == HeaderPosition(10))
    release(&strip, to: 20, at: .seconds(1))
    // 33 cells at 10 cells a second or more.
    let (speed, landing) = (33 * DecelerationRate.normal.lossPerSecond, 10.0)
    let duration = 66 / (speed + landing)
    let length = Int((duration * 60).rounded(.up))
    #expect(!strip.isHeld && strip.motion?.length == length)
    #expect(strip.motion?.startedAt == .seconds(1))
    for frame in 0...length + 2 {
      let seconds = min(Double(frame) / 60, duration)
      let way = speed * seconds - (speed - landing) * seconds * seconds / (2 * duration)
      #expect(abs(shift(of: strip, at: .seconds(1) + time(frame)) - 14.5 - way / 6) < 1e-6)
    }
    #expect(strip.motion(at: .seconds(1) + time(length - 1)) != nil)
    #expect(strip.motion(at: .seconds(1) + time(length)) == nil)
    var settled = strip
    settled.settle(at: .seconds(1) + time(length - 1))
    #expect(settled == strip)
    settled.settle(at: .seconds(1) + time(length))
    #expect(settled.motion == nil && isNear(shift(of: settled, at: .zero), 20))
    #expect(isNear(settled.restingShift, 20))
    // A release at the resting position is at rest.
    strip.beginPan(at: HeaderPosition(20))
    release(&strip, to: 20, at: .seconds(3))
    #expect(strip.motion == nil && isNear(shift(of: strip, at: .seconds(3)), 20))
  }

  @Test("D-7: a cancelled pan returns to the header's position, or centres it")
  func cancelledPan() {
    var strip = HeaderScroll()
    strip.beginPan(at: HeaderPosition(0))
    strip.pan(to: HeaderPosition(30))
    strip.cancelPan(at: .zero)
    #expect(isNear(shift(of: strip, at: .zero), 30) && !strip.isCentred)
    #expect(shift(of: strip, at: time(frames - 1)) < 1)
    #expect(isNear(shift(of: strip, at: time(frames)), 0))
    strip.settle(at: time(frames))
    #expect(strip.isCentred)
    // Without a move it is centred at once, even if it could not be shown so.
    strip.beginPan(at: HeaderPosition(10))
    strip.cancelPan(at: .zero)
    #expect(strip.isCentred)
    // Caught on its way back there, it still counts as centred.
    strip.beginPan(at: HeaderPosition(0))
    strip.pan(to: HeaderPosition(30))
    strip.cancelPan(at: .zero)
    strip.beginPan(at: place(of: strip, at: time(4)))
    strip.pan(to: HeaderPosition(40))
    strip.cancelPan(at: time(4))
    #expect(isNear(shift(of: strip, at: time(4)), 40))
    #expect(isNear(shift(of: strip, at: time(4 + frames)), 0))
  }

  @Test("D-7: a cancelled pan returns to the position that the header was moving to")
  func cancelledOnTheWay() {
    var strip = HeaderScroll()
    // It had been left at 12, and was on its way there.
    strip.beginPan(at: HeaderPosition(10))
    release(&strip, to: 12, at: .zero)
    strip.beginPan(at: place(of: strip, at: time(3)))
    strip.pan(to: HeaderPosition(50))
    strip.cancelPan(at: time(3))
    #expect(isNear(shift(of: strip, at: time(3)), 50))
    #expect(isNear(shift(of: strip, at: time(3 + frames)), 12))
    strip.settle(at: .seconds(2))
    strip.beginPan(at: HeaderPosition(12))
    strip.cancelPan(at: .seconds(2))
    #expect(strip.motion == nil && isNear(shift(of: strip, at: .zero), 12))
  }

  @Test("RKQ-3, D-9: a turn moves the header from its position to the centred one, without a jump")
  func recentring() {
    var starts = [HeaderScroll(), HeaderScroll(), HeaderScroll(), HeaderScroll()]
    starts[1].beginPan(at: HeaderPosition(3))
    starts[2].beginPan(at: HeaderPosition(3))
    release(&starts[2], to: 90, at: .zero)
    starts[3].beginPan(at: HeaderPosition(3))
    starts[3].pan(to: HeaderPosition(60))
    starts[3].cancelPan(at: .zero)
    for begin in 0...frames + 1 {
      for start in starts {
        for short in [0, 2.5] {
          checkReturn(of: start, at: begin, whilePagesAreShort: short)
        }
      }
    }
  }

  private func checkReturn(of start: HeaderScroll, at begin: Int, whilePagesAreShort short: Double)
  {
    var strip = start
    strip.settle(at: time(begin))
    // The page at rest, and the pages' position.
    let position = Double(page) - short
    var last = strip.offset(
      in: header,
      whilePagesAreAt: strip.followsPages ? position : Double(page),
      at: time(begin)
    )
    strip.recentre(at: time(begin), countedFrom: Double(page), whilePagesAreAt: position)
    for frame in begin...begin + frames {
      // A second turn in between: the return continues.
      if frame == begin + 7 {
        strip.recentre(at: time(frame), countedFrom: Double(page), whilePagesAreAt: position)
      }
      let offset = strip.offset(in: header, whilePagesAreAt: position, at: time(frame))
      let step = frame == begin ? 1e-9 : 72.0
      #expect(abs(offset - last) <= step, "from \(begin), frame \(frame)")
      last = offset
    }
    #expect(isNear(last, header.offset(at: position)) && strip.followsPages)
    strip.settle(at: time(begin + frames))
    #expect(strip.isCentred)
  }

  /// Titles of very unequal widths.
  private static let unequal = OptionColumns(
    (0..<40).map { String(repeating: "x", count: $0 % 7 == 0 ? 40 : 1 + $0 * 5 % 11) }
  )

  @Test(
    "D-9: a header returning from beyond an end never jumps, at any turn and time",
    arguments: [12, 24, 60, 100]
  )
  func returnFromBeyond(columns: Int) throws {
    let header = PagerHeaderLayout(
      Self.unequal,
      .options,
      room: CellSize(columns: columns, rows: 23)
    )
    for (page, pull) in [(0, -30), (1, -90), (20, -500), (39, 30), (38, 90), (20, 800)] {
      for target in [0, 1, 5, 21, 38, 39] where target != page {
        for begin in 0...frames {
          for isBusy in [false, true] {
            try checkTurn(
              from: page,
              to: target,
              after: begin,
              pulledBy: Double(pull),
              isBusy: isBusy,
              in: header
            )
          }
        }
      }
    }
  }

  /// Checks a header that is pulled and released, with a turn to another page some frames later; optionally pages were
  /// turning before.
  private func checkTurn(
    from page: Int,
    to target: Int,
    after begin: Int,
    pulledBy pull: Double,
    isBusy: Bool,
    in header: PagerHeaderLayout
  ) throws {
    var pages = PagerState(current: isBusy ? 10 : page)
    if isBusy { pages.turn(to: page, at: .zero) }
    var strip = HeaderScroll()
    let start = header.place(
      at: strip.offset(in: header, whilePagesAreAt: pages.position(at: .zero), at: .zero),
      centredOn: page
    )
    strip.beginPan(at: start)
    strip.pan(to: header.place(panning: start, by: pull, centredOn: page))
    strip.release(velocity: 0, in: header, centredOn: page, at: .zero)
    func offset(_ now: Duration) -> Double {
      let base = strip.followsPages ? pages.position(at: now) : Double(pages.current)
      return strip.offset(in: header, whilePagesAreAt: base, at: now)
    }
    let now = time(begin)
    strip.settle(at: now)
    let before = offset(now)
    strip.recentre(
      at: now,
      countedFrom: Double(pages.current),
      whilePagesAreAt: pages.position(at: now)
    )
    pages.turn(to: target, at: now)
    let place = "\(page) to \(target) after \(begin) frames, pulled by \(pull), busy: \(isBusy)"
    try demand(abs(offset(now) - before) < 1e-6, "\(place): \(before) to \(offset(now))")
    var last = before
    // No frame of a slowing motion is more than a tenth of it, and the pages' own motion may add as much.
    let step = 0.1 * abs(before - header.offset(at: Double(target))) + 0.1 * header.widths.total
    for frame in begin...begin + frames {
      let next = offset(time(frame))
      try demand(abs(next - last) <= step, "\(place): \(last) to \(next) in frame \(frame)")
      last = next
    }
    try demand(abs(last - header.offset(at: Double(target))) < 1e-6, "\(place): ends at \(last)")
  }

  @Test("a pan stops the header in any motion, and cancelling drops all state")
  func catching() {
    var strip = HeaderScroll()
    strip.beginPan(at: HeaderPosition(30))
    strip.recentre(at: .zero, countedFrom: Double(page), whilePagesAreAt: Double(page))
    #expect(!strip.isHeld)
    let caught = shift(of: strip, at: time(5))
    #expect(caught > 0 && caught < 30)
    strip.beginPan(at: place(of: strip, at: time(5)))
    #expect(isNear(shift(of: strip, at: time(5)), caught) && strip.motion == nil)
    strip.pan(to: HeaderPosition(0))
    // It was returning to the centre, so a cancelled pan leads there.
    strip.cancelPan(at: time(5))
    #expect(isNear(shift(of: strip, at: time(5 + frames)), 0))
    strip.cancel()
    #expect(strip == HeaderScroll())
    strip.beginPan(at: HeaderPosition(3))
    strip.recentre(at: .zero, countedFrom: Double(page), whilePagesAreAt: Double(page))
    strip.settle(at: .seconds(1))
    #expect(strip.isCentred)
  }
}
