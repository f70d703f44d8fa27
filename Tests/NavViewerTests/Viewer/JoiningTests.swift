import NavBase
import NavEngine
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavViewer

@Suite("A viewer joins and stays")
struct JoiningTests {
  @Test("the first tick attaches, with size and content")
  func firstTick() throws {
    let viewer = SteppedViewer(content: .deck(path: "/talk.md"))
    #expect(
      try viewer.tick() == [
        .sent(
          .attach(
            Request.Attach(
              session: "talk",
              viewport: SteppedViewer.size,
              content: .deck(path: "/talk.md"),
              fit: .relayout
            )
          )
        )
      ]
    )
    #expect(try viewer.tick() == [])
  }

  @Test("the stream topic is subscribed before the ready topic, which ends with the snapshot")
  func topics() throws {
    let viewer = SteppedViewer()
    _ = try viewer.tick()
    try viewer.accept()
    let attached = viewer.attachment
    #expect(
      try viewer.take() == [.subscribed(attached.streamTopic), .subscribed(attached.readyTopic)]
    )
    viewer.sendSnapshot()
    #expect(try viewer.take() == [.unsubscribed(attached.readyTopic)])
    let screen = viewer.screen()
    #expect(screen.scene == viewer.session.rest(in: SteppedViewer.size, viewers: 1))
    #expect(screen.sync.staleness == nil)
  }

  @Test("without a snapshot within 1 s both topics end, and the pauses between attempts grow")
  func noSnapshot() throws {
    let viewer = SteppedViewer()
    var did = try viewer.tick()
    for round in 0..<10 {
      #expect(did.isAttach)
      try viewer.accept()
      _ = try viewer.take()
      let gaveUp = try #require(try viewer.wait())
      #expect(gaveUp.after == .seconds(1))
      let attached = viewer.attachment
      #expect(
        gaveUp.did == [.unsubscribed(attached.readyTopic), .unsubscribed(attached.streamTopic)]
      )
      let next = try #require(try viewer.wait())
      let longest = min(Duration.milliseconds(100 << round), .seconds(5))
      #expect(next.after >= longest / 2 && next.after <= longest, "\(round): \(next.after)")
      did = next.did
    }
  }

  @Test("over a network the answer and the snapshot may take 2.5 s each")
  func slowNetwork() throws {
    let viewer = SteppedViewer(firstPause: .milliseconds(2_500))
    _ = try viewer.tick()
    _ = try viewer.tick(after: .milliseconds(1_400))
    try viewer.accept()
    #expect(try viewer.take().contains(.subscribed(viewer.attachment.readyTopic)))
    let gaveUp = try #require(try viewer.wait())
    #expect(gaveUp.after == .milliseconds(2_500))
  }

  @Test("pauses differ from viewer to viewer, and are short again after a join")
  func jitter() throws {
    var pauses: Set<Duration> = []
    for seed in UInt64(0)..<8 {
      let viewer = SteppedViewer(seed: seed)
      _ = try viewer.tick()
      for _ in 0..<6 { _ = try viewer.wait() }
      _ = try viewer.tick()
      viewer.core.connectionFound(at: viewer.now)
      _ = try viewer.take()
      try viewer.finishJoin()
      viewer.core.connectionLost(at: viewer.now)
      _ = try viewer.take()
      let next = try #require(try viewer.wait())
      #expect(next.did.isAttach)
      #expect(next.after >= .milliseconds(50) && next.after <= .milliseconds(100))
      pauses.insert(next.after)
    }
    #expect(pauses.count == 8)
  }

  @Test("a reply to an older attach is ignored")
  func lateAnswer() throws {
    let viewer = SteppedViewer()
    _ = try viewer.tick()
    let first = try #require(viewer.request)
    _ = try viewer.wait()
    let second = try #require(try viewer.wait())
    #expect(second.did.isAttach)
    viewer.reply(to: first, .attached(viewer.attachment))
    #expect(try viewer.take() == [])
  }

  @Test("a snapshot of another epoch or with a wrong hash is not shown", arguments: [true, false])
  func wrongSnapshot(isOtherEpoch: Bool) throws {
    let viewer = try SteppedViewer().accepted()
    var snapshot = viewer.snapshot()
    if isOtherEpoch { snapshot.epoch += 1 } else { snapshot.hash &+= 1 }
    viewer.send(snapshot)
    #expect(!viewer.isLive)
    #expect(viewer.screen().scene == nil)
    let attached = viewer.attachment
    #expect(
      try viewer.take() == [
        .unsubscribed(attached.readyTopic), .unsubscribed(attached.streamTopic),
      ]
    )
    #expect(try #require(try viewer.wait()).did.isAttach)
  }

  @Test("messages on topics of an earlier join are ignored")
  func strangeTopic() throws {
    let viewer = try SteppedViewer().joined()
    let bye = LayoutMessage.bye(Bye(reason: .sessionEnded, text: "over"))
    viewer.core.receiveLayout(bye, on: Array("s0".utf8), at: viewer.now)
    #expect(try viewer.take() == [])
  }

  @Test("a resize while live attaches again and shows the old scene until the new one arrives")
  func resize() throws {
    let viewer = try SteppedViewer().joined()
    let old = viewer.screen().scene
    let size = CellSize(columns: 60, rows: 20)
    viewer.core.resize(to: size, at: viewer.now)
    let did = try viewer.take()
    #expect(did.first == .unsubscribed(viewer.attachment.streamTopic))
    #expect(did.isAttach)
    #expect(viewer.screen().scene == old)
    #expect(viewer.screen().size == size)
    try viewer.finishJoin(in: size)
    #expect(viewer.screen().scene?.viewport == size)
    viewer.core.resize(to: size, at: viewer.now)
    #expect(try viewer.take() == [])
  }

  @Test("a resize while joining waits for the end of the join")
  func resizeWhileJoining() throws {
    let viewer = SteppedViewer()
    _ = try viewer.tick()
    let size = CellSize(columns: 60, rows: 20)
    viewer.core.resize(to: size, at: viewer.now)
    #expect(try viewer.take() == [])
    try viewer.accept()
    _ = try viewer.take()
    viewer.core.resize(to: CellSize(columns: 61, rows: 20), at: viewer.now)
    viewer.core.resize(to: size, at: viewer.now)
    #expect(try viewer.take() == [])
    viewer.sendSnapshot()
    #expect(try viewer.take().isAttach)
    try viewer.finishJoin(in: size)
    #expect(try viewer.take() == [])
  }

  @Test("a sign of life is sent every 2 s")
  func alive() throws {
    let viewer = try SteppedViewer().joined()
    for _ in 0..<3 {
      for _ in 0..<4 {
        #expect(try viewer.tick() == [])
        viewer.pass(.milliseconds(500))
        viewer.beat()
      }
      #expect(try viewer.tick() == [.sent(viewer.alive)])
    }
  }

  @Test("after 3 s of silence the scene is marked as old, and the viewer attaches again")
  func silence() throws {
    let viewer = try SteppedViewer().joined()
    let scene = viewer.screen().scene
    viewer.pass(.milliseconds(2_999))
    #expect(try viewer.tick() == [.sent(viewer.alive)])
    #expect(viewer.screen().sync.staleness == nil)
    viewer.pass(.milliseconds(1))
    #expect(try viewer.tick() == [.unsubscribed(viewer.attachment.streamTopic)])
    #expect(viewer.screen().sync.staleness == .reconnecting(seconds: 3))
    #expect(viewer.screen().scene == scene)
    #expect(try #require(try viewer.wait()).did.isAttach)
    _ = try viewer.tick(after: .milliseconds(900))
    #expect(viewer.screen().sync.staleness == .reconnecting(seconds: 3))
    try viewer.finishJoin()
    #expect(viewer.screen().sync.staleness == nil)
  }

  @Test("a gap shorter than 0.3 s shows no message")
  func quietReconnect() throws {
    let viewer = try SteppedViewer().joined()
    viewer.core.connectionLost(at: viewer.now)
    viewer.pass(.milliseconds(299))
    #expect(viewer.screen().sync.staleness == nil)
    viewer.pass(.milliseconds(1))
    #expect(viewer.screen().sync.staleness == .reconnecting(seconds: 0))
  }

  @Test("a first join that takes longer than 0.3 s shows a message")
  func connecting() throws {
    let viewer = SteppedViewer()
    _ = try viewer.tick()
    viewer.pass(.milliseconds(299))
    #expect(viewer.screen().sync.staleness == nil)
    viewer.pass(.milliseconds(1))
    #expect(viewer.screen().sync.staleness == .connecting)
  }

  @Test("a connection that is lost and found is used at once")
  func lostAndFound() throws {
    let viewer = try SteppedViewer().joined()
    viewer.core.connectionLost(at: viewer.now)
    #expect(try viewer.take() == [.unsubscribed(viewer.attachment.streamTopic)])
    viewer.core.connectionLost(at: viewer.now)
    #expect(try viewer.take() == [])
    viewer.core.connectionFound(at: viewer.now)
    #expect(try viewer.take().isAttach)
    try viewer.finishJoin()
    viewer.core.connectionFound(at: viewer.now)
    #expect(try viewer.take() == [])
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
    let viewer = SteppedViewer()
    viewer.seq = 5
    try viewer.join()
    viewer.beat(seq: beat.seq, hash: beat.hash, epoch: beat.epoch, isGone: beat.isGone)
    let topic = viewer.attachment.streamTopic
    // A topic that is gone gets no keyframe.
    let isLeft = beat.isGone || beat.epoch == 2
    #expect(try viewer.take() == (isLeft ? [.unsubscribed(topic)] : []), "\(beat.name)")
    #expect(viewer.isLive == !beat.joinsAgain)
    guard beat.joinsAgain else { return }
    let next = try #require(try viewer.wait())
    #expect(next.did.isAttach)
    #expect(next.after >= .milliseconds(20) && next.after <= .milliseconds(150))
  }

  @Test("a gone beat while joining ends the attempt")
  func goneWhileJoining() throws {
    let viewer = try SteppedViewer().accepted()
    viewer.beat()
    #expect(try viewer.take() == [])
    viewer.beat(isGone: true)
    #expect(try viewer.take().count == 2)
    #expect(try #require(try viewer.wait()).did.isAttach)
  }

  @Test("the message of the end is one line without control characters, whatever the daemon sends")
  func lastWords() throws {
    let text = "over\u{1B}]0;owned\u{7}\u{9B}2J\u{202E}\nnavclient: forged"
    let shown = "over\u{FFFD}]0;owned\u{FFFD}\u{FFFD}2J\u{FFFD} navclient: forged"
    let viewer = try SteppedViewer().joined()
    viewer.publish(.bye(Bye(reason: .sessionEnded, text: text)))
    #expect(try viewer.take().exit?.text == "session 'talk' has ended: \(shown)")
    let refused = SteppedViewer()
    _ = try refused.tick()
    try refused.refuse(.notPermitted, text)
    #expect(try refused.take().exit?.text == shown)
  }

  @Test("the viewer waits for a daemon that stops")
  func daemonStops() throws {
    let viewer = try SteppedViewer().joined()
    viewer.publish(.bye(Bye(reason: .daemonStops, text: "navd stops")))
    #expect(try viewer.take() == [.unsubscribed(viewer.attachment.streamTopic)])
    #expect(try #require(try viewer.wait()).did.isAttach)
  }

  static let refusals: [(Reply.Failure.Code, ExitCode)] = [
    (.badName, .usage), (.noMatch, .noEffect), (.noSuchInput, .noInput), (.noSuchSession, .noInput),
    (.protocolMismatch, .protocolMismatch), (.limitReached, .timeout), (.retry, .timeout),
    (.unknown, .timeout),
  ]

  @Test("a first attach that can't be carried out now is repeated")
  func refusedForNow() throws {
    let viewer = SteppedViewer()
    _ = try viewer.tick()
    try viewer.refuse(.retry, "32 files are being read")
    #expect(try viewer.take() == [])
    #expect(try #require(try viewer.wait()).did.isAttach)
  }

  @Test(
    "a first attach that is refused ends the viewer",
    arguments: refusals.filter { $0.0 != .retry }
  )
  func refused(code: Reply.Failure.Code, exit: ExitCode) throws {
    let viewer = SteppedViewer()
    _ = try viewer.tick()
    try viewer.refuse(code, "because")
    #expect(try viewer.take() == [.exited(ClientExit(exit, "because"))])
  }

  @Test("a later attach that is refused shows a message and is repeated", arguments: refusals)
  func refusedLater(code: Reply.Failure.Code, exit: ExitCode) throws {
    let viewer = try SteppedViewer().joined()
    viewer.reconnect()
    _ = try viewer.take()
    try viewer.refuse(code, "because")
    guard code != .protocolMismatch else {
      #expect(try viewer.take() == [.exited(ClientExit(exit, "because"))])
      return
    }
    // The end of the session was missed: an ended session is not created again.
    guard code != .noSuchSession else {
      #expect(
        try viewer.take() == [.exited(ClientExit(.success, "session 'talk' has ended"))]
      )
      return
    }
    #expect(try viewer.take() == [])
    #expect(viewer.screen().notice.text == "because")
    #expect(try #require(try viewer.wait()).did.isAttach)
  }

  @Test("a session with other content than requested is not joined")
  func otherContent() throws {
    let viewer = SteppedViewer(content: .deck(path: "/talk.md"), isContentAsked: true)
    _ = try viewer.tick()
    try viewer.answer(.attached(viewer.attachment(ofAttach: 1, content: .deck(path: "/other.md"))))
    let did = try viewer.take()
    #expect(did.first == .sent(.leave(viewer: 9)))
    let exit = try #require(did.exit)
    #expect(exit.code == .usage)
    #expect(exit.text?.contains("/other.md") == true && exit.text?.contains("/talk.md") == true)
  }

  @Test("a session named after its content takes the next name if the name is in use")
  func nextName() throws {
    let talk = ContentSpec.deck(path: "/talk.md")
    let viewer = SteppedViewer(content: talk, isContentAsked: true, isNamedAfterContent: true)
    _ = try viewer.tick()
    for (number, name) in ["talk-2", "talk-3"].enumerated() {
      try viewer.answer(
        .attached(viewer.attachment(ofAttach: number + 1, content: .deck(path: "/other/talk.md")))
      )
      let did = try viewer.take()
      #expect(did.first == .sent(.leave(viewer: 9)))
      let attach = try #require(did.attaches.first)
      #expect(attach.session == name && attach.content == talk)
    }
    let attached = viewer.attachment(ofAttach: 3, content: talk)
    try viewer.answer(.attached(attached))
    #expect(
      try viewer.take() == [.subscribed(attached.streamTopic), .subscribed(attached.readyTopic)]
    )
  }

  @Test("a request without a sort order joins the session with any order")
  func anyOrder() throws {
    let sorted = ContentSpec.tree(path: "/src", order: TreeOrder(sort: .time))
    for (asked, isJoined) in [
      (ContentSpec.tree(path: "/src"), true), (sorted, true),
      (.tree(path: "/src", order: TreeOrder(showsHidden: true)), false),
    ] {
      let viewer = SteppedViewer(content: asked, isContentAsked: true, isNamedAfterContent: true)
      _ = try viewer.tick()
      try viewer.answer(.attached(viewer.attachment(ofAttach: 1, content: sorted)))
      #expect(try viewer.take().contains(.sent(.leave(viewer: 9))) != isJoined, "\(asked)")
    }
  }

  @Test("after a restart the viewer requests the session's own content")
  func contentOfSession() throws {
    let viewer = SteppedViewer(content: .tour(command: "join"))
    _ = try viewer.tick()
    let attached = viewer.attachment(ofAttach: 0, content: .deck(path: "/other.md"))
    try viewer.answer(.attached(attached))
    viewer.core.receiveLayout(.snapshot(viewer.snapshot()), on: attached.readyTopic, at: viewer.now)
    viewer.reconnect()
    #expect(try viewer.take().attaches.map(\.content) == [.deck(path: "/other.md")])
  }
}
