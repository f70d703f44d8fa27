import NavBase
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavClient
@testable import NavViewer

@Suite("A viewer's signs of life (proto/README.md: Presence)")
struct HealthTests {
  /// An event at a terminal, with its lag afterwards in milliseconds.
  private enum Step {
    case wanted, began, ended, caughtUp

    func happen(to delay: inout PaintDelay, at now: Duration) {
      switch self {
      case .wanted: delay.wanted(at: now)
      case .began: delay.began(at: now)
      case .ended: delay.ended()
      case .caughtUp: delay.caughtUp()
      }
    }
  }

  private static func check(_ steps: [(at: Int, Step, lag: Int)], line: Int = #line) throws {
    var delay = PaintDelay()
    for (time, step, lag) in steps {
      let now = Duration.seconds(50) + .milliseconds(time)
      step.happen(to: &delay, at: now)
      let length = delay.length(at: now)
      try demand(length == .milliseconds(lag), "\(step) at \(time): \(length)", line: line)
    }
  }

  @Test("a terminal's lag counts from the first change that it does not show")
  func delay() throws {
    // A terminal that accepts everything at once.
    try Self.check([(0, .began, 0), (0, .caughtUp, 0), (500, .began, 0), (500, .caughtUp, 0)])
    // A terminal that takes 400 ms per frame while the scene changes all the time: the next frame
    // shows a change of 20 ms ago.
    try Self.check([
      (0, .began, 0), (20, .wanted, 20), (36, .wanted, 36), (400, .ended, 380), (400, .began, 380),
      (420, .wanted, 400), (800, .ended, 380), (800, .began, 380), (1_200, .ended, 0),
      (1_200, .caughtUp, 0),
    ])
    // A stopped terminal.
    try Self.check([(0, .began, 0), (10, .wanted, 10), (9_000, .wanted, 9_000)])
    // A change that was reverted before it was painted.
    try Self.check([(0, .began, 0), (10, .wanted, 10), (30, .ended, 20), (30, .caughtUp, 0)])
  }

  @Test("a sign of life contains the newest update and the terminal's lag")
  func alive() throws {
    let viewer = try SteppedViewer().joined()
    viewer.publish(.update(try viewer.update(.forward)))
    let began = viewer.now
    viewer.core.paintDelay.began(at: began)
    for second in [2, 4] {
      viewer.pass(.seconds(2))
      viewer.beat()
      let health = Request.Health(epoch: 1, seq: 2, lag: .seconds(second))
      #expect(try viewer.tick() == [.sent(.alive(viewer: 9, health))])
    }
    viewer.core.paintDelay.caughtUp()
    viewer.pass(.seconds(2))
    viewer.beat()
    #expect(try viewer.tick() == [.sent(viewer.alive)])
  }

  @Test("a painter knows whether a screen is new to its terminal")
  func outdated() throws {
    let viewer = try SteppedViewer().joined()
    var painter = ScreenPainter(
      .init(environment: ["TERM": "xterm-256color"])
    )
    let isOutdatedAtFirst = painter.isOutdated(by: viewer.screen())
    #expect(isOutdatedAtFirst)
    _ = painter.frame(of: viewer.screen())
    let isOutdatedAfterwards = painter.isOutdated(by: viewer.screen())
    #expect(!isOutdatedAfterwards)
    viewer.publish(.update(try viewer.update(.forward)))
    let isOutdatedByUpdate = painter.isOutdated(by: viewer.screen())
    #expect(isOutdatedByUpdate)
  }
}

@Suite("A viewer whose daemon asks it to slow down")
struct SlowDownTests {
  private static func slowDown(_ wait: Duration) -> Reply.Body {
    var failure = Reply.Failure(.slowDown, "too many requests: wait")
    failure.wait = wait
    return .failure(failure)
  }

  @Test("all unanswered requests are repeated in order after the wait, and none before")
  func operations() throws {
    let viewer = try SteppedViewer().joined()
    try viewer.press("l", "h")
    #expect(try viewer.take().commands == [.forward, .back])
    try viewer.answer(Self.slowDown(.milliseconds(1_500)))
    try viewer.press("j")
    #expect(try viewer.take() == [])
    viewer.pass(.milliseconds(1_499))
    viewer.beat()
    #expect(try viewer.tick().commands == [])
    #expect(try viewer.tick(after: .milliseconds(1)).commands == [.forward, .back, .lineDown])
    #expect(viewer.request?.seq == 3)
    // The user gets no message about it.
    #expect(viewer.screen().notice.text == "waiting for navd…")
    try viewer.press("k")
    #expect(try viewer.take().commands == [.lineUp])
  }

  @Test("the viewer attaches after the wait, the first time as well")
  func attach() throws {
    for isFirst in [true, false] {
      let viewer = SteppedViewer()
      if !isFirst {
        try viewer.join()
        viewer.reconnect()
        _ = try viewer.take()
      } else {
        _ = try viewer.tick()
      }
      try viewer.answer(Self.slowDown(.milliseconds(1_500)))
      let next = try #require(try viewer.wait())
      #expect(next.did.isAttach)
      #expect(next.after == .milliseconds(1_500))
      try viewer.finishJoin()
    }
  }
}
