import NavBase
import NavEngine
import NavTestKit
import Testing

@Suite("Books: the state of the turning leaf")
struct BookStateTests {
  private let flick = 0.5

  @Test("D-12, PC-5: a turn takes a third of a second, and rests on its page")
  func turn() throws {
    var book = BookState(current: 3)
    book.turn(to: 5, at: .seconds(1))
    #expect(book.current == 5 && book.position(at: .seconds(1)) == 3)
    let motion = try #require(book.turn(of: .pages, at: .seconds(1)))
    #expect(motion.length == 20 && motion.startedAt == .seconds(1) && motion.legs.count == 1)
    #expect(motion.legs[0].lower == 3 && motion.legs[0].upper == 5 && motion.target == 5)
    for frame in 0...20 {
      let rest = 1 - Double(frame) / 20
      let leaf = motion.leaf(atFrame: frame).leaf
      #expect(abs(leaf.share - (1 - rest * rest)) < 1e-9)
      let now = Duration.seconds(1) + FrameTime.start(of: frame)
      #expect(abs(book.position(at: now) - leaf.position) < 1e-9)
      #expect(book.leaf(of: .pages, at: now)?.share == (frame < 20 ? leaf.share : nil))
      // PC-8: from the spread of 3 to that of 5.
      let spread = frame < 20 ? BookLeaf(lower: 2, upper: 4, share: leaf.share) : nil
      #expect(book.leaf(of: .spreads, at: now) == spread)
    }
    let late = Duration.seconds(1) + FrameTime.start(of: 18)
    let next = book.position(at: .seconds(1) + FrameTime.start(of: 19))
    #expect(book.positions(at: late) == [book.position(at: late), next, 5])
    #expect(book.positions(at: .seconds(2)) == [5])
    book.settle(at: .milliseconds(1_333))
    #expect(book.motion != nil)
    book.settle(at: .milliseconds(1_334))
    #expect(book == BookState(current: 5))
    // Turning back uses the same leaf.
    book.turn(to: 3, at: .seconds(2))
    let back = try #require(book.turn(of: .pages, at: .seconds(2)))
    #expect(back.legs[0].lower == 3 && back.legs[0].upper == 5 && back.target == 3)
    #expect(
      (0...20).allSatisfy {
        abs(back.leaf(atFrame: $0).leaf.share + motion.leaf(atFrame: $0).leaf.share - 1) < 1e-9
      }
    )
  }

  @Test(
    "D-9, PCQ-3, PSQ-2: a request during a turn continues from there",
    arguments: [
      // From 4 to 6, and elsewhere after half of the time and three quarters of the turn: that leaf
      // lands on the side nearer to the new page, then another is lifted.
      (second: 6, legs: [[4, 6, 6]]), (9, [[4, 6, 6], [6, 9, 9]]), (5, [[4, 6, 6], [5, 6, 5]]),
      (4, [[4, 6, 4]]), (2, [[4, 6, 4], [2, 4, 2]]),
    ]
  )
  func retarget(second: Int, legs: [[Int]]) throws {
    let now = FrameTime.start(of: 10)
    var book = BookState(current: 4)
    book.turn(to: 6, at: .zero)
    let position = book.position(at: now)
    book.turn(to: second, at: now)
    #expect(book.current == second)
    let turn = try #require(book.turn(of: .pages, at: now))
    #expect(turn.legs.map { [$0.lower, $0.upper, $0.target] } == legs)
    let leaf = try #require(book.leaf(of: .pages, at: now))
    #expect(leaf.lower == 4 && leaf.upper == 6 && abs(leaf.share - 0.75) < 1e-9)
    // Waiting for a leaf to land takes half of a turn at most.
    #expect(legs.count == 1 || turn.legs[0].length <= 10 && turn.legs[1].length == 20)
    #expect(abs(book.position(at: now) - position) < 1e-9)
    book.settle(at: .seconds(9))
    #expect(book == BookState(current: second))
  }

  @Test("D-9: the same for a turn back, early; a request at once replaces a turn not yet seen")
  func retargetBack() throws {
    let now = FrameTime.start(of: 2)
    for (page, pages) in [(1, [4, 1]), (8, [6, 8]), (6, [6]), (5, [6, 5])] {
      var book = BookState(current: 6)
      book.turn(to: 4, at: .zero)
      book.turn(to: page, at: now)
      let turn = try #require(book.turn(of: .pages, at: now))
      #expect(turn.legs.map(\.target) == pages, "to \(page)")
    }
    var book = BookState(current: 6)
    book.turn(to: 4, at: .zero)
    book.turn(to: 1, at: .zero)
    #expect(try #require(book.turn(of: .pages, at: .zero)).legs.map(\.target) == [1])
    let leaf = try #require(book.leaf(of: .pages, at: .zero))
    #expect(leaf.lower == 1 && leaf.upper == 6 && leaf.share == 1)
  }

  @Test("PC-8: a turn within a spread moves no spread; the next turn begins at once")
  func spreads() throws {
    var book = BookState(current: 0)
    book.turn(to: 1, at: .zero)
    #expect(book.turn(of: .pages, at: .zero) != nil && book.turn(of: .spreads, at: .zero) == nil)
    let now = FrameTime.start(of: 7)
    book.turn(to: 2, at: now)
    #expect(book.leaf(of: .spreads, at: now) == BookLeaf(lower: 0, upper: 2, share: 0))
    #expect(try #require(book.turn(of: .spreads, at: now)).length == 20)
    // A leaf that turns to the right spread already continues undisturbed.
    let before = book.turn(of: .spreads, at: now)
    book.turn(to: 3, at: FrameTime.start(of: 12))
    #expect(book.turn(of: .spreads, at: FrameTime.start(of: 12)) == before)
    book.turn(to: 0, at: FrameTime.start(of: 14))
    #expect(try #require(book.turn(of: .spreads, at: FrameTime.start(of: 14))).target == 0)
  }

  // MARK: Pans

  @Test("PC-7: a drag turns a leaf, puts it back, or is taken over by a program's turn")
  func drags() {
    var book = BookState(current: 2)
    book.beginPan(at: .zero)
    book.pan(by: 0.1, forward: 3, back: 1)
    #expect(book.current == 2 && book.leaf(of: .pages, at: .zero) != nil)
    book.pan(by: 0.7, forward: 3, back: 1)
    book.release(velocity: 0, flickSpeed: flick, isCancelled: false, at: .zero)
    #expect(book.current == 3 && book.motion != nil)
    book.settle(at: .seconds(1))
    #expect(book == BookState(current: 3))
    // An early release.
    book.beginPan(at: .seconds(1))
    book.pan(by: -0.3, forward: 4, back: 2)
    book.release(velocity: 0, flickSpeed: flick, isCancelled: false, at: .seconds(1))
    book.settle(at: .seconds(2))
    #expect(book == BookState(current: 3))
    // Past the start to the other side: one leaf is put back before the other one is lifted.
    book.beginPan(at: .seconds(2))
    book.pan(by: 0.2, forward: 4, back: 2)
    book.pan(by: 0, forward: 4, back: 2)
    #expect(book.leaf(of: .pages, at: .seconds(2)) == nil)
    book.pan(by: -0.2, forward: 4, back: 2)
    #expect(book.leaf(of: .pages, at: .seconds(2)) == BookLeaf(lower: 2, upper: 3, share: 0.8))
    book.pan(by: 0, forward: 4, back: 2)
    book.release(velocity: 9, flickSpeed: flick, isCancelled: false, at: .seconds(2))
    #expect(book == BookState(current: 3))
    // A program's turn ends the pan.
    book.beginPan(at: .seconds(2))
    book.pan(by: 0.2, forward: 4, back: 2)
    book.turn(to: 4, at: .seconds(2))
    #expect(book.pan == nil && book.leaf(of: .pages, at: .seconds(2))?.share == 0.2)
    book.settle(at: .seconds(3))
    #expect(book == BookState(current: 4))
  }

  @Test("PCQ-2: without a page behind it no leaf is lifted")
  func ends() {
    var book = BookState(current: 0)
    book.beginPan(at: .zero)
    for share in [-0.5, -2, 0, 0.5, 2] {
      book.pan(by: share, forward: nil, back: nil)
      #expect(book.leaf(of: .pages, at: .zero) == nil && book.position(at: .zero) == 0)
    }
    book.release(velocity: 9, flickSpeed: flick, isCancelled: false, at: .zero)
    #expect(book == BookState(current: 0))
    // A request then finds no leaf.
    book.beginPan(at: .zero)
    book.turn(to: 0, at: .zero)
    #expect(book == BookState(current: 0))
    book.beginPan(at: .zero)
    book.turn(to: 2, at: .zero)
    #expect(book.motion != nil && book.pan == nil)
  }

  @Test(
    "SV-8, PI-4: past one half, or faster than a flick, the leaf turns",
    arguments: [
      (share: 0.5, velocity: 0.0, isCancelled: false, lands: 4), (0.51, 0, false, 5),
      (0.51, 0, true, 4), (0.1, 0.5, false, 4), (0.1, 0.51, false, 5), (0.1, 0.51, true, 4),
      (0.9, -0.5, false, 5), (0.9, -0.51, false, 4), (-0.5, 0, false, 4), (-0.51, 0, false, 3),
      (-0.1, -0.51, false, 3), (-0.9, 0.51, false, 4), (1.5, 0, false, 5), (-1.5, 0, false, 3),
    ]
  )
  func landing(share: Double, velocity: Double, isCancelled: Bool, lands: Int) {
    var book = BookState(current: 4)
    book.beginPan(at: .zero)
    book.pan(by: share, forward: 5, back: 3)
    book.release(
      velocity: velocity,
      flickSpeed: flick,
      isCancelled: isCancelled,
      at: .zero
    )
    #expect(book.current == lands)
    // A leaf that lies flat ends at once.
    let isDone = abs(share) > 1
    #expect((book.motion == nil) == isDone)
    book.settle(at: .seconds(1))
    #expect(book == BookState(current: lands))
  }

  @Test("SV-11, D-7: a drag stops the leaf, and holds it from there")
  func catching() throws {
    var book = BookState(current: 0)
    book.turn(to: 4, at: .zero)
    let now = FrameTime.start(of: 10)
    book.beginPan(at: now)
    #expect(book.leaf(of: .pages, at: .seconds(9)) == BookLeaf(lower: 0, upper: 4, share: 0.75))
    #expect(book.position(at: .seconds(9)) == 3)
    book.pan(by: -0.5, forward: 5, back: 3)
    #expect(book.leaf(of: .pages, at: now)?.share == 0.25 && book.position(at: now) == 1)
    book.pan(by: 7, forward: 5, back: 3)
    #expect(book.leaf(of: .pages, at: now)?.share == 1)
    book.pan(by: -0.5, forward: 5, back: 3)
    var cancelled = book
    cancelled.release(velocity: 0, flickSpeed: flick, isCancelled: true, at: now)
    #expect(cancelled.current == 4)
    book.release(velocity: 0, flickSpeed: flick, isCancelled: false, at: now)
    #expect(book.current == 0)
    // Caught again in motion: the leaf of the first gesture is held.
    book.beginPan(at: now + FrameTime.start(of: 1))
    let caught = book.leaf(of: .pages, at: .seconds(9))
    #expect(caught?.lower == 0 && caught?.upper == 4 && book.current == 0)
  }
}
