import NavBase
import NavEngine
import NavHost
import NavScene
import NavTestKit
import NavWire
import Testing

@Suite("Input: publish, then reply (proto/README.md: Input, exactly once)")
struct InputTests {
  @Test("an input is published before it is answered, with the version that the reply contains")
  func publishThenReply() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    let attached = try daemon.join(&client, to: "talk").attached
    daemon.pass(.seconds(1))
    _ = try daemon.turn()
    daemon.send(client.command(.forward, in: .id(attached.session)))
    let turn = try daemon.turn()
    #expect(turn.events.count == 2)
    guard case .published(attached.streamTopic, .update(let update))? = turn.events.first,
      case .replied(_, let reply)? = turn.events.last
    else {
      Issue.record("\(turn)")
      return
    }
    #expect(reply.body == .accepted(version: 1))
    #expect(update.version == 1)
    #expect(reply.seq == 1 && reply.client == client.id)
  }

  @Test("a stream without subscribers costs nothing, and is up to date for the next subscriber")
  func unsubscribedStreams() throws {
    var daemon = try SteppedDaemon("talk")
    var stays = Client(seed: 1)
    var leaves = Client(seed: 2)
    let session = try daemon.join(&stays, to: "talk").attached.session
    let left = try daemon.join(&leaves, to: "talk", 40, 10)
    daemon.unsubscribe(from: left.attached.streamTopic)
    daemon.pass(.seconds(1))
    _ = try daemon.turn()
    daemon.send(stays.command(.forward, in: .id(session)))
    let turn = try daemon.turn()
    #expect(turn.updates.count == 1)
    #expect(turn.messages(on: left.attached.streamTopic).isEmpty)

    var back = try daemon.join(&leaves, to: "talk", 40, 10)
    #expect(back.attached.streamTopic == left.attached.streamTopic)
    #expect(back.replica.version == 1 && back.replica.seq > left.replica.seq)
    let scene = try back.replica.scene(at: daemon.now)
    #expect(scene[PagerLayout.dotsID]?.currentPage == 1)
  }

  @Test("D-8: all inputs of a turn share one update per stream, and each is answered")
  func oneUpdateForEachStream() throws {
    var daemon = try SteppedDaemon("talk")
    var clients = (1...3).map { Client(seed: $0) }
    let sizes = [(80, 24), (100, 30), (40, 10)]
    var topics: [[UInt8]] = []
    for index in clients.indices {
      let size = sizes[index]
      topics.append(
        try daemon.join(&clients[index], to: "talk", size.0, size.1).attached.streamTopic
      )
    }
    daemon.pass(.seconds(1))
    _ = try daemon.turn()
    for _ in 0..<3 {
      for index in clients.indices {
        daemon.send(clients[index].command(.forward, in: .name("talk")))
      }
    }
    let turn = try daemon.turn()
    #expect(turn.published.count == 3)
    #expect(Set(turn.published.map(\.topic)) == Set(topics))
    #expect(turn.updates.allSatisfy { $0.version == 9 })
    #expect(turn.replies.map(\.body.acceptedVersion) == (1...9).map { $0 })
    // Updates come first, then the replies.
    let firstReply = turn.events.firstIndex { if case .replied = $0 { true } else { false } }
    #expect(firstReply == 3)
    // The next turn has nothing to send.
    #expect(try daemon.turn().events.isEmpty)
  }

  @Test("the sequence numbers of a stream rise, and each update names the one before it")
  func sequenceNumbers() throws {
    var daemon = try SteppedDaemon("talk")
    var a = Client(seed: 1)
    var b = Client(seed: 2)
    let topic = try daemon.join(&a, to: "talk", 80, 24).attached.streamTopic
    _ = try daemon.join(&b, to: "talk", 90, 30)
    daemon.pass(.seconds(1))
    _ = try daemon.turn()
    var last: UInt64?
    for _ in 0..<6 {
      daemon.send(a.command(.forward, in: .name("talk")))
      daemon.pass(.milliseconds(70))
      guard case .update(let update)? = try daemon.turn().messages(on: topic).first else {
        Issue.record("no update")
        return
      }
      if let last { #expect(update.base.seq == last) }
      #expect(update.seq > update.base.seq)
      last = update.seq
    }
  }

  @Test("an input whose precondition fails changes nothing; the reply contains the actual state")
  func preconditions() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    _ = try daemon.ask(client.command(.goTo(3), in: .name("talk")))
    // The precondition, and whether it holds.
    let table: [(precondition: Request.Precondition, holds: Bool)] = [
      (Request.Precondition(version: 0), false), (Request.Precondition(version: 1), true),
      (Request.Precondition(top: "3"), false), (Request.Precondition(top: "4"), true),
      (Request.Precondition(version: 3, top: "4"), false),
      (Request.Precondition(version: 3, top: "5"), true), (Request.Precondition(), true),
    ]
    var (version, page): (UInt64, Int) = (1, 3)
    for (precondition, holds) in table {
      var request = client.command(.forward, in: .name("talk"))
      request.precondition = precondition
      let body = try daemon.ask(request)
      if holds {
        version += 1
        page = min(5, page + 1)
        #expect(body.acceptedVersion == version, "\(precondition)")
      } else {
        let failure = try #require(body.failure)
        #expect(failure.code == .preconditionFailed, "\(precondition)")
        #expect(failure.found == Reply.Failure.Found(version: version, top: "\(page)"))
      }
      // A repeated request gets the same reply.
      #expect(try daemon.ask(request) == body)
    }
  }

  @Test("an input that is meant for another epoch does nothing")
  func staleView() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    let attached = try daemon.join(&client, to: "talk").attached
    let tap = SessionAction.tap(ContainerID(rawValue: 2), row: 1)
    for (epoch, action, isStale) in [
      (attached.epoch - 1, tap, true), (attached.epoch + 1, tap, true),
      (attached.epoch - 1, .command(.forward), true), (attached.epoch, tap, false),
      (attached.epoch, .command(.forward), false), (nil, tap, false),
    ] {
      let input = Request.Input(
        session: .id(attached.session),
        viewer: attached.viewer,
        action: action,
        epoch: epoch
      )
      let body = try daemon.ask(client.operation(.input(input)))
      #expect((body.code == .staleView) == isStale, "\(body)")
    }
  }

  @Test("a command applies to the layout of the viewer that sent it")
  func viewersLayout() throws {
    // Page 3 overflows a terminal of 24 rows, not one of 80.
    let tall = CellSize(columns: 80, rows: 80)
    let table: [(viewer: Bool, viewport: CellSize?, page: Int)] = [
      (true, nil, 4), (false, tall, 4), (false, CellSize(columns: 80, rows: 24), 3),
      (false, nil, 3),
      // The viewer takes precedence over the viewport.
      (true, CellSize(columns: 80, rows: 24), 4),
    ]
    for example in table {
      var daemon = try SteppedDaemon("talk")
      var client = Client(seed: 1)
      let attached = try daemon.attach(&client, to: "talk", tall.columns, tall.rows)
      _ = try daemon.ask(client.command(.goTo(3), in: .name("talk")))
      let down = client.command(
        .lineDown,
        in: .id(attached.session),
        viewer: example.viewer ? attached.viewer : nil,
        viewport: example.viewport
      )
      #expect(try daemon.ask(down) == .accepted(version: 2))
      let list = try daemon.ask(client.read(.listSessions)).sessions
      #expect(list.map(\.page) == [example.page], "\(example)")
    }
  }

  @Test("an unknown viewer counts as no viewer")
  func unknownViewer() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    let forward = client.command(.forward, in: .name("talk"), viewer: 12_345)
    #expect(try daemon.ask(forward) == .accepted(version: 1))
  }

  @Test("a refused command changes nothing and publishes nothing")
  func refused() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    var replica = try daemon.join(&client, to: "talk").replica
    daemon.pass(.seconds(1))
    _ = try daemon.turn()
    daemon.send(client.command(.goTo(6), in: .name("talk")))
    let turn = try daemon.turn()
    #expect(turn.published.isEmpty)
    #expect(turn.replies.first?.body.code == .rejected)
    #expect(turn.replies.first?.body.failure?.text == "there is no page 6: give 1 to 5")
    #expect(try replica.scene(at: daemon.now)[PagerLayout.dotsID]?.currentPage == 0)
    let other = try daemon.ask(client.command(.forward, in: .name("other")))
    #expect(other.code == .noSuchSession)
    #expect(try daemon.ask(client.command(.forward, in: .id(5))).code == .noSuchSession)
    #expect(try daemon.ask(client.command(.forward, in: .name("talk"))) == .accepted(version: 1))
  }

  @Test("several keys are one operation")
  func keys() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    let keys = client.keys(["l", "l", "4", "G"], in: .name("talk"))
    #expect(try daemon.ask(keys) == .accepted(version: 1))
    #expect(try daemon.ask(client.keys(["9", "G"], in: .name("talk"))).code == .rejected)
    guard
      case .snapshot(let name, let version, let scene, _) = try daemon.ask(
        client.read(.takeSnapshot(.name("talk"), CellSize(columns: 60, rows: 20)))
      )
    else {
      Issue.record("no snapshot")
      return
    }
    #expect(name == "talk" && version == 1)
    #expect(scene.viewport == CellSize(columns: 60, rows: 20))
    #expect(scene[PagerLayout.dotsID]?.currentPage == 3)
  }

  @Test("a malformed request is answered as such and does no harm")
  func malformed() throws {
    var daemon = try SteppedDaemon("talk")
    let peer = Peer(envelope: [[9, 9], []])
    let strange: [[UInt8]] = [
      [], [0], [0xff, 0xff], Array("GET / HTTP/1.1\r\n\r\n".utf8),
      [UInt8](repeating: 0x0b, count: 999),
    ]
    for bytes in strange {
      daemon.send(bytes, from: peer)
      let turn = try daemon.turn()
      guard case .replied(peer, let reply)? = turn.events.first else {
        Issue.record("\(turn)")
        return
      }
      #expect(turn.events.count == 1)
      #expect(reply.id == 0 && reply.client == nil)
      #expect(reply.body.code == .malformed)
    }
  }
}
