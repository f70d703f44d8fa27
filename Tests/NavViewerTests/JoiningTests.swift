import NavCommands
import NavGeometry
import NavModel
import NavScene
import NavSession
import NavSync
import NavTestKit
import NavWire
import Testing

@testable import NavViewer

@Suite("A viewer joins and stays")
struct JoiningTests {
  @Test("the first tick attaches, with size and content")
  func firstTick() throws {
    let desk = Desk(content: .deck(path: "/talk.md"))
    #expect(
      try desk.tick() == [
        .sent(
          .attach(
            Request.Attach(
              session: "talk",
              viewport: Desk.size,
              content: .deck(path: "/talk.md"),
              fit: .relayout
            )
          )
        )
      ]
    )
    #expect(try desk.tick() == [])
  }

  @Test("the stream topic is subscribed before the ready topic, which ends with the snapshot")
  func topics() throws {
    let desk = Desk()
    _ = try desk.tick()
    try desk.accept()
    let attached = desk.attachment
    #expect(
      try desk.take() == [.subscribed(attached.streamTopic), .subscribed(attached.readyTopic)]
    )
    desk.sendSnapshot()
    #expect(try desk.take() == [.unsubscribed(attached.readyTopic)])
    let screen = desk.screen()
    #expect(screen.scene == desk.session.rest(in: Desk.size, viewers: 1))
    #expect(screen.staleness == nil)
  }

  @Test("without a snapshot within 1 s both topics end, and the pauses between attempts grow")
  func noSnapshot() throws {
    let desk = Desk()
    var did = try desk.tick()
    for round in 0..<10 {
      #expect(did.isAttach)
      try desk.accept()
      _ = try desk.take()
      let gaveUp = try #require(try desk.wait())
      #expect(gaveUp.after == .seconds(1))
      let attached = desk.attachment
      #expect(
        gaveUp.did == [.unsubscribed(attached.readyTopic), .unsubscribed(attached.streamTopic)]
      )
      let next = try #require(try desk.wait())
      let longest = min(Duration.milliseconds(100 << round), .seconds(5))
      #expect(next.after >= longest / 2 && next.after <= longest, "\(round): \(next.after)")
      did = next.did
    }
  }

  @Test("pauses differ from viewer to viewer, and are short again after a join")
  func jitter() throws {
    var pauses: Set<Duration> = []
    for seed in UInt64(0)..<8 {
      let desk = Desk(seed: seed)
      _ = try desk.tick()
      for _ in 0..<6 { _ = try desk.wait() }
      _ = try desk.tick()
      desk.core.connectionFound(at: desk.now)
      _ = try desk.take()
      try desk.finishJoin()
      desk.core.connectionLost(at: desk.now)
      _ = try desk.take()
      let next = try #require(try desk.wait())
      #expect(next.did.isAttach)
      #expect(next.after >= .milliseconds(50) && next.after <= .milliseconds(100))
      pauses.insert(next.after)
    }
    #expect(pauses.count == 8)
  }

  @Test("a reply to an older attach is ignored")
  func lateAnswer() throws {
    let desk = Desk()
    _ = try desk.tick()
    let first = try #require(desk.request)
    _ = try desk.wait()
    let second = try #require(try desk.wait())
    #expect(second.did.isAttach)
    desk.reply(to: first, .attached(desk.attachment))
    #expect(try desk.take() == [])
  }

  @Test("a snapshot of another epoch or with a wrong hash is not shown", arguments: [true, false])
  func wrongSnapshot(isOtherEpoch: Bool) throws {
    let desk = Desk()
    _ = try desk.tick()
    try desk.accept()
    _ = try desk.take()
    var snapshot = desk.snapshot()
    if isOtherEpoch { snapshot.epoch += 1 } else { snapshot.hash &+= 1 }
    desk.core.receive(.snapshot(snapshot), on: desk.attachment.readyTopic, at: desk.now)
    #expect(!desk.isLive)
    #expect(desk.screen().scene == nil)
    let attached = desk.attachment
    #expect(
      try desk.take() == [.unsubscribed(attached.readyTopic), .unsubscribed(attached.streamTopic)]
    )
    #expect(try #require(try desk.wait()).did.isAttach)
  }

  @Test("messages on topics of an earlier join are ignored")
  func strangeTopic() throws {
    let desk = Desk()
    try desk.join()
    let bye = LayoutMessage.bye(Bye(reason: .sessionEnded, text: "over"))
    desk.core.receive(bye, on: Array("s0".utf8), at: desk.now)
    #expect(try desk.take() == [])
  }

  @Test("a resize while live attaches again and shows the old scene until the new one arrives")
  func resize() throws {
    let desk = Desk()
    try desk.join()
    let old = desk.screen().scene
    let size = CellSize(columns: 60, rows: 20)
    desk.core.resize(to: size, at: desk.now)
    let did = try desk.take()
    #expect(did.first == .unsubscribed(desk.attachment.streamTopic))
    #expect(did.isAttach)
    #expect(desk.screen().scene == old)
    #expect(desk.screen().size == size)
    try desk.finishJoin(in: size)
    #expect(desk.screen().scene?.viewport == size)
    desk.core.resize(to: size, at: desk.now)
    #expect(try desk.take() == [])
  }

  @Test("a resize while joining waits for the end of the join")
  func resizeWhileJoining() throws {
    let desk = Desk()
    _ = try desk.tick()
    let size = CellSize(columns: 60, rows: 20)
    desk.core.resize(to: size, at: desk.now)
    #expect(try desk.take() == [])
    try desk.accept()
    _ = try desk.take()
    desk.core.resize(to: CellSize(columns: 61, rows: 20), at: desk.now)
    desk.core.resize(to: size, at: desk.now)
    #expect(try desk.take() == [])
    desk.sendSnapshot()
    #expect(try desk.take().isAttach)
    try desk.finishJoin(in: size)
    #expect(try desk.take() == [])
  }

  @Test("a sign of life is sent every 2 s")
  func alive() throws {
    let desk = Desk()
    try desk.join()
    for _ in 0..<3 {
      for _ in 0..<4 {
        #expect(try desk.tick() == [])
        desk.pass(.milliseconds(500))
        desk.beat()
      }
      #expect(try desk.tick() == [.sent(desk.alive)])
    }
  }

  @Test("after 3 s of silence the scene is marked as old, and the viewer attaches again")
  func silence() throws {
    let desk = Desk()
    try desk.join()
    let scene = desk.screen().scene
    desk.pass(.milliseconds(2_999))
    #expect(try desk.tick() == [.sent(desk.alive)])
    #expect(desk.screen().staleness == nil)
    desk.pass(.milliseconds(1))
    #expect(try desk.tick() == [.unsubscribed(desk.attachment.streamTopic)])
    #expect(desk.screen().staleness == .reconnecting(seconds: 3))
    #expect(desk.screen().scene == scene)
    #expect(try #require(try desk.wait()).did.isAttach)
    desk.pass(.milliseconds(900))
    _ = try desk.tick()
    #expect(desk.screen().staleness == .reconnecting(seconds: 3))
    try desk.finishJoin()
    #expect(desk.screen().staleness == nil)
  }

  @Test("a gap shorter than 0.3 s shows no message")
  func quietReconnect() throws {
    let desk = Desk()
    try desk.join()
    desk.core.connectionLost(at: desk.now)
    desk.pass(.milliseconds(299))
    #expect(desk.screen().staleness == nil)
    desk.pass(.milliseconds(1))
    #expect(desk.screen().staleness == .reconnecting(seconds: 0))
  }

  @Test("a first join that takes longer than 0.3 s shows a message")
  func connecting() throws {
    let desk = Desk()
    _ = try desk.tick()
    desk.pass(.milliseconds(299))
    #expect(desk.screen().staleness == nil)
    desk.pass(.milliseconds(1))
    #expect(desk.screen().staleness == .connecting)
  }

  @Test("a connection that is lost and found is used at once")
  func lostAndFound() throws {
    let desk = Desk()
    try desk.join()
    desk.core.connectionLost(at: desk.now)
    #expect(try desk.take() == [.unsubscribed(desk.attachment.streamTopic)])
    desk.core.connectionLost(at: desk.now)
    #expect(try desk.take() == [])
    desk.core.connectionFound(at: desk.now)
    #expect(try desk.take().isAttach)
    try desk.finishJoin()
    desk.core.connectionFound(at: desk.now)
    #expect(try desk.take() == [])
  }

  /// The fields of a beat, and whether the viewer has to join again.
  struct BeatCase: Sendable {
    let name: String
    var seq: UInt64 = 5
    var hash: UInt64?
    var epoch: UInt64?
    var isGone = false
    let joinsAgain: Bool
  }

  static let beats = [
    BeatCase(name: "the same", joinsAgain: false),
    BeatCase(name: "an older number", seq: 4, hash: 1, joinsAgain: false),
    BeatCase(name: "a higher number", seq: 6, joinsAgain: true),
    BeatCase(name: "another hash", hash: 1, joinsAgain: true),
    BeatCase(name: "an older epoch", seq: 9, epoch: 0, joinsAgain: false),
    BeatCase(name: "a higher epoch", epoch: 2, joinsAgain: true),
    BeatCase(name: "gone", isGone: true, joinsAgain: true),
  ]

  @Test("a beat reveals missed updates", arguments: beats)
  func beat(beat: BeatCase) throws {
    let desk = Desk()
    desk.seq = 5
    try desk.join()
    desk.beat(seq: beat.seq, hash: beat.hash, epoch: beat.epoch, isGone: beat.isGone)
    let topic = desk.attachment.streamTopic
    // A topic that is gone gets no keyframe.
    let isLeft = beat.isGone || beat.epoch == 2
    #expect(try desk.take() == (isLeft ? [.unsubscribed(topic)] : []), "\(beat.name)")
    #expect(desk.isLive == !beat.joinsAgain)
    guard beat.joinsAgain else { return }
    let next = try #require(try desk.wait())
    #expect(next.did.isAttach)
    #expect(next.after >= .milliseconds(20) && next.after <= .milliseconds(150))
  }

  @Test("a gone beat while joining ends the attempt")
  func goneWhileJoining() throws {
    let desk = Desk()
    _ = try desk.tick()
    try desk.accept()
    _ = try desk.take()
    desk.beat()
    #expect(try desk.take() == [])
    desk.beat(isGone: true)
    #expect(try desk.take().count == 2)
    #expect(try #require(try desk.wait()).did.isAttach)
  }

  @Test("the end of the session ends the viewer, with a message")
  func sessionEnds() throws {
    let desk = Desk()
    try desk.join()
    desk.publish(.bye(Bye(reason: .sessionEnded, text: "the session was ended")))
    let exit = try #require(try desk.take().exit)
    #expect(exit.code == .success)
    #expect(exit.text?.contains("'talk'") == true)
  }

  @Test("the viewer waits for a daemon that stops")
  func daemonStops() throws {
    let desk = Desk()
    try desk.join()
    desk.publish(.bye(Bye(reason: .daemonStops, text: "navd stops")))
    #expect(try desk.take() == [.unsubscribed(desk.attachment.streamTopic)])
    #expect(try #require(try desk.wait()).did.isAttach)
  }

  static let refusals: [(Reply.Failure.Code, ExitCode)] = [
    (.badName, .usage), (.noSuchInput, .noInput), (.noSuchSession, .noInput),
    (.protocolMismatch, .protocolMismatch), (.limitReached, .timeout), (.retry, .timeout),
    (.unknown, .timeout),
  ]

  @Test("a first attach that is refused ends the viewer", arguments: refusals)
  func refused(code: Reply.Failure.Code, exit: ExitCode) throws {
    let desk = Desk()
    _ = try desk.tick()
    try desk.refuse(code, "because")
    #expect(try desk.take() == [.exited(ClientExit(exit, "because"))])
  }

  @Test("a later attach that is refused shows a message and is repeated", arguments: refusals)
  func refusedLater(code: Reply.Failure.Code, exit: ExitCode) throws {
    let desk = Desk()
    try desk.join()
    desk.core.connectionLost(at: desk.now)
    desk.core.connectionFound(at: desk.now)
    _ = try desk.take()
    try desk.refuse(code, "because")
    guard code != .protocolMismatch else {
      #expect(try desk.take() == [.exited(ClientExit(exit, "because"))])
      return
    }
    // The end of the session was missed: an ended session is not created again.
    guard code != .noSuchSession else {
      #expect(
        try desk.take() == [.exited(ClientExit(.success, "session 'talk' has ended"))]
      )
      return
    }
    #expect(try desk.take() == [])
    #expect(desk.screen().message == "because")
    #expect(try #require(try desk.wait()).did.isAttach)
  }

  @Test("a session with other content than requested is not joined")
  func otherContent() throws {
    let desk = Desk(content: .deck(path: "/talk.md"), isContentAsked: true)
    _ = try desk.tick()
    try desk.answer(.attached(desk.attachment(ofAttach: 1, content: .deck(path: "/other.md"))))
    let did = try desk.take()
    #expect(did.first == .sent(.leave(viewer: 9)))
    let exit = try #require(did.exit)
    #expect(exit.code == .usage)
    #expect(exit.text?.contains("/other.md") == true && exit.text?.contains("/talk.md") == true)
  }

  @Test("a session named after its content takes the next name if the name is in use")
  func nextName() throws {
    let talk = ContentSpec.deck(path: "/talk.md")
    let desk = Desk(content: talk, isContentAsked: true, isNamedAfterContent: true)
    _ = try desk.tick()
    for (number, name) in ["talk-2", "talk-3"].enumerated() {
      try desk.answer(
        .attached(desk.attachment(ofAttach: number + 1, content: .deck(path: "/other/talk.md")))
      )
      let did = try desk.take()
      #expect(did.first == .sent(.leave(viewer: 9)))
      guard case .attach(let attach)? = desk.request?.body else { throw WrongRequest() }
      #expect(attach.session == name && attach.content == talk)
    }
    let attached = desk.attachment(ofAttach: 3, content: talk)
    try desk.answer(.attached(attached))
    #expect(
      try desk.take() == [.subscribed(attached.streamTopic), .subscribed(attached.readyTopic)]
    )
  }

  @Test("a request without a sort order joins the session with any order")
  func anyOrder() throws {
    let sorted = ContentSpec.tree(path: "/src", order: TreeOrder(sort: .time))
    for (asked, isJoined) in [
      (ContentSpec.tree(path: "/src"), true), (sorted, true),
      (.tree(path: "/src", order: TreeOrder(showsHidden: true)), false),
    ] {
      let desk = Desk(content: asked, isContentAsked: true, isNamedAfterContent: true)
      _ = try desk.tick()
      try desk.answer(.attached(desk.attachment(ofAttach: 1, content: sorted)))
      #expect(try desk.take().contains(.sent(.leave(viewer: 9))) != isJoined, "\(asked)")
    }
  }

  @Test("after a restart the viewer requests the session's own content")
  func contentOfSession() throws {
    let desk = Desk(content: .tour(command: "join"))
    _ = try desk.tick()
    let attached = desk.attachment(ofAttach: 0, content: .deck(path: "/other.md"))
    try desk.answer(.attached(attached))
    desk.core.receive(.snapshot(desk.snapshot()), on: attached.readyTopic, at: desk.now)
    desk.core.connectionLost(at: desk.now)
    desk.core.connectionFound(at: desk.now)
    _ = try desk.take()
    guard case .attach(let attach)? = desk.request?.body else { throw WrongRequest() }
    #expect(attach.content == .deck(path: "/other.md"))
  }

  private struct WrongRequest: Error {}

  @Test("an unknown viewer attaches")
  func unknownViewer() throws {
    let desk = Desk()
    try desk.join()
    desk.pass(.seconds(2))
    #expect(try desk.tick() == [.sent(desk.alive)])
    try desk.refuse(.unknownViewer)
    #expect(try desk.take().isAttach)
  }

  @Test("a restart shows a message only if the session is a new one")
  func restarted() throws {
    for isKept in [true, false] {
      let desk = Desk()
      try desk.join()
      desk.epoch = 2
      if !isKept { desk.sessionID = 8 }
      desk.reconnect()
      _ = try desk.take()
      try desk.finishJoin()
      let said = desk.screen().message
      #expect(said == (isKept ? nil : "navd was restarted: the session begins anew"))
    }
  }
}
