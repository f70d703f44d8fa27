import NavGeometry
import NavLayout
import Testing

@Suite("Pagers with tabs: the strip of the header under a finger")
struct TabbedStripTests {
  private let frames = 20
  private func time(_ frame: Int) -> Duration { FrameTime.start(of: frame) }

  @Test("a strip that no finger has touched is centred")
  func untouched() {
    var strip = StripScroll()
    #expect(strip.isCentred && strip.followsPages && strip.shift(at: .zero) == 0)
    #expect(strip.motion == nil && !strip.isHeld)
    strip.pan(to: 3)
    strip.release(to: 4, at: .zero)
    strip.cancelPan(at: .zero)
    strip.recentre(at: .zero, whilePagesAreShort: 2)
    strip.settle(at: .zero)
    strip.skipMotion(begunBy: .seconds(1))
    strip.cancel()
    #expect(strip == StripScroll())
  }

  @Test("SV-11: it is where the finger has it, then goes on to its rest and stays there")
  func release() {
    var strip = StripScroll()
    strip.beginPan(at: 10)
    #expect(strip.isHeld && strip.shift(at: .zero) == 10 && !strip.followsPages)
    strip.pan(to: 14.5)
    #expect(strip.shift(at: .seconds(9)) == 14.5)
    strip.release(to: 20, at: .seconds(1))
    #expect(!strip.isHeld && strip.motion?.length == frames)
    #expect(strip.motion?.startedAt == .seconds(1))
    for frame in 0...frames + 2 {
      let rest = max(0, 1 - Double(frame) / 20)
      let expected = 20 - 5.5 * rest * rest
      #expect(isNear(strip.shift(at: .seconds(1) + time(frame)), expected))
    }
    #expect(strip.motion(at: .seconds(1) + time(frames - 1)) != nil)
    #expect(strip.motion(at: .seconds(1) + time(frames)) == nil)
    var settled = strip
    settled.settle(at: .seconds(1) + time(frames - 1))
    #expect(settled == strip)
    settled.settle(at: .seconds(1) + time(frames))
    #expect(settled.motion == nil && settled.shift(at: .zero) == 20)
    // A viewport that comes later sees the end.
    strip.skipMotion(begunBy: .seconds(1))
    #expect(strip.motion != nil)
    strip.skipMotion(begunBy: .seconds(2))
    #expect(strip == settled)
    // Where it is left already it rests.
    strip.beginPan(at: 20)
    strip.release(to: 20, at: .seconds(3))
    #expect(strip.motion == nil && strip.shift(at: .seconds(3)) == 20)
  }

  @Test("D-7: a pan that is taken back leads to where the strip was, or is centred")
  func cancelledPan() {
    var strip = StripScroll()
    strip.beginPan(at: 0)
    strip.pan(to: 30)
    strip.cancelPan(at: .zero)
    #expect(strip.shift(at: .zero) == 30 && !strip.isCentred)
    #expect(strip.shift(at: time(frames - 1)) < 1 && strip.shift(at: time(frames)) == 0)
    strip.settle(at: time(frames))
    #expect(strip.isCentred)
    // Without a move it is centred at once, also where it could not be shown so.
    strip.beginPan(at: 10)
    strip.cancelPan(at: .zero)
    #expect(strip.isCentred)
    // Caught on its way back there, it still is.
    strip.beginPan(at: 0)
    strip.pan(to: 30)
    strip.cancelPan(at: .zero)
    strip.beginPan(at: strip.shift(at: time(4)))
    strip.pan(to: 40)
    strip.cancelPan(at: time(4))
    #expect(strip.shift(at: time(4)) == 40 && strip.shift(at: time(4 + frames)) == 0)
    strip = StripScroll()
    // It had been left at 12, and was on its way there.
    strip.beginPan(at: 10)
    strip.release(to: 12, at: .zero)
    strip.beginPan(at: strip.shift(at: time(3)))
    strip.pan(to: 50)
    strip.cancelPan(at: time(3))
    #expect(strip.shift(at: time(3)) == 50 && strip.shift(at: time(3 + frames)) == 12)
    strip.settle(at: .seconds(2))
    strip.beginPan(at: 12)
    strip.cancelPan(at: .seconds(2))
    #expect(strip.motion == nil && strip.shift(at: .zero) == 12)
  }

  @Test("RKQ-3, D-9: another page: it goes from where it is to where it is centred, without a jump")
  func recentring() {
    var starts = [StripScroll(), StripScroll(), StripScroll(), StripScroll()]
    starts[1].beginPan(at: 3)
    starts[2].beginPan(at: 3)
    starts[2].release(to: 90, at: .zero)
    starts[3].beginPan(at: 3)
    starts[3].pan(to: 60)
    starts[3].cancelPan(at: .zero)
    for begin in 0...frames + 1 {
      for (start, short) in starts.flatMap({ [($0, 0.0), ($0, 2.5)] }) {
        var strip = start
        strip.settle(at: time(begin))
        // Where the pages come to rest, and where they are.
        let place = strip.shift(at: time(begin)) + (strip.followsPages ? 0 : short)
        strip.recentre(at: time(begin), whilePagesAreShort: short)
        var last = place
        for frame in begin...begin + frames {
          // In between, once more: the return goes on.
          if frame == begin + 7 { strip.recentre(at: time(frame), whilePagesAreShort: short) }
          let shift = strip.shift(at: time(frame))
          let step = frame == begin ? 1e-9 : 12.0
          #expect(abs(shift - last) <= step, "from \(begin), frame \(frame)")
          last = shift
        }
        #expect(last == 0 && strip.followsPages)
        strip.settle(at: time(begin + frames))
        #expect(strip.isCentred)
      }
    }
  }

  @Test("a finger catches the strip on any way, and cancelling forgets all")
  func catching() {
    var strip = StripScroll()
    strip.beginPan(at: 30)
    strip.recentre(at: .zero)
    #expect(!strip.isHeld)
    let caught = strip.shift(at: time(5))
    #expect(caught > 0 && caught < 30)
    strip.beginPan(at: caught)
    #expect(strip.shift(at: time(5)) == caught && strip.motion == nil)
    strip.pan(to: 0)
    // It was on its way to be centred, so that is what a pan taken back leads to.
    strip.cancelPan(at: time(5))
    #expect(strip.shift(at: time(5 + frames)) == 0)
    strip.cancel()
    #expect(strip == StripScroll())
    strip.beginPan(at: 3)
    strip.recentre(at: .zero)
    strip.skipMotion(begunBy: .seconds(1))
    #expect(strip.isCentred)
  }
}
