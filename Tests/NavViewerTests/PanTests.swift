import NavCommands
import NavGeometry
import NavInput
import NavLayout
import NavScene
import NavSession
import NavTestKit
import NavWire
import Testing

@testable import NavViewer

@Suite(
  "Drags become pans (SN-19, SN-20, S15-pan-angle)"
)
struct PanTests {
  private static func desk() throws -> Desk {
    let desk = Desk()
    try desk.join()
    return desk
  }

  private static let page = PagerLayout.pageID(0)

  private static func moved(
    _ translation: Int,
    _ axis: PanAxis = .horizontal,
    gesture: UInt64 = 1
  ) -> Desk.Did {
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
  ) -> Desk.Did {
    .sent(
      .input(
        Request.Input(
          session: .id(7),
          viewer: 9,
          viewport: Desk.size,
          action: .release(
            PanEnd(
              Pan(gesture: gesture, container: page, axis: axis, translation: translation),
              velocity: Double(velocity) / 1_000,
              isCancelled: isCancelled
            )
          ),
          epoch: 1
        )
      )
    )
  }

  private static func cancelled(_ translation: Int, gesture: UInt64 = 1) -> Desk.Did {
    ended(translation, isCancelled: true, gesture: gesture)
  }

  // MARK: Sending

  @Test("SN-20: a drag is a pan from its first cell on, and a release with the pointer's velocity")
  func whole() throws {
    let desk = try Self.desk()
    desk.mouse(.press, 20, 4)
    desk.pass(.milliseconds(50))
    desk.mouse(.drag, 19, 4)
    #expect(try desk.take() == [Self.moved(-1)])
    #expect(desk.request?.seq == 0)
    desk.pass(.milliseconds(50))
    desk.mouse(.drag, 10, 4)
    #expect(try desk.take() == [Self.moved(-10)])
    desk.pass(.milliseconds(20))
    desk.mouse(.release, 10, 4)
    #expect(try desk.take() == [Self.ended(-10, velocity: -100_000)])
    #expect(desk.request?.seq == 1)
    // The next one has another gesture number.
    desk.mouse(.press, 20, 4)
    desk.mouse(.drag, 20, 6)
    #expect(try desk.take() == [Self.moved(2, .vertical, gesture: 2)])
    desk.pass(.seconds(1))
    desk.beat()
    desk.mouse(.release, 20, 6)
    // SV-7: the pointer had stopped.
    #expect(try desk.take() == [Self.ended(2, .vertical, gesture: 2)])
  }

  @Test("moves are sent 60 times a second at most, the newest; the release at once")
  func pace() throws {
    let desk = try Self.desk()
    desk.mouse(.press, 20, 4)
    desk.mouse(.drag, 21, 4)
    #expect(try desk.take() == [Self.moved(1)])
    for column in 22...25 { desk.mouse(.drag, column, 4) }
    #expect(try desk.take() == [])
    #expect(desk.nextWake == desk.now + PanPace.interval)
    desk.pass(PanPace.interval)
    #expect(try desk.tick() == [Self.moved(5)])
    desk.pass(PanPace.interval)
    #expect(try desk.tick() == [])
    desk.mouse(.drag, 26, 4)
    desk.mouse(.drag, 27, 4)
    desk.mouse(.release, 27, 4)
    let sent = try desk.take()
    #expect(sent == [Self.moved(6), Self.ended(7, velocity: 60_000)])
    // A held move is not sent after the release, which contains its translation.
    desk.pass(.milliseconds(100))
    #expect(try desk.tick() == [])
  }

  @Test("a release is repeated until it is answered, a move never")
  func exactlyOnce() throws {
    let desk = try Self.desk()
    desk.mouse(.press, 20, 4)
    desk.mouse(.drag, 24, 4)
    desk.mouse(.release, 24, 4)
    #expect(try desk.take() == [Self.moved(4), Self.ended(4)])
    desk.pass(.milliseconds(250))
    #expect(try desk.tick() == [Self.ended(4)])
    #expect(desk.request?.seq == 1)
    try desk.answer(.accepted(version: 1))
    desk.pass(.milliseconds(500))
    #expect(try desk.tick() == [])
  }

  @Test("a drag is no tap, wherever it ends")
  func noTap() throws {
    let desk = Desk()
    desk.session = Shelf.session
    try desk.join()
    desk.mouse(.press, 5, 4)
    desk.mouse(.drag, 6, 4)
    desk.mouse(.drag, 5, 4)
    desk.mouse(.release, 5, 4)
    #expect(
      try !desk.take().contains {
        if case .sent(.input(let input)) = $0, case .tap = input.action { true } else { false }
      }
    )
  }

  @Test("a drag may leave the terminal; a press outside everything has no effect")
  func outside() throws {
    let desk = try Self.desk()
    desk.mouse(.press, 38, 4)
    desk.mouse(.drag, 60, 4)
    desk.mouse(.release, 75, 30)
    #expect(try desk.take() == [Self.moved(22), Self.ended(37)])
    desk.mouse(.press, 5, 9)
    desk.mouse(.drag, 9, 9)
    desk.mouse(.release, 9, 9)
    #expect(try desk.take() == [])
  }

  @Test("a pan names the container hit, even one that does not move: page control, page edge")
  func container() throws {
    let desk = try Self.desk()
    desk.mouse(.press, 20, 8)
    desk.mouse(.drag, 25, 8)
    guard case .sent(.pan(let move))? = try desk.take().first else {
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

  private static func perform(_ interruption: Interruption, on desk: Desk) throws {
    switch interruption {
    case .escape: try desk.press("Esc")
    case .otherButton: desk.mouse(.press, 3, 3, button: .right)
    case .focusLost: desk.core.receive(.focus(false), at: desk.now)
    case .help: try desk.press("?")
    case .resize: desk.core.resize(to: CellSize(columns: 60, rows: 12), at: desk.now)
    case .connectionLost: desk.core.connectionLost(at: desk.now)
    case .gap: desk.beat(seq: desk.seq + 1)
    case .suspension: try desk.press("Ctrl-z")
    case .leaving: try desk.press("q")
    }
  }

  @Test("a pan is cancelled once, if the daemon can be reached", arguments: Interruption.allCases)
  private func interruption(_ interruption: Interruption) throws {
    let desk = try Self.desk()
    desk.mouse(.press, 20, 4)
    desk.mouse(.drag, 24, 4)
    desk.mouse(.drag, 26, 4)
    #expect(try desk.take() == [Self.moved(4)])
    try Self.perform(interruption, on: desk)
    let sent = try desk.take()
    #expect(sent.first == Self.cancelled(6))
    #expect(sent.filter { $0 == Self.cancelled(6) }.count == 1)
    // The rest of the drag is ignored, and so is a held move.
    let joins = sent.count - 1
    desk.mouse(.drag, 28, 4)
    desk.mouse(.release, 28, 4)
    let rest = try desk.take()
    #expect(rest.isEmpty, "\(rest) after \(joins)")
  }

  @Test("a press is cancelled as well", arguments: Interruption.allCases)
  private func press(_ interruption: Interruption) throws {
    let desk = Desk()
    desk.session = Shelf.session
    try desk.join()
    desk.mouse(.press, 5, 4)
    try Self.perform(interruption, on: desk)
    let before = try desk.take()
    desk.mouse(.release, 5, 4)
    let after = try desk.take()
    for did in before + after {
      if case .sent(.input) = did { Issue.record("sent \(did)") }
    }
  }

  @Test("gaining the focus, a paste and other keys cancel nothing")
  func noInterruption() throws {
    let desk = try Self.desk()
    desk.mouse(.press, 20, 4)
    desk.mouse(.drag, 24, 4)
    _ = try desk.take()
    desk.core.receive(.focus(true), at: desk.now)
    desk.core.receive(.paste("q"), at: desk.now)
    desk.core.receive(.unknown, at: desk.now)
    #expect(try desk.take() == [])
    try desk.press("l")
    #expect(try desk.take().commands == [.forward])
    desk.pass(.milliseconds(20))
    desk.mouse(.drag, 25, 4)
    #expect(try desk.take() == [Self.moved(5)])
  }

  @Test("Esc also drops keys typed before it, and has no meaning without a drag")
  func escape() throws {
    let desk = try Self.desk()
    try desk.press("3")
    desk.mouse(.press, 20, 4)
    desk.mouse(.drag, 24, 4)
    try desk.press("Esc", "G")
    #expect(try desk.take() == [Self.moved(4), Self.cancelled(4)] + [try Self.command(.last)])
    try desk.press("Esc")
    #expect(try desk.take() == [])
  }

  private static func command(_ command: SessionCommand) throws -> Desk.Did {
    .sent(
      .input(
        Request.Input(
          session: .id(7),
          viewer: 9,
          viewport: Desk.size,
          action: .command(command)
        )
      )
    )
  }

  @Test("an unknown viewer has no pan to cancel")
  func unknownViewer() throws {
    let desk = try Self.desk()
    desk.mouse(.press, 20, 4)
    desk.mouse(.drag, 24, 4)
    _ = try desk.take()
    try desk.refuse(.unknownViewer)
    #expect(try desk.take().isAttach)
    try desk.finishJoin()
    desk.mouse(.drag, 28, 4)
    desk.mouse(.release, 28, 4)
    #expect(try desk.take() == [])
  }

  @Test("a pan cancelled without a connection is reported after reconnecting")
  func toldLater() throws {
    let desk = try Self.desk()
    desk.mouse(.press, 20, 4)
    desk.mouse(.drag, 24, 4)
    _ = try desk.take()
    desk.core.connectionLost(at: desk.now)
    #expect(try desk.take().first == Self.cancelled(4))
    desk.core.connectionFound(at: desk.now)
    _ = try desk.take()
    try desk.finishJoin()
    desk.pass(.milliseconds(250))
    #expect(try desk.tick() == [Self.cancelled(4)])
  }

  // MARK: Old scenes

  @Test("a scene that is old or of another size can't be dragged")
  func notLive() throws {
    let lost = try Self.desk()
    lost.core.connectionLost(at: lost.now)
    _ = try lost.take()
    lost.mouse(.press, 20, 4)
    lost.mouse(.drag, 24, 4)
    lost.mouse(.release, 24, 4)
    #expect(try lost.take() == [])
    let other = try Self.desk()
    other.core.resize(to: CellSize(columns: 60, rows: 12), at: other.now)
    _ = try other.take()
    other.mouse(.press, 20, 4)
    other.mouse(.drag, 24, 4)
    other.mouse(.release, 24, 4)
    #expect(try other.take() == [])
  }

  @Test("a press on an old scene does not become a pan of the new one")
  func pressedBefore() throws {
    let desk = try Self.desk()
    desk.core.connectionLost(at: desk.now)
    desk.mouse(.press, 20, 4)
    desk.mouse(.drag, 24, 4)
    desk.core.connectionFound(at: desk.now)
    _ = try desk.take()
    try desk.finishJoin()
    desk.mouse(.drag, 28, 4)
    desk.mouse(.release, 28, 4)
    #expect(try desk.take() == [])
  }

  // MARK: Laws

  @Test("in any sequence, each pan sent is ended once, with its last translation")
  func laws() throws {
    try forSeeds(0..<150) { generator in
      let desk = Desk(seed: generator.next())
      try desk.join()
      var open: Pan?
      var newest: UInt64 = 0
      var movedAt: Duration?
      for _ in 0..<80 {
        desk.pass(.milliseconds(generator.int(in: 0...30)))
        switch generator.int(in: 0...40) {
        case 0: try desk.press("Esc")
        case 1: desk.core.receive(.focus(false), at: desk.now)
        case 2: try desk.press("?", "Esc")
        default: desk.core.receive(.mouse(generator.mouse()), at: desk.now)
        }
        for did in try desk.tick() {
          switch did {
          case .sent(.pan(let move)):
            let pan = move.pan
            try demand(pan.gesture == newest || open == nil && pan.gesture > newest, "\(pan)")
            try demand(open != pan, "said twice")
            if open != nil, let movedAt {
              try demand(desk.now - movedAt >= PanPace.interval, "too soon")
            }
            newest = pan.gesture
            movedAt = desk.now
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
            try desk.answer(.accepted(version: 0))
          default: break
          }
        }
        desk.beat()
      }
    }
  }
}
