import NavGeometry
import NavLayout
import NavTestKit
import Testing

@Suite("ScrollState: program scrolls and events")
struct ScrollStateTests {
  /// A vertical offset or distance.
  private func y(_ y: Double) -> ScrollPoint { ScrollPoint(x: 0, y: y) }

  private func ms(_ milliseconds: Int) -> Duration { .milliseconds(milliseconds) }

  // MARK: SV-9

  @Test("SV-9: a program's scroll takes 0.33 s at a constant velocity")
  func animated() {
    var view = scrollView()
    #expect(view.setOffset(y(330), animated: true, at: .zero) == [])
    #expect(view.activity == .animating)
    for milliseconds in [0, 1, 100, 329] {
      let offset = view.vertical.offset(at: ms(milliseconds))
      #expect(abs(offset - Double(milliseconds)) < 1e-9)
    }
    #expect(view.advance(to: ms(330)) == [.didScroll(to: y(330)), .didEndScrollingAnimation])
    #expect(view.advance(to: ms(331)) == [])
  }

  @Test("SV-9, D-9: the same target does not restart the motion, another one retargets it")
  func retargeted() {
    var view = scrollView()
    _ = view.setOffset(y(330), animated: true, at: .zero)
    let before = view.vertical
    #expect(view.setOffset(y(330), animated: true, at: ms(100)) == [.didScroll(to: y(100))])
    #expect(view.vertical == before)
    _ = view.setOffset(y(0), animated: true, at: ms(200))
    #expect(abs(view.vertical.offset(at: ms(365)) - 100) < 1e-9)
    #expect(view.advance(to: ms(530)) == [.didScroll(to: y(0)), .didEndScrollingAnimation])
  }

  @Test("SV-9: without animation the target is reached at once; a zero distance has no events")
  func immediate() {
    var view = scrollView()
    #expect(view.setOffset(y(5_000), animated: false, at: .zero) == [.didScroll(to: y(900))])
    #expect(view.setOffset(y(900), animated: false, at: .zero) == [])
    #expect(view.setOffset(y(900), animated: true, at: .zero) == [])
    #expect(view.activity == .resting)
    let shown = view.scrollToVisible(origin: y(950), size: y(10), animated: true, at: .zero)
    #expect(shown == [])
    _ = view.scrollToVisible(origin: y(10), size: y(10), animated: true, at: .zero)
    #expect(view.target(at: .zero).y == 10)
  }

  @Test("SV-9: steps of keys and wheel add up during the motion")
  func steps() {
    var view = scrollView()
    _ = view.step(.pageForward, along: .vertical, animated: true, at: .zero)
    _ = view.step(.pageForward, along: .vertical, animated: true, at: ms(50))
    #expect(view.target(at: ms(50)).y == 168)
    #expect(view.step(.end, along: .horizontal, animated: true, at: ms(60)).isEmpty == false)
    #expect(view.target(at: ms(60)) == y(168))
    _ = view.step(.wheel(1), along: .vertical, animated: false, at: ms(60))
    #expect(view.offset(at: ms(60)).y == 216)
    var disabled = scrollView { $0.isScrollEnabled = false }
    #expect(disabled.step(.end, along: .vertical, animated: false, at: .zero) == [])
    #expect(disabled.setOffset(y(7), animated: false, at: .zero) == [.didScroll(to: y(7))])
  }

  // MARK: SV-10

  @Test("SV-10: the events of a flick in order")
  func order() {
    var view = scrollView()
    var events = view.beginDrag(at: .zero)
    events += view.drag(to: y(-50), at: ms(50))
    events += view.endDrag(at: ms(50))
    let target = view.target(at: ms(50))
    var frame = 1
    while view.activity != .resting, frame < 1_000 {
      events += view.advance(to: ms(50) + FrameTime.start(of: frame))
      frame += 1
    }
    let scrolls = events.filter { if case .didScroll = $0 { true } else { false } }
    #expect(scrolls.count == frame, "one in each frame, and the finger's")
    #expect(
      events.filter { !scrolls.contains($0) } == [
        .willBeginDragging, .willEndDragging(velocity: y(1), target: target),
        .didEndDragging(willDecelerate: true), .willBeginDecelerating, .didEndDecelerating,
      ]
    )
    #expect(events.first == .willBeginDragging && events[1] == .didScroll(to: y(50)))
    #expect(events.suffix(2) == [.didScroll(to: target), .didEndDecelerating])
  }

  @Test("SV-10: a drag without speed ends without deceleration")
  func orderWithoutSpeed() {
    var view = scrollView()
    let events = flickScroll(&view, 50, pause: 100)
    #expect(
      events == [
        .willEndDragging(velocity: .zero, target: y(50)), .didEndDragging(willDecelerate: false),
      ]
    )
    #expect(view.activity == .resting && view.advance(to: .seconds(5)) == [])
    #expect(view.endDrag(at: .seconds(6)) == [] && view.lift(at: .seconds(6)) == [])
    #expect(view.drag(to: y(-99), at: .seconds(6)) == [])
  }

  @Test("SV-6, SV-10: a target moved to the edge beyond which it was pulled springs back there")
  func movedToEdge() {
    var view = scrollView()
    _ = view.beginDrag(at: .zero)
    _ = view.drag(to: ScrollPoint(x: 0, y: 100), at: ms(10))
    _ = view.drag(to: ScrollPoint(x: 0, y: 50), at: ms(20))
    let pulled = view.offset(at: ms(20)).y
    let events = view.endDrag(at: ms(20), finger: ScrollPoint(x: 0, y: -3_000)) { _, target in
      target.y = 0
    }
    #expect(events.first == .willEndDragging(velocity: ScrollPoint(x: 0, y: 3), target: .zero))
    let spring = SpringBack(from: pulled, to: 0, velocity: 0)
    #expect(view.vertical.trajectory?.legs.map(\.curve) == [.spring(spring)])
  }

  @Test("SV-10: the delegate may move the target; it is confined, and reached exactly")
  func movedTarget() {
    for isPaging in [false, true] {
      for (wanted, lands) in [(480.0, 480.0), (20, 20), (-70, 0), (99_999, 900)] {
        var view = scrollView { $0.isPaging = isPaging }
        _ = view.beginDrag(at: .zero)
        _ = view.drag(to: y(-50), at: ms(50))
        var asked: [Double] = []
        let events = view.endDrag(at: ms(50)) { velocity, target in
          asked = [velocity.y, target.y]
          target.y = wanted
        }
        #expect(asked.count == 2 && abs(asked[0] - 1) < 1e-12)
        #expect(events.first == .willEndDragging(velocity: y(1), target: y(lands)))
        #expect(view.offset(at: .seconds(20)) == y(lands))
        #expect(view.offset(at: ms(50)).y == 50)
      }
    }
  }

  // MARK: SV-12

  @Test(
    "SV-12: an inset before the content shifts the offset by its difference, then it is confined"
  )
  func insets() {
    let table: [(offset: Double, low: Double, high: Double, result: Double)] = [
      (200, 30, 0, 170), (0, 30, 0, -30), (0, 0, 50, 0), (900, 0, 50, 900), (10, 100, 0, -90),
      (900, 5, 50, 895),
    ]
    for line in table {
      var view = scrollView(at: line.offset)
      var metrics = view.vertical.metrics
      metrics.insetLow = line.low
      metrics.insetHigh = line.high
      let events = view.change(
        horizontal: view.horizontal.metrics,
        vertical: metrics,
        at: .zero
      )
      let moves = line.result != line.offset
      #expect(events == (moves ? [.didScroll(to: y(line.result))] : []))
      #expect(view.offset(at: .zero).y == line.result)
      // And back again.
      metrics.insetLow = 0
      _ = view.change(horizontal: view.horizontal.metrics, vertical: metrics, at: .zero)
      #expect(view.offset(at: .zero).y == line.offset)
    }
  }

  @Test("SV-12: less content or larger bounds confine the offset, also during a drag")
  func sizes() {
    for isDragged in [false, true] {
      for (bounds, content, result) in [(100.0, 500.0, 400.0), (300, 1_000, 700), (100, 20, 0)] {
        var view = scrollView(at: 900)
        if isDragged { _ = view.beginDrag(at: .zero) }
        var metrics = view.vertical.metrics
        metrics.bounds = bounds
        metrics.content = content
        let still = view.horizontal.metrics
        let events = view.change(horizontal: still, vertical: metrics, at: .zero)
        #expect(events.first == .didScroll(to: y(result)))
        #expect(view.offset(at: .zero).y == result)
        #expect(view.change(horizontal: still, vertical: metrics, at: .zero) == [])
      }
    }
  }

  @Test("SV-12: a flick continues through a change of size, and meets the new edge")
  func sizesInMotion() {
    var view = scrollView()
    _ = flickScroll(&view, 50)
    let still = view.horizontal.metrics
    var metrics = view.vertical.metrics
    metrics.content = 2_000
    let target = view.target(at: ms(300)).y
    let later = view.offset(at: ms(700)).y
    _ = view.change(horizontal: still, vertical: metrics, at: ms(300))
    #expect(abs(view.offset(at: ms(700)).y - later) < 1e-6)
    #expect(abs(view.target(at: ms(300)).y - target) < 1e-6)
    metrics.content = 400
    _ = view.change(horizontal: still, vertical: metrics, at: ms(300))
    #expect(view.target(at: ms(300)).y == 300)
    var animated = scrollView()
    _ = animated.setOffset(y(900), animated: true, at: .zero)
    _ = animated.change(horizontal: still, vertical: metrics, at: ms(110))
    #expect(animated.activity == .animating)
    #expect(abs(animated.offset(at: ms(110)).y - 300) < 1e-9)
    #expect(animated.advance(to: ms(330)).last == .didEndScrollingAnimation)
    #expect(animated.offset(at: ms(330)).y == 300)
  }

  @Test("SV-1, SV-12: disabling a view's scrolling ends the drag")
  func disabled() {
    var view = scrollView()
    _ = view.beginDrag(at: .zero)
    _ = view.drag(to: y(60), at: ms(10))
    var metrics = view.vertical.metrics
    metrics.isScrollEnabled = false
    let events = view.change(
      horizontal: view.horizontal.metrics,
      vertical: metrics,
      at: ms(20)
    )
    #expect(events.contains(.didEndDragging(willDecelerate: false)))
    #expect(view.offset(at: .seconds(9)).y == 0)
    #expect(view.touch(at: .seconds(9)) == [] && view.beginDrag(at: .seconds(9)) == [])
  }

  // MARK: Two axes

  @Test("SV-10: both axes move at once and share their events")
  func twoAxes() {
    let metrics = ScrollMetrics.points(bounds: 100, content: 5_000)
    var view = ScrollState(horizontal: metrics, vertical: metrics)
    _ = view.beginDrag(at: .zero)
    let moved = view.drag(to: ScrollPoint(x: -20, y: -50), at: ms(50))
    #expect(moved == [.didScroll(to: ScrollPoint(x: 20, y: 50))])
    _ = view.endDrag(at: ms(50))
    let x = view.horizontal.trajectory?.duration ?? 0
    #expect(x < view.vertical.trajectory?.duration ?? 0)
    // One axis rests already, the view does not.
    let events = view.advance(to: ms(50) + .seconds(x + 0.01))
    #expect(events.count == 1 && view.activity == .decelerating)
    #expect(view.advance(to: .seconds(60)).last == .didEndDecelerating)
  }
}
