import NavBase
import NavEngine
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavViewer

@Suite(
  "Drags become pans (SN-19, SN-20, S15-pan-angle)"
)
struct PanTests {
  private static func viewer() throws -> SteppedViewer {
    try SteppedViewer().joined()
  }

  private static let page = PagerLayout.pageID(0)

  private static func moved(
    _ translation: Int,
    _ axis: PanAxis = .horizontal,
    gesture: UInt64 = 1
  ) -> SteppedViewer.Did {
    .sent(
      .pan(
        Request.PanMove(
          session: .id(7),
          viewer: 9,
          Pan(gesture: gesture, container: page, axis: axis, translation: translation)
        )
      )
    )
  }

  private static func ended(
    _ translation: Int,
    _ axis: PanAxis = .horizontal,
    velocity: Int = 0,
    isCancelled: Bool = false,
    gesture: UInt64 = 1
  ) -> SteppedViewer.Did {
    let pan = Pan(gesture: gesture, container: page, axis: axis, translation: translation)
    let speed = Double(velocity) / 1_000
    return .input(.release(PanEnd(pan, velocity: speed, isCancelled: isCancelled)), epoch: 1)
  }

  private static func cancelled(_ translation: Int, gesture: UInt64 = 1) -> SteppedViewer.Did {
    ended(translation, isCancelled: true, gesture: gesture)
  }

  // MARK: Sending

  @Test("SN-20: a drag is a pan from its first cell on, and a release with the pointer's velocity")
  func whole() throws {
    let viewer = try Self.viewer()
    viewer.mouse(.press, 20, 4)
    viewer.pass(.milliseconds(50))
    viewer.mouse(.drag, 19, 4)
    #expect(try viewer.take() == [Self.moved(-1)])
    #expect(viewer.request?.seq == 0)
    viewer.pass(.milliseconds(50))
    viewer.mouse(.drag, 10, 4)
    #expect(try viewer.take() == [Self.moved(-10)])
    viewer.pass(.milliseconds(20))
    viewer.mouse(.release, 10, 4)
    #expect(try viewer.take() == [Self.ended(-10, velocity: -100_000)])
    #expect(viewer.request?.seq == 1)
    // The next one has another gesture number.
    viewer.mouse(.press, 20, 4)
    viewer.mouse(.drag, 20, 6)
    #expect(try viewer.take() == [Self.moved(2, .vertical, gesture: 2)])
    viewer.pass(.seconds(1))
    viewer.beat()
    viewer.mouse(.release, 20, 6)
    // SV-7: the pointer had stopped.
    #expect(try viewer.take() == [Self.ended(2, .vertical, gesture: 2)])
  }

  @Test("moves are sent 60 times a second at most, the newest; the release at once")
  func pace() throws {
    let viewer = try Self.viewer()
    viewer.mouse(.press, 20, 4)
    viewer.mouse(.drag, 21, 4)
    #expect(try viewer.take() == [Self.moved(1)])
    for column in 22...25 { viewer.mouse(.drag, column, 4) }
    #expect(try viewer.take() == [])
    #expect(viewer.nextWake == viewer.now + PanPace.interval)
    #expect(try viewer.tick(after: PanPace.interval) == [Self.moved(5)])
    #expect(try viewer.tick(after: PanPace.interval) == [])
    viewer.mouse(.drag, 26, 4)
    viewer.mouse(.drag, 27, 4)
    viewer.mouse(.release, 27, 4)
    let sent = try viewer.take()
    #expect(sent == [Self.moved(6), Self.ended(7, velocity: 60_000)])
    // A held move is not sent after the release, which contains its translation.
    #expect(try viewer.tick(after: .milliseconds(100)) == [])
  }

  @Test("a release is repeated until it is answered, a move never")
  func exactlyOnce() throws {
    let viewer = try Self.viewer()
    viewer.mouse(.press, 20, 4)
    viewer.mouse(.drag, 24, 4)
    viewer.mouse(.release, 24, 4)
    #expect(try viewer.take() == [Self.moved(4), Self.ended(4)])
    #expect(try viewer.tick(after: .milliseconds(250)) == [Self.ended(4)])
    #expect(viewer.request?.seq == 1)
    try viewer.answer(.accepted(version: 1))
    #expect(try viewer.tick(after: .milliseconds(500)) == [])
  }

  @Test("a drag may leave the terminal; a press outside everything has no effect")
  func outside() throws {
    let viewer = try Self.viewer()
    viewer.mouse(.press, 38, 4)
    viewer.mouse(.drag, 60, 4)
    viewer.mouse(.release, 75, 30)
    #expect(try viewer.take() == [Self.moved(22), Self.ended(37)])
    viewer.mouse(.press, 5, 9)
    viewer.mouse(.drag, 9, 9)
    viewer.mouse(.release, 9, 9)
    #expect(try viewer.take() == [])
  }

  @Test("a pan names the container hit, even one that does not move: page control, page edge")
  func container() throws {
    let viewer = try Self.viewer()
    viewer.mouse(.press, 20, 8)
    viewer.mouse(.drag, 25, 8)
    guard case .sent(.pan(let move))? = try viewer.take().first else {
      Issue.record("no pan")
      return
    }
    #expect(move.pan.container == PagerLayout.dotsID && move.pan.translation == 5)
  }

  // MARK: Cancelling

  /// Events that cancel a pan.
  private enum Interruption: CaseIterable {
    case escape, otherButton, focusLost, help, resize, connectionLost, gap, suspension, leaving
  }

  private static func perform(_ interruption: Interruption, on viewer: SteppedViewer) throws {
    switch interruption {
    case .escape: try viewer.press("Esc")
    case .otherButton: viewer.mouse(.press, 3, 3, button: .right)
    case .focusLost: viewer.core.receiveEvent(.focus(false), at: viewer.now)
    case .help: try viewer.press("?")
    case .resize: viewer.core.resize(to: CellSize(columns: 60, rows: 12), at: viewer.now)
    case .connectionLost: viewer.core.connectionLost(at: viewer.now)
    case .gap: viewer.beat(seq: viewer.seq + 1)
    case .suspension: try viewer.press("Ctrl-z")
    case .leaving: try viewer.press("q")
    }
  }

  @Test("a pan is cancelled once, if the daemon can be reached", arguments: Interruption.allCases)
  private func interruption(_ interruption: Interruption) throws {
    let viewer = try Self.viewer()
    viewer.mouse(.press, 20, 4)
    viewer.mouse(.drag, 24, 4)
    viewer.mouse(.drag, 26, 4)
    #expect(try viewer.take() == [Self.moved(4)])
    try Self.perform(interruption, on: viewer)
    let sent = try viewer.take()
    #expect(sent.first == Self.cancelled(6))
    #expect(sent.filter { $0 == Self.cancelled(6) }.count == 1)
    // The rest of the drag is ignored, and so is a held move.
    let joins = sent.count - 1
    viewer.mouse(.drag, 28, 4)
    viewer.mouse(.release, 28, 4)
    let rest = try viewer.take()
    #expect(rest.isEmpty, "\(rest) after \(joins)")
  }

  @Test("a press is cancelled as well", arguments: Interruption.allCases)
  private func press(_ interruption: Interruption) throws {
    let viewer = try SteppedViewer().joined(Shelf.session)
    viewer.mouse(.press, 5, 4)
    try Self.perform(interruption, on: viewer)
    let before = try viewer.take()
    viewer.mouse(.release, 5, 4)
    let after = try viewer.take()
    #expect((before + after).inputs == [])
  }

  @Test("gaining the focus, a paste and other keys cancel nothing")
  func noInterruption() throws {
    let viewer = try Self.viewer()
    viewer.mouse(.press, 20, 4)
    viewer.mouse(.drag, 24, 4)
    _ = try viewer.take()
    viewer.core.receiveEvent(.focus(true), at: viewer.now)
    viewer.core.receiveEvent(.paste("q"), at: viewer.now)
    viewer.core.receiveEvent(.unknown, at: viewer.now)
    #expect(try viewer.take() == [])
    try viewer.press("l")
    #expect(try viewer.take().commands == [.forward])
    viewer.pass(.milliseconds(20))
    viewer.mouse(.drag, 25, 4)
    #expect(try viewer.take() == [Self.moved(5)])
  }

  @Test("Esc also drops keys typed before it, and has no meaning without a drag")
  func escape() throws {
    let viewer = try Self.viewer()
    try viewer.press("3")
    viewer.mouse(.press, 20, 4)
    viewer.mouse(.drag, 24, 4)
    try viewer.press("Esc", "G")
    #expect(try viewer.take() == [Self.moved(4), Self.cancelled(4), .input(.command(.last))])
    try viewer.press("Esc")
    #expect(try viewer.take() == [])
  }

  @Test("an unknown viewer has no pan to cancel")
  func unknownViewer() throws {
    let viewer = try Self.viewer()
    viewer.mouse(.press, 20, 4)
    viewer.mouse(.drag, 24, 4)
    _ = try viewer.take()
    try viewer.refuse(.unknownViewer)
    #expect(try viewer.take().isAttach)
    try viewer.finishJoin()
    viewer.mouse(.drag, 28, 4)
    viewer.mouse(.release, 28, 4)
    #expect(try viewer.take() == [])
  }

  @Test("a pan cancelled without a connection is reported after reconnecting")
  func toldLater() throws {
    let viewer = try Self.viewer()
    viewer.mouse(.press, 20, 4)
    viewer.mouse(.drag, 24, 4)
    _ = try viewer.take()
    viewer.core.connectionLost(at: viewer.now)
    #expect(try viewer.take().first == Self.cancelled(4))
    viewer.core.connectionFound(at: viewer.now)
    _ = try viewer.take()
    try viewer.finishJoin()
    #expect(try viewer.tick(after: .milliseconds(250)) == [Self.cancelled(4)])
  }

  // MARK: Old scenes

  @Test("a scene that is old or of another size can't be dragged")
  func notLive() throws {
    for interruption in [Interruption.connectionLost, .resize] {
      let viewer = try Self.viewer()
      try Self.perform(interruption, on: viewer)
      _ = try viewer.take()
      viewer.mouse(.press, 20, 4)
      viewer.mouse(.drag, 24, 4)
      viewer.mouse(.release, 24, 4)
      #expect(try viewer.take() == [])
    }
  }

  @Test("a press on an old scene does not become a pan of the new one")
  func pressedBefore() throws {
    let viewer = try Self.viewer()
    viewer.core.connectionLost(at: viewer.now)
    viewer.mouse(.press, 20, 4)
    viewer.mouse(.drag, 24, 4)
    viewer.core.connectionFound(at: viewer.now)
    _ = try viewer.take()
    try viewer.finishJoin()
    viewer.mouse(.drag, 28, 4)
    viewer.mouse(.release, 28, 4)
    #expect(try viewer.take() == [])
  }

  // MARK: Laws

  @Test("in any sequence, each pan sent is ended once, with its last translation")
  func laws() throws {
    try forSeeds(0..<150) { generator in
      let viewer = try SteppedViewer(seed: generator.next()).joined()
      var open: Pan?
      var newest: UInt64 = 0
      var movedAt: Duration?
      for _ in 0..<80 {
        viewer.pass(.milliseconds(generator.int(in: 0...30)))
        switch generator.int(in: 0...40) {
        case 0: try viewer.press("Esc")
        case 1: viewer.core.receiveEvent(.focus(false), at: viewer.now)
        case 2: try viewer.press("?", "Esc")
        default: viewer.core.receiveEvent(.mouse(generator.mouse()), at: viewer.now)
        }
        for did in try viewer.tick() {
          switch did {
          case .sent(.pan(let move)):
            let pan = move.pan
            try demand(pan.gesture == newest || open == nil && pan.gesture > newest, "\(pan)")
            try demand(open != pan, "said twice")
            if open != nil, let movedAt {
              try demand(viewer.now - movedAt >= PanPace.interval, "too soon")
            }
            newest = pan.gesture
            movedAt = viewer.now
            open = pan
          case .sent(.input(let input)):
            guard case .release(let release) = input.action else { continue }
            let pan = try #require(open)
            try demand(
              release.move.gesture == pan.gesture && release.move.axis == pan.axis,
              "\(release)"
            )
            try demand(release.move.container == pan.container, "\(release)")
            open = nil
            try viewer.answer(.accepted(version: 0))
          default: break
          }
        }
        viewer.beat()
      }
    }
  }
}
