import NavBase
import NavEngine
import NavTestKit
import Testing

@Suite("PageScroll: interrupting moving rows")
struct ScrollPageInterruptTests {
  private func ms(_ milliseconds: Int) -> Duration { .milliseconds(milliseconds) }

  private func frame(_ number: Int) -> Duration { FrameTime.start(of: number) }

  @Test(
    "SV-11: a pan catches moving rows exactly where they are, and continues from there"
  )
  func caught() {
    var page = ScrolledPage([rowsBody(300, visible: 20), rowsBody(300, visible: 7)], at: 30)
    page.begin()
    page.release(velocity: 25)
    for number in [1, 5, 20, 40] {
      var held = page
      let seen = held.offset(at: frame(number))
      held.begin(at: frame(number))
      #expect(held.offset(at: frame(number)) == seen)
      #expect(held.offset(at: frame(number + 60)) == seen, "it stopped")
      #expect(held.offset(1, at: frame(number)) == seen, "the same place for every viewport")
      held.move(to: -2, at: frame(number))
      #expect(held.offset(at: frame(number)) == seen - 2)
      held.release(at: frame(number + 9))
      #expect(held.rest() == seen - 2 && held.rest(1) == seen - 2)
      #expect(held.scroll.length == 0)
    }
  }

  @Test("SV-11: rows stopped beyond an end stay there, and spring back on release")
  func caughtBeyond() throws {
    let flick = pannedPage(rows: 100, visible: 20, from: 2, by: 0, velocity: -150)
    let frames = flick.frames(at: .zero)
    let lowest = try #require(frames.min())
    #expect(lowest < -2)
    for (number, seen) in frames.enumerated() where seen < 0 {
      var page = flick
      page.begin(at: frame(number))
      #expect(page.offset(at: frame(number)) == seen)
      page.release(at: frame(number))
      let back = page.frames(at: frame(number))
      #expect(back.first == seen && back.last == 0)
      #expect(back == back.sorted())
    }
  }

  @Test("a cancelled pan leads back to its start")
  func cancelled() {
    var page = ScrolledPage([rowsBody(50, visible: 5), rowsBody(50, visible: 9)], at: 10)
    let anchor = page.anchor
    page.begin()
    page.move(to: 6)
    page.cancel()
    #expect(page.anchor == anchor)
    for view in 0...1 {
      let frames = page.frames(view, at: .zero)
      #expect(frames.first == 16 && frames.last == 10)
      #expect(frames == frames.sorted(by: >))
      #expect(page.offset(view, at: .seconds(9)) == 10)
    }
    var pulled = ScrolledPage(rows: 50, visible: 5)
    pulled.begin()
    pulled.move(to: -30)
    pulled.cancel()
    // Beyond an end they spring back, as from any pull.
    let spring = SpringBack(from: -(1 - 1 / (30 * 0.55 / 5 + 1)) * 5, to: 0, velocity: 0)
    let back = pulled.frames(at: .zero)
    #expect(back.first == -3 && back.last == 0 && back[back.count - 2] == -1)
    for (number, row) in back.enumerated() {
      #expect(row == Int(spring.position(at: FrameTime.seconds(of: number))), "frame \(number)")
    }
  }

  @Test("D-7: a command goes to its target at once, during any motion")
  func commands() {
    var moving = pannedPage(rows: 100, visible: 10, from: 10, by: 5, velocity: 20)
    moving.jump(to: 40, at: ms(100))
    #expect(moving.frames(at: ms(100)) == [40])
    var same = pannedPage(rows: 100, visible: 10, from: 10, by: 5, velocity: 20)
    same.jump(to: same.rest(), at: ms(100))
    #expect(same.frames(at: ms(100)) == [same.rest()], "also where the flick leads to")
    var pulled = ScrolledPage(rows: 100, visible: 10)
    pulled.begin()
    pulled.move(to: -30)
    pulled.jump(to: 0, at: ms(100))
    #expect(pulled.frames(at: ms(100)) == [0])
  }

  @Test("an update without a change of a page leaves its motion alone; a new gesture does not")
  func again() {
    var page = pannedPage(rows: 100, visible: 10, from: 10, by: 5, velocity: 20)
    let first = page.scroll
    for number in [0, 3, 30] {
      page.follow(at: frame(number))
      #expect(page.scroll == first)
    }
    // The same movements again are another gesture.
    page.jump(to: 10, at: ms(900))
    page.begin(at: ms(900))
    page.move(to: 5, at: ms(900))
    page.release(velocity: 20, at: ms(900))
    #expect(page.frames(at: ms(900)).count == first.length + 1)
    page.follow(at: .seconds(20))
    #expect(page.scroll.length == 0 && page.offset(at: .seconds(20)) == page.rest())
    // The same if no frame was shown between the two.
    var bounced = ScrolledPage(rows: 100, visible: 10, at: 90)
    for second in 1...2 {
      bounced.panUnseen(velocity: 80, at: .seconds(10 * second))
      #expect((bounced.frames(at: .seconds(10 * second)).max() ?? 0) > 91)
      #expect(bounced.offset(at: .seconds(10 * second + 5)) == 90)
    }
  }

  @Test("SV-9: a program's scroll takes a third of a second at a constant velocity, once")
  func programs() {
    var page = ScrolledPage(rows: 100, visible: 20)
    page.jump(to: 33, isAnimated: true, at: .zero)
    let frames = page.frames(at: .zero)
    #expect(frames.count == 21 && frames.first == 0 && frames.last == 33)
    for number in 0...20 {
      let exact = 33 - 33 * Double(number) / 19.8
      #expect(frames[number] == 33 - Int(max(0, exact)), "frame \(number)")
    }
    page.jump(to: 33, isAnimated: true, at: ms(150))
    #expect(page.frames(at: .zero) == frames, "the same target is not begun again")
    let seen = page.offset(at: ms(200))
    page.jump(to: 0, isAnimated: true, at: ms(200))
    #expect(page.frames(at: ms(200)).first == seen)
    #expect(page.frames(at: ms(200)).last == 0 && page.scroll.length <= 20)
    page.jump(to: 60, at: ms(300))
    #expect(page.frames(at: ms(300)) == [60])
  }

  @Test(
    "SV-12: changed rows or a new size place a page at once, except for a drag's pull"
  )
  func changed() {
    var moving = pannedPage(rows: 100, visible: 10, from: 60, by: 5, velocity: 50)
    #expect(moving.rest() == 89)
    moving.resize(to: rowsBody(40, visible: 10), at: ms(50))
    #expect(moving.frames(at: ms(50)) == [30])
    var pulled = ScrolledPage(rows: 100, visible: 10, at: 60)
    pulled.begin()
    pulled.move(to: 5)
    pulled.resize(to: rowsBody(40, visible: 10), at: ms(50))
    #expect(pulled.offset(at: ms(50)) == 32, "2.2 of 5 rows beyond the end")
    var resting = ScrolledPage(rows: 100, visible: 10, at: 90)
    resting.resize(to: rowsBody(100, visible: 30), at: ms(50))
    #expect(resting.frames(at: ms(50)) == [70])
  }

  @Test(
    "SV-12: fewer rows or a new size end a motion even if its target stays; more rows do not"
  )
  func sameTarget() {
    let flick = pannedPage(rows: 100, visible: 10, from: 60, by: 0, velocity: -60)
    #expect(flick.rest() == 30)
    let frames = flick.frames(at: ms(50))
    for (rows, visible, isEnded) in [
      (50, 10, true), (99, 10, true), (100, 9, true), (100, 11, true), (200, 9, true),
      (100, 10, false), (101, 10, false), (300, 10, false),
    ] {
      for isAnimated in [false, true] {
        var page = flick
        page.resize(to: rowsBody(rows, visible: visible), at: ms(50), isAnimated: isAnimated)
        #expect(page.frames(at: ms(50)) == (isEnded ? [30] : frames), "\(rows), \(visible)")
      }
    }
  }
}
