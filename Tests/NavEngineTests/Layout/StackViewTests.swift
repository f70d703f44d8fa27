import NavBase
@testable import NavEngine
import NavScene
import NavTestKit
import Testing

@Suite("StackView and StackScroll: a stack's motion in one viewport")
struct StackViewTests {
  private let metrics = StackMetrics.points(viewport: 944)

  private func scroll(_ start: Double, _ target: Double) -> StackScroll {
    StackScroll(from: start, to: target, metrics: metrics, margin: metrics.motion.doneMargin)
  }

  // MARK: Offsets in motion

  @Test("SN-16, SN-17: a motion is over when less than its margin is left")
  func margins() {
    #expect(scroll(0, 0).steps == [0])
    #expect(scroll(0.5, 1.4).steps == [1.4])
    #expect(scroll(0, 0.999).steps == [0.999])
    // If the whole margin is left, one more step follows, at the slowest speed.
    #expect(areNear(scroll(0, 1).steps, [1.0 / 3, 1]))
    #expect(areNear(scroll(0, -1).steps, [-1.0 / 3, -1]))
  }

  @Test(
    "SN-18: the duration of a motion, in 60ths of a second",
    arguments: [(10.0, 0.18), (100, 0.35), (472, 0.45), (944, 0.57), (1_416, 0.68)]
  )
  func durations(distance: Double, seconds: Double) {
    let frames = Double(scroll(0, distance).steps.count)
    // The originals truncate distances to whole points, and need a frame to notice the end.
    #expect(abs(frames / 60 - seconds) <= 2.0 / 60, "\(frames) frames")
  }

  @Test("D-12: a motion has a maximum number of frames, and ends at its target at any distance")
  func longestDistances() {
    for distance in [1e4, 1e5, 1e7, 1e12] {
      let steps = scroll(0, distance).steps
      #expect(steps.count <= Limits.frames && steps.last == distance)
    }
    #expect(scroll(0, 1e7).steps.count == Limits.frames)
    #expect(scroll(0, 1e4).steps.count < Limits.frames)
  }

  @Test("AboutCells: a motion in cells takes at most a second and a half, and is never cut short")
  func cellDurations() {
    for columns in 1...Limits.viewport.columns {
      let metrics = StackMetrics.cells(columns: columns)
      let scroll = StackScroll(
        from: metrics.motion.longestDistance * Double(columns),
        to: 0,
        metrics: metrics,
        margin: metrics.motion.doneMargin
      )
      #expect(scroll.steps.count <= 90, "\(columns) columns: \(scroll.steps.count) frames")
      #expect(abs(scroll.steps.dropLast().last ?? 0) < metrics.motion.doneMargin)
    }
  }

  // MARK: Following the model

  @Test(
    "SN-16, SNQ-1: without motion the view is at its target at once, and popped pages are removed"
  )
  func unanimated() {
    var view = StackView(resting: StackState(letters: "Fhh"), metrics: metrics)
    view.follow(StackState(letters: "F"), at: .zero, isAnimated: false)
    #expect(view.motion == nil && view.target == 0)
    #expect(view == StackView(resting: StackState(letters: "F"), metrics: metrics))
  }

  @Test("SN-16, D-6: in motion popped pages stay in order, and are removed when it is over")
  func poppedPages() throws {
    var view = StackView(resting: StackState(letters: "Fhh"), metrics: metrics)
    view.follow(StackState(letters: "F"), at: .seconds(1))
    let motion = try #require(view.motion)
    #expect(motion.startedAt == .seconds(1) && motion.start == 944)
    #expect(view.containers.map(\.isPopped) == [false, true, true])
    #expect(view.target == 0 && view.geometry.maxScroll == 0)
    let end = Duration.seconds(1) + FrameTime.start(of: motion.length)
    view.settle(at: end - .nanoseconds(2))
    #expect(view.containers.count == 3)
    view.settle(at: end)
    #expect(view == StackView(resting: StackState(letters: "F"), metrics: metrics))
  }

  @Test("SN-16, D-7: a pan that ends deletes popped pages when its motion is over")
  func poppedPagesUnderPan() {
    var stack = StackState(letters: "Fhh")
    var view = StackView(resting: stack, metrics: metrics)
    stack.pop()
    view.follow(stack, at: .zero)
    stack.beginPan(delta: view.deltaOfPan(beginning: stack, at: .milliseconds(60)))
    view.follow(stack, at: .milliseconds(60))
    stack.cancelPan()
    view.follow(stack, at: .seconds(1))
    #expect(view.containers.map(\.isPopped) == [false, false, true])
    view.settle(at: .seconds(9))
    #expect(view.containers.map(\.isPopped) == [false, false])
  }

  @Test("SNQ-5, D-6: popping the last page empties the view at once")
  func lastPage() {
    var view = StackView(resting: StackState(letters: "F"), metrics: metrics)
    view.follow(StackState(), at: .zero)
    #expect(view.containers.isEmpty && view.motion == nil && view.target == 0)
    #expect(view.offset(at: .seconds(1)) == 0)
    view.follow(StackState(letters: "h"), at: .seconds(2))
    #expect(view == StackView(resting: StackState(letters: "h"), metrics: metrics))
  }

  @Test("D-9: in every frame a new command continues from the visible offset")
  func retarget() throws {
    var pushing = StackView(resting: StackState(letters: "Fh"), metrics: metrics)
    pushing.follow(StackState(letters: "Fhh"), at: .zero)
    let motion = try #require(pushing.motion)
    for frame in 0..<motion.length {
      let now = FrameTime.start(of: frame)
      var view = pushing
      let shown = view.offset(at: now)
      #expect(shown == motion.offset(atFrame: frame))
      view.follow(StackState(letters: "F"), at: now)
      #expect(view.motion?.start == shown && view.target == 0)
      #expect(view.containers.map(\.isPopped) == [false, true, true])
      // The same command changes nothing: the motion runs on.
      let running = view
      view.follow(StackState(letters: "F"), at: now + .milliseconds(40))
      #expect(view == running)
    }
  }

  @Test("SNQ-9, D-16: a page that comes back is a new container above the one that slides out")
  func comesBack() {
    var model = StackState(letters: "Fh")
    var view = StackView(resting: model, metrics: metrics)
    model.pop()
    view.follow(model, at: .zero)
    model.push(StackWorld.page(7, "h"))
    view.follow(model, at: .milliseconds(100))
    #expect(view.containers.map(\.isPopped) == [false, true, false])
    #expect(view.containers.last?.page == StackWorld.page(7, "h"))
    // It takes the position of the popped one (SN-8).
    let frames = view.geometry.frames(at: 300)
    #expect(frames[1].raw == frames[2].raw)
  }

  @Test("NC-11, D-14: every size rests at its own offset; the model keeps the requested position")
  func sizes() throws {
    var model = StackState(letters: "Fhh")
    try model.activate(StackLayout.pageID(2), .left)
    for viewport in [472.0, 688, 944, 1_416, 2_000] {
      let view = StackView(resting: model, metrics: .points(viewport: viewport))
      let place = view.restingPlace(of: model)
      #expect(view.target == 944 && view.target == place.offset)
      // If two half pages fill the viewport or more, the last one's left edge cannot reach the left.
      #expect(place.position == (viewport == 472 ? .left : .right))
    }
    #expect(model.position == .left)
  }

  @Test("SN-23: a narrow stack does not move from one end of its offsets to the other")
  func narrowEnds() throws {
    var model = StackState(letters: "h")
    var view = StackView(resting: model, metrics: metrics)
    #expect(view.target == 0)
    try model.activate(StackLayout.pageID(0), .right)
    let before = view.geometry.frames(at: view.target)
    view.follow(model, at: .zero)
    #expect(view.target == -472 && view.motion == nil)
    #expect(view.geometry.frames(at: view.target) == before)
  }

  @Test("SN-23, D-6: a narrow stack that replaces a wider one slides to the middle and rests there")
  func narrowAfterWide() throws {
    let model = StackState(root: StackWorld.page(9, "h"))
    var view = StackView(resting: StackState(letters: "FF"), metrics: metrics)
    view.follow(model, at: .zero)
    let motion = try #require(view.motion)
    let moving = view.geometry.frames(at: motion.target)
    view.settle(at: .seconds(5))
    #expect(view.target == 0)
    #expect(moving.last?.x == 236 && view.geometry.frames(at: 0).map(\.x) == [236])
  }

  @Test(
    "proto/README.md, Timelines: three viewports are shown whole, of a longer motion the last three",
    arguments: [(pages: 4, start: 3.0), (5, 3), (30, 3), (3, 2)]
  )
  func longDistances(pages: Int, start: Double) throws {
    let stack = String(repeating: "F", count: pages)
    for columns in [1, 39, 80] {
      var view = StackView(resting: StackState(letters: stack), metrics: .cells(columns: columns))
      view.follow(StackState(letters: "F"), at: .zero)
      #expect(view.motion?.start == start * Double(columns))
      #expect(view.motion?.target == 0)
    }
  }
}
