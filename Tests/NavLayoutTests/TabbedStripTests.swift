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
    #expect(strip.position(at: .zero) == nil && strip.position(at: .zero, centred: 7) == 7)
    #expect(strip.motion == nil && !strip.isHeld)
    strip.pan(to: 3)
    strip.release(to: 4, at: .zero)
    strip.cancelPan(at: .zero)
    strip.recentre(at: .zero)
    strip.settle(at: .zero)
    strip.skipMotion(begunBy: .seconds(1))
    strip.cancel()
    #expect(strip == StripScroll())
  }

  @Test("SV-11: it is where the finger has it, then goes on to its rest and stays there")
  func release() {
    var strip = StripScroll()
    strip.beginPan(at: 10)
    #expect(strip.isHeld && strip.position(at: .zero) == 10)
    strip.pan(to: 14.5)
    #expect(strip.position(at: .seconds(9)) == 14.5)
    strip.release(to: 20, at: .seconds(1))
    #expect(!strip.isHeld && strip.motion?.length == frames)
    #expect(strip.motion?.startedAt == .seconds(1))
    for frame in 0...frames + 2 {
      let rest = max(0, 1 - Double(frame) / 20)
      let expected = 20 - 5.5 * rest * rest
      #expect(isNear(strip.position(at: .seconds(1) + time(frame)) ?? -1, expected))
    }
    #expect(strip.motion(at: .seconds(1) + time(frames - 1)) != nil)
    #expect(strip.motion(at: .seconds(1) + time(frames)) == nil)
    var settled = strip
    settled.settle(at: .seconds(1) + time(frames - 1))
    #expect(settled == strip)
    settled.settle(at: .seconds(1) + time(frames))
    #expect(settled.motion == nil && settled.position(at: .zero) == 20)
    // A viewport that comes later sees the end.
    strip.skipMotion(begunBy: .seconds(1))
    #expect(strip.motion != nil)
    strip.skipMotion(begunBy: .seconds(2))
    #expect(strip == settled)
    // Where it is left already it rests.
    strip.beginPan(at: 20)
    strip.release(to: 20, at: .seconds(3))
    #expect(strip == settled)
  }

  @Test("D-7: a pan that is taken back leads to where the strip was, or is centred")
  func cancelledPan() {
    var strip = StripScroll()
    strip.beginPan(at: 10)
    strip.pan(to: 30)
    strip.cancelPan(at: .zero)
    #expect(strip.position(at: .zero) == 30)
    #expect(strip.position(at: time(frames - 1)).map { $0 < 11 } == true)
    #expect(strip.position(at: time(frames)) == nil)
    strip.settle(at: time(frames))
    #expect(strip == StripScroll())
    // Without a move it is centred at once.
    strip.beginPan(at: 10)
    strip.cancelPan(at: .zero)
    #expect(strip == StripScroll())
    // Caught on its way back there, it still is.
    strip.beginPan(at: 10)
    strip.pan(to: 30)
    strip.cancelPan(at: .zero)
    strip.beginPan(at: strip.position(at: time(4)) ?? 0)
    strip.pan(to: 40)
    strip.cancelPan(at: time(4))
    #expect(strip.position(at: time(4)) == 40 && strip.position(at: time(4 + frames)) == nil)
    strip = StripScroll()
    // It had been left at 12, and was on its way there.
    strip.beginPan(at: 10)
    strip.release(to: 12, at: .zero)
    let left = strip.position(at: time(3)) ?? 0
    strip.beginPan(at: left)
    strip.pan(to: 50)
    strip.cancelPan(at: time(3))
    #expect(strip.position(at: time(3)) == 50 && strip.position(at: time(3 + frames)) == 12)
    strip.settle(at: .seconds(2))
    strip.beginPan(at: 12)
    strip.cancelPan(at: .seconds(2))
    #expect(strip.motion == nil && strip.position(at: .zero) == 12)
  }

  @Test("RKQ-3, D-9: another page: it goes from where it is to where it is centred, without a jump")
  func recentring() {
    // Wherever the page's turn would have the strip centred meanwhile.
    func centred(_ frame: Int) -> Double { 40 + Double(min(frame, frames)) }
    var starts = [StripScroll(), StripScroll(), StripScroll(), StripScroll()]
    starts[1].beginPan(at: 3)
    starts[2].beginPan(at: 3)
    starts[2].release(to: 90, at: .zero)
    starts[3].beginPan(at: 3)
    starts[3].pan(to: 60)
    starts[3].cancelPan(at: .zero)
    for begin in 0...frames + 1 {
      for start in starts {
        var strip = start
        var last = strip.position(at: time(begin), centred: centred(begin))
        strip.recentre(at: time(begin))
        for frame in begin...begin + frames {
          // In between, once more: the return goes on.
          if frame == begin + 7 { strip.recentre(at: time(frame)) }
          let position = strip.position(at: time(frame), centred: centred(frame))
          let step = frame == begin ? 1e-9 : 12.0
          #expect(abs(position - last) <= step, "from \(begin), frame \(frame)")
          last = position
        }
        #expect(last == centred(begin + frames))
        #expect(strip.position(at: time(begin)) == nil)
        strip.settle(at: time(begin + frames))
        #expect(strip == StripScroll())
      }
    }
  }

  @Test("a finger catches the strip on any way, and cancelling forgets all")
  func catching() {
    var strip = StripScroll()
    strip.beginPan(at: 3)
    strip.recentre(at: .zero)
    #expect(!strip.isHeld)
    let caught = strip.position(at: time(5), centred: 30)
    #expect(caught > 3 && caught < 30)
    strip.beginPan(at: caught)
    #expect(strip.position(at: time(5), centred: 30) == caught && strip.motion == nil)
    strip.pan(to: 0)
    // It was on its way to be centred, so that is what a pan taken back leads to.
    strip.cancelPan(at: time(5))
    #expect(strip.position(at: time(5 + frames)) == nil)
    strip.cancel()
    #expect(strip == StripScroll())
    strip.beginPan(at: 3)
    strip.recentre(at: .zero)
    strip.skipMotion(begunBy: .seconds(1))
    #expect(strip == StripScroll())
  }
}
