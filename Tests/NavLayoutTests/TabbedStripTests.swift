import NavGeometry
import NavLayout
import Testing

@Suite("Pagers with tabs: the strip of the header under a finger")
struct TabbedStripTests {
  private let frames = 20
  private func time(_ frame: Int) -> Duration { FrameTime.start(of: frame) }

  /// Columns of six cells, far from both ends of the bar on the current page.
  private let header = PagerHeaderLayout(
    OptionColumns(.numbered(prefix: "", count: 999)),
    .options,
    room: CellSize(columns: 24, rows: 23)
  )
  private let page = 500

  /// How many columns a strip stands right of where it is centred.
  private func shift(of strip: StripScroll, at now: Duration) -> Double {
    let offset = strip.offset(in: header, whilePagesAreAt: Double(page), at: now)
    return (offset - header.offset(at: Double(page))) / 6
  }

  /// What a finger takes hold of that comes now.
  private func place(of strip: StripScroll, at now: Duration) -> StripPlace {
    let offset = strip.offset(in: header, whilePagesAreAt: Double(page), at: now)
    return header.place(at: offset, centredOn: page)
  }

  @Test("a strip that no finger has touched is centred")
  func untouched() {
    var strip = StripScroll()
    #expect(strip.isCentred && strip.followsPages && strip.restingShift == 0)
    #expect(strip.motion == nil && !strip.isHeld && strip.held == nil)
    for position in [0, 0.5, 1, 3, 499.25, 500, 997.5, 998] {
      let offset = strip.offset(in: header, whilePagesAreAt: position, at: .seconds(1))
      #expect(isNear(offset, header.offset(at: position)), "at \(position)")
    }
    strip.pan(to: StripPlace(3))
    strip.release(to: 4, at: .zero)
    strip.cancelPan(at: .zero)
    strip.recentre(at: .zero, whilePagesAreShort: 2)
    strip.settle(at: .zero)
    strip.skipMotion(begunBy: .seconds(1))
    strip.cancel()
    #expect(strip == StripScroll())
  }

  @Test("a strip that was left somewhere is there again")
  func restored() {
    let strip = StripScroll(restingAt: -2.5)
    #expect(!strip.isCentred && !strip.followsPages && strip.motion == nil)
    #expect(strip.restingShift == -2.5 && isNear(shift(of: strip, at: .zero), -2.5))
    #expect(StripScroll(restingAt: 0) == StripScroll())
  }

  @Test("SV-11: it is where the finger has it, then goes on to its rest and stays there")
  func release() {
    var strip = StripScroll()
    strip.beginPan(at: StripPlace(10))
    #expect(strip.isHeld && isNear(shift(of: strip, at: .zero), 10) && !strip.followsPages)
    strip.pan(to: StripPlace(14.5))
    #expect(isNear(shift(of: strip, at: .seconds(9)), 14.5))
    #expect(strip.held?.place == StripPlace(14.5) && strip.held?.start == StripPlace(10))
    strip.release(to: 20, at: .seconds(1))
    #expect(!strip.isHeld && strip.motion?.length == frames)
    #expect(strip.motion?.startedAt == .seconds(1))
    for frame in 0...frames + 2 {
      let rest = max(0, 1 - Double(frame) / 20)
      let expected = 20 - 5.5 * rest * rest
      #expect(isNear(shift(of: strip, at: .seconds(1) + time(frame)), expected))
    }
    #expect(strip.motion(at: .seconds(1) + time(frames - 1)) != nil)
    #expect(strip.motion(at: .seconds(1) + time(frames)) == nil)
    var settled = strip
    settled.settle(at: .seconds(1) + time(frames - 1))
    #expect(settled == strip)
    settled.settle(at: .seconds(1) + time(frames))
    #expect(settled.motion == nil && isNear(shift(of: settled, at: .zero), 20))
    #expect(settled.restingShift == 20)
    // A viewport that comes later sees the end.
    strip.skipMotion(begunBy: .seconds(1))
    #expect(strip.motion != nil)
    strip.skipMotion(begunBy: .seconds(2))
    #expect(strip == settled)
    // Where it is left already it rests.
    strip.beginPan(at: StripPlace(20))
    strip.release(to: 20, at: .seconds(3))
    #expect(strip.motion == nil && isNear(shift(of: strip, at: .seconds(3)), 20))
  }

  @Test("D-7: a pan that is taken back leads to where the strip was, or is centred")
  func cancelledPan() {
    var strip = StripScroll()
    strip.beginPan(at: StripPlace(0))
    strip.pan(to: StripPlace(30))
    strip.cancelPan(at: .zero)
    #expect(isNear(shift(of: strip, at: .zero), 30) && !strip.isCentred)
    #expect(shift(of: strip, at: time(frames - 1)) < 1)
    #expect(isNear(shift(of: strip, at: time(frames)), 0))
    strip.settle(at: time(frames))
    #expect(strip.isCentred)
    // Without a move it is centred at once, also where it could not be shown so.
    strip.beginPan(at: StripPlace(10))
    strip.cancelPan(at: .zero)
    #expect(strip.isCentred)
    // Caught on its way back there, it still is.
    strip.beginPan(at: StripPlace(0))
    strip.pan(to: StripPlace(30))
    strip.cancelPan(at: .zero)
    strip.beginPan(at: place(of: strip, at: time(4)))
    strip.pan(to: StripPlace(40))
    strip.cancelPan(at: time(4))
    #expect(isNear(shift(of: strip, at: time(4)), 40))
    #expect(isNear(shift(of: strip, at: time(4 + frames)), 0))
  }

  @Test("D-7: a pan that is taken back leads to where the strip was going when the finger came")
  func cancelledOnTheWay() {
    var strip = StripScroll()
    // It had been left at 12, and was on its way there.
    strip.beginPan(at: StripPlace(10))
    strip.release(to: 12, at: .zero)
    strip.beginPan(at: place(of: strip, at: time(3)))
    strip.pan(to: StripPlace(50))
    strip.cancelPan(at: time(3))
    #expect(isNear(shift(of: strip, at: time(3)), 50))
    #expect(isNear(shift(of: strip, at: time(3 + frames)), 12))
    strip.settle(at: .seconds(2))
    strip.beginPan(at: StripPlace(12))
    strip.cancelPan(at: .seconds(2))
    #expect(strip.motion == nil && isNear(shift(of: strip, at: .zero), 12))
  }

  @Test("RKQ-3, D-9: another page: it goes from where it is to where it is centred, without a jump")
  func recentring() {
    var starts = [StripScroll(), StripScroll(), StripScroll(), StripScroll()]
    starts[1].beginPan(at: StripPlace(3))
    starts[2].beginPan(at: StripPlace(3))
    starts[2].release(to: 90, at: .zero)
    starts[3].beginPan(at: StripPlace(3))
    starts[3].pan(to: StripPlace(60))
    starts[3].cancelPan(at: .zero)
    for begin in 0...frames + 1 {
      for start in starts {
        for short in [0, 2.5] {
          checkReturn(of: start, at: begin, whilePagesAreShort: short)
        }
      }
    }
  }

  private func checkReturn(of start: StripScroll, at begin: Int, whilePagesAreShort short: Double) {
    var strip = start
    strip.settle(at: time(begin))
    // Where the pages come to rest, and where they are.
    let position = Double(page) - short
    var last = strip.offset(
      in: header,
      whilePagesAreAt: strip.followsPages ? position : Double(page),
      at: time(begin)
    )
    strip.recentre(at: time(begin), whilePagesAreShort: short)
    for frame in begin...begin + frames {
      // In between, once more: the return goes on.
      if frame == begin + 7 { strip.recentre(at: time(frame), whilePagesAreShort: short) }
      let offset = strip.offset(in: header, whilePagesAreAt: position, at: time(frame))
      let step = frame == begin ? 1e-9 : 72.0
      #expect(abs(offset - last) <= step, "from \(begin), frame \(frame)")
      last = offset
    }
    #expect(isNear(last, header.offset(at: position)) && strip.followsPages)
    strip.settle(at: time(begin + frames))
    #expect(strip.isCentred)
  }

  @Test("a finger catches the strip on any way, and cancelling forgets all")
  func catching() {
    var strip = StripScroll()
    strip.beginPan(at: StripPlace(30))
    strip.recentre(at: .zero)
    #expect(!strip.isHeld)
    let caught = shift(of: strip, at: time(5))
    #expect(caught > 0 && caught < 30)
    strip.beginPan(at: place(of: strip, at: time(5)))
    #expect(isNear(shift(of: strip, at: time(5)), caught) && strip.motion == nil)
    strip.pan(to: StripPlace(0))
    // It was on its way to be centred, so that is what a pan taken back leads to.
    strip.cancelPan(at: time(5))
    #expect(isNear(shift(of: strip, at: time(5 + frames)), 0))
    strip.cancel()
    #expect(strip == StripScroll())
    strip.beginPan(at: StripPlace(3))
    strip.recentre(at: .zero)
    strip.skipMotion(begunBy: .seconds(1))
    #expect(strip.isCentred)
  }
}
