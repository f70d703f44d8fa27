import NavGeometry
import NavLayout
import NavTestKit
import Testing

@Suite("ScrollState: drags")
struct ScrollFingerTests {
  /// A vertical offset or distance.
  private func y(_ y: Double) -> ScrollPoint { ScrollPoint(x: 0, y: y) }

  private func ms(_ milliseconds: Int) -> Duration { .milliseconds(milliseconds) }

  // MARK: SV-4 to SV-8

  @Test("SV-4: inside content follows the drag, beyond an edge less; without bounces not at all")
  func dragging() {
    var free = scrollView(at: 50)
    #expect(free.beginDrag(at: .zero) == [.willBeginDragging])
    #expect(free.drag(to: y(-30), at: ms(10)) == [.didScroll(to: y(80))])
    #expect(free.drag(to: y(-30), at: ms(20)) == [])
    #expect(free.drag(to: y(50), at: ms(30)) == [.didScroll(to: y(0))])
    _ = free.drag(to: y(150), at: ms(40))
    #expect(abs(free.offset(at: ms(40)).y + (1 - 1 / (0.55 + 1)) * 100) < 1e-9)
    var dead = scrollView(at: 50) { $0.bounces = false }
    _ = dead.beginDrag(at: .zero)
    #expect(dead.drag(to: y(150), at: ms(10)) == [.didScroll(to: y(0))])
    #expect(dead.drag(to: y(120), at: ms(20)) == [])
  }

  @Test("SV-5: a flick coasts 0.4995 times its velocity, with the fast rate 0.0995 times")
  func flicks() {
    for (rate, share) in [(DecelerationRate.normal, 0.4995), (.fast, 0.0995)] {
      var view = scrollView { $0.rate = rate }
      let events = flickScroll(&view, 50)
      guard case .willEndDragging(let velocity, let target)? = events.first else {
        Issue.record("\(events)")
        return
      }
      #expect(abs(velocity.y - 1) < 1e-12, "in units a millisecond")
      #expect(abs(target.y - 50 - share * 1_000) < 0.01)
      #expect(view.offset(at: ms(50)).y == 50)
      #expect(view.offset(at: .seconds(9)) == target)
      #expect(view.target(at: ms(60)) == target)
    }
  }

  @Test("SV-6: a flick that reaches an edge bounces with its velocity; without bounces it stops")
  func edges() throws {
    var view = scrollView(at: 700)
    _ = flickScroll(&view, 100)
    let way = try #require(view.vertical.trajectory)
    #expect(way.legs.count == 2 && way.target == 900)
    let hit = try #require(way.legs.first?.duration)
    guard case .spring(let spring)? = way.legs.last?.curve,
      case .deceleration(let flick)? = way.legs.first?.curve
    else {
      Issue.record("\(way)")
      return
    }
    #expect(abs(flick.position(at: hit) - 900) < 1e-9)
    #expect(spring.initialVelocity == flick.velocity(at: hit))
    #expect(spring.start == 900 && spring.target == 900)
    #expect(view.vertical.offset(at: ms(50) + .seconds(hit + 0.1)) > 900)

    var dead = scrollView(at: 700) { $0.bounces = false }
    _ = flickScroll(&dead, 100)
    #expect(dead.vertical.trajectory?.legs.count == 1)
    #expect(dead.target(at: ms(50)).y == 900)
    #expect((50...9_000).allSatisfy { dead.vertical.offset(at: ms($0)) <= 900 })
  }

  @Test("SV-6: a bounce takes at most 0.9 of the bounds out of view")
  func deepBounce() {
    var view = scrollView(at: 850)
    _ = view.beginDrag(at: .zero)
    _ = view.drag(to: y(-1), at: ms(1))
    _ = view.endDrag(at: ms(1), finger: y(-1e300))
    let furthest = (1...2_000).map { view.vertical.offset(at: ms($0)) }.max() ?? 0
    #expect(furthest > 989 && furthest <= 990)
    #expect(view.offset(at: .seconds(99)).y == 900)
  }

  @Test("SV-6: a release outside springs back at once, and an outward flick adds nothing")
  func outside() {
    var slow = scrollView()
    _ = flickScroll(&slow, -50, in: 50, pause: 200)
    var fast = scrollView()
    _ = flickScroll(&fast, -50, in: 50)
    for milliseconds in stride(from: 0, through: 1_000, by: 10) {
      let (a, b) = (
        slow.vertical.offset(at: ms(250 + milliseconds)),
        fast.vertical.offset(at: ms(50 + milliseconds))
      )
      #expect(abs(a - b) < 1e-9)
      #expect(a <= 0)
    }
    #expect(slow.target(at: ms(250)).y == 0 && slow.activity == .decelerating)
  }

  @Test("SV-6, product: a flick inwards from outside springs in, and continues with the rest")
  func inwards() throws {
    var view = scrollView()
    _ = view.beginDrag(at: .zero)
    _ = view.drag(to: y(100), at: ms(10))
    _ = view.drag(to: y(50), at: ms(20))
    _ = view.endDrag(at: ms(20), finger: y(-3_000))
    let way = try #require(view.vertical.trajectory)
    #expect(way.legs.count == 2)
    #expect(way.target > 100)
    let crossing = way.legs[0].duration
    #expect(abs(way.legs[0].curve.motion.position(at: crossing)) < 1e-9)
    let (before, after) = (
      way.legs[0].curve.motion.velocity(at: crossing), way.legs[1].curve.motion.velocity(at: 0)
    )
    #expect(abs(before - after) < 1e-6)
  }

  @Test(
    "SV-7: a drag whose last move was 100 ms ago had stopped",
    arguments: [(pause: 0, stops: false), (99, false), (100, true), (5_000, true)]
  )
  func stopped(pause: Int, stops: Bool) {
    for finger in [nil, y(-1_000)] {
      var view = scrollView()
      _ = view.beginDrag(at: .zero)
      _ = view.drag(to: y(-50), at: ms(50))
      let events = view.endDrag(at: ms(50 + pause), finger: finger)
      #expect(events.contains(.didEndDragging(willDecelerate: !stops)))
      #expect((view.target(at: ms(50 + pause)).y == 50) == stops)
    }
  }

  @Test(
    "SV-7: the velocity is the mean of the last moves, at most 32 and not older than 100 ms",
    arguments: [
      // 32 moves are 31 distances; the fast ones follow slow ones.
      (fast: 29, each: 1, velocity: (2 * 29 + 2) / 31.0), (30, 1, 61 / 31), (31, 1, 2), (32, 1, 2),
      (500, 1, 2), (9, 10, (2 * 90 + 10) / 100.0), (10, 10, 2), (1, 100, 2), (1, 99, 199 / 100),
      (1, 101, 2), (2, 5_000, 2),
    ] as [(fast: Int, each: Int, velocity: Double)]
  )
  func velocities(fast: Int, each: Int, velocity expected: Double) {
    var view = scrollView(content: 1e9)
    _ = view.beginDrag(at: .zero)
    // One point a millisecond, then two.
    for time in 1...200 { _ = view.drag(to: y(-Double(time)), at: ms(time)) }
    for move in 1...fast {
      _ = view.drag(to: y(-200 - 2 * Double(move * each)), at: ms(200 + move * each))
    }
    let events = view.endDrag(at: ms(200 + fast * each))
    guard case .willEndDragging(let velocity, _)? = events.first else {
      Issue.record("\(events)")
      return
    }
    #expect(abs(velocity.y - expected) < 1e-9, "\(velocity)")
  }

  @Test("SV-7: moves at one moment, or apparently back in time, are harmless")
  func oddTimes() {
    var view = scrollView()
    _ = view.beginDrag(at: ms(10))
    _ = view.drag(to: y(-5), at: ms(10))
    _ = view.drag(to: y(-6), at: ms(3))
    let events = view.endDrag(at: ms(10))
    #expect(events.first == .willEndDragging(velocity: .zero, target: y(6)))
  }

  @Test("SV-8: a paging view rests on pages, turns in 0.22 s and passes at most one")
  func paging() throws {
    var view = scrollView(at: 200) { $0.isPaging = true }
    _ = flickScroll(&view, 30)
    #expect(view.target(at: ms(50)).y == 300)
    let way = try #require(view.vertical.trajectory)
    #expect(way.legs.map(\.curve) == [.turn(EaseOut(from: 230, to: 300, duration: 0.22))])
    var slow = scrollView(at: 200) { $0.isPaging = true }
    _ = flickScroll(&slow, 49, pause: 100)
    #expect(slow.target(at: ms(150)).y == 200)
    var far = scrollView(at: 200) { $0.isPaging = true }
    _ = flickScroll(&far, 460)
    #expect(far.target(at: ms(50)).y == 300)
    var beyond = scrollView { $0.isPaging = true }
    _ = flickScroll(&beyond, -60)
    #expect(beyond.target(at: ms(50)).y == 0)
    guard case .spring? = beyond.vertical.trajectory?.legs.first?.curve else {
      Issue.record("no spring")
      return
    }
  }

  @Test("SV-8, SV-11: a turn stopped by a touch and released goes to the nearer page")
  func stoppedTurn() {
    var view = scrollView(at: 200) { $0.isPaging = true }
    _ = flickScroll(&view, 30)
    _ = view.touch(at: ms(60))
    let held = view.offset(at: ms(60))
    #expect(held.y > 230 && held.y < 250)
    #expect(view.lift(at: ms(900)) == [.willBeginDecelerating])
    #expect(view.offset(at: .seconds(3)).y == 200)
  }

  // MARK: SV-11

  @Test("SV-11: a touch stops a flick at once, exactly where it is, and the end is reported")
  func touching() {
    var view = scrollView()
    _ = flickScroll(&view, 50)
    let there = view.offset(at: ms(333))
    #expect(view.touch(at: ms(333)) == [.didScroll(to: there), .didEndDecelerating])
    #expect(view.offset(at: .seconds(9)) == there)
    #expect(view.lift(at: .seconds(9)) == [])
    _ = view.setOffset(y(0), animated: true, at: .seconds(10))
    #expect(view.touch(at: .seconds(10)) == [.didEndScrollingAnimation])
  }

  @Test(
    "SV-11: a stopped bounce continues under the drag, and springs back on release"
  )
  func touchedBounce() {
    var view = scrollView(at: 850)
    _ = flickScroll(&view, 45)
    let time = ms(50 + 80)
    let there = view.offset(at: time).y
    #expect(there > 900)
    _ = view.beginDrag(at: time)
    #expect(abs(view.offset(at: time).y - there) < 1e-9)
    _ = view.drag(to: y(1), at: time + ms(1))
    #expect(view.offset(at: time).y < there && view.offset(at: time).y > there - 1)
    _ = view.endDrag(at: time + ms(200))
    #expect(view.offset(at: .seconds(9)).y == 900)
    var lifted = scrollView(at: 850)
    _ = flickScroll(&lifted, 45)
    _ = lifted.touch(at: time)
    #expect(lifted.offset(at: .seconds(5)).y == there)
    #expect(lifted.lift(at: .seconds(5)) == [.willBeginDecelerating])
    #expect(lifted.offset(at: .seconds(9)).y == 900)
  }

  @Test("SV-11: a tap on the top scrolls the nearest view that wants it and agrees")
  func top() {
    let yes = ScrollsToTop()
    let no = ScrollsToTop(isWanted: false)
    let refuses = ScrollsToTop(isAgreed: false)
    let table: [([ScrollsToTop], Bool, Int?)] = [
      ([], false, nil), ([yes], true, 0), ([no, yes], true, 1), ([yes, yes], true, nil),
      ([yes, yes], false, 0), ([refuses, yes], false, nil), ([refuses], true, nil),
    ]
    for (views, isAlone, index) in table {
      #expect(ScrollState.scrollingToTop(among: views, onlyIf: isAlone) == index)
    }
    var view = scrollView(at: 400) { $0.insetLow = 30 }
    _ = view.scrollToTop(at: .zero)
    #expect(view.activity == .animating && view.target(at: .zero) == y(-30))
  }
}
