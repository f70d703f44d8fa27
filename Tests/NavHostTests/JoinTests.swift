import NavBase
import NavEngine
import NavHost
import NavScene
import NavTestKit
import NavWire
import Testing

@Suite("Join: no gap, no race (proto/README.md: Join)")
struct JoinTests {
  private let deck = ContentSpec.deck(path: "/talk.md")

  @Test("attach, load, subscribe, snapshot: all steps in order")
  func happyPath() throws {
    var daemon = SteppedDaemon()
    var client = Client(seed: 1)
    let request = client.attach("talk", content: deck)
    daemon.send(request)
    // 1. The content is read first; no reply is sent yet.
    var turn = try daemon.turn()
    let load = try #require(turn.loads.first)
    #expect(turn.events == [.requested(.load(ticket: load.ticket, deck, for: .localUser))])
    #expect(try daemon.turn().events.isEmpty)
    daemon.finishLoading(load.ticket, .success(.deck(SteppedDaemon.pages)))
    turn = try daemon.turn()
    let attached = try #require(turn.replies.first?.body).attached
    #expect(turn.replies.first?.id == request.id)
    #expect(attached.epoch == SteppedDaemon.epoch)
    #expect(attached.opened.isNew)
    #expect(attached.opened.content == deck)
    #expect(attached.version == .current)
    #expect(attached.beatInterval == .seconds(1))
    #expect(attached.streamTopic.count == 29 && attached.readyTopic.count == 37)
    // The ready topic sorts after every stream topic.
    #expect(attached.streamTopic[0] < attached.readyTopic[0])
    // 2. The stream topic is answered with a Beat at once.
    daemon.subscribe(to: attached.streamTopic)
    turn = try daemon.turn()
    guard case .beat(let beat)? = turn.messages(on: attached.streamTopic).first else {
      Issue.record("\(turn)")
      return
    }
    #expect(!beat.isGone && beat.epoch == SteppedDaemon.epoch)
    // 3. The snapshot comes on the ready topic.
    daemon.subscribe(to: attached.readyTopic)
    turn = try daemon.turn()
    #expect(turn.published.map(\.topic) == [attached.readyTopic])
    guard case .snapshot(let snapshot)? = turn.published.first?.message else {
      Issue.record("\(turn)")
      return
    }
    var replica = try Replica(snapshot, now: daemon.now)
    #expect(snapshot.seq >= beat.seq)
    #expect(try replica.scene(at: daemon.now)[PagerLayout.pageID(0)]?.title == "Page 1")
    #expect(try replica.scene(at: daemon.now).viewers == 1)
    // The ready topic is served once.
    daemon.subscribe(to: attached.readyTopic)
    turn = try daemon.turn()
    guard case .beat(let gone)? = turn.published.first?.message else {
      Issue.record("\(turn)")
      return
    }
    #expect(gone.isGone && gone.epoch == SteppedDaemon.epoch)
  }

  @Test("a viewer that joins during a motion gets the rest of it")
  func joinInMotion() throws {
    var daemon = try SteppedDaemon("talk")
    var driver = Client(seed: 1)
    let first = try daemon.join(&driver, to: "talk")
    _ = try daemon.ask(driver.command(.forward, in: .name("talk")))
    daemon.pass(.milliseconds(150))
    var late = Client(seed: 2)
    let attached = try daemon.attach(&late, to: "talk")
    #expect(attached.streamTopic == first.attached.streamTopic)
    daemon.subscribe(to: attached.readyTopic)
    let turn = try daemon.turn()
    guard case .snapshot(let snapshot)? = turn.messages(on: attached.readyTopic).first else {
      Issue.record("\(turn)")
      return
    }
    #expect(snapshot.timeline != nil)
    var replica = try Replica(snapshot, now: daemon.now)
    #expect(replica.nextFrameTime != nil)
    let shown = try replica.scene(at: daemon.now + .seconds(1))
    #expect(shown[PagerLayout.dotsID]?.currentPage == 1)
  }

  @Test("attaching again keeps the viewer and gives a new ready topic, also with another size")
  func attachIsIdempotent() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    let first = try daemon.attach(&client, to: "talk")
    let again = try daemon.attach(&client, to: "talk")
    #expect(again.viewer == first.viewer && again.session == first.session)
    #expect(again.streamTopic == first.streamTopic && again.readyTopic != first.readyTopic)
    #expect(!again.opened.isNew)
    let resized = try daemon.attach(&client, to: "talk", 100, 40)
    #expect(resized.viewer == first.viewer)
    #expect(resized.streamTopic != first.streamTopic)
    let list = try daemon.ask(client.read(.listSessions)).sessions
    #expect(list.map(\.viewers) == [1])
    // Only the newest ready topic is served.
    for (topic, isServed) in [
      (first.readyTopic, false), (again.readyTopic, false), (resized.readyTopic, true),
    ] {
      daemon.subscribe(to: topic)
      switch try daemon.turn().messages(on: topic).first {
      case .snapshot(let snapshot)?:
        #expect(isServed)
        #expect(snapshot.scene.viewport == CellSize(columns: 100, rows: 40))
      case .beat(let beat)?: #expect(!isServed && beat.isGone)
      case .update?, .bye?, .keyframe?, nil: Issue.record("not served")
      }
    }
  }

  @Test("a client is a viewer of one session at a time")
  func oneSessionPerClient() throws {
    var daemon = try SteppedDaemon("a")
    try daemon.open("b")
    var client = Client(seed: 1)
    let first = try daemon.attach(&client, to: "a")
    let second = try daemon.attach(&client, to: "b")
    #expect(first.viewer != second.viewer)
    let list = try daemon.ask(client.read(.listSessions)).sessions
    #expect(list.map(\.viewers) == [0, 1])
  }

  @Test("a client that can't join another session keeps its session")
  func staysWhereItIs() throws {
    var daemon = try SteppedDaemon("a")
    try daemon.open("b")
    for columns in 1...DaemonLimits.streamsPerSession {
      var other = Client(seed: UInt64(1_000 + columns))
      _ = try daemon.attach(&other, to: "b", columns, 9)
    }
    var client = Client(seed: 1)
    let attached = try daemon.attach(&client, to: "a", 200, 50)
    #expect(try daemon.ask(client.attach("b", 200, 50)).code == .limitReached)
    daemon.send(client.read(.alive(viewer: attached.viewer)))
    #expect(try daemon.turn().replies.isEmpty)
    daemon.subscribe(to: attached.readyTopic)
    guard case .snapshot? = try daemon.turn().messages(on: attached.readyTopic).first else {
      Issue.record("not served")
      return
    }
  }

  @Test("viewers of one size share a stream, viewers of other sizes have their own")
  func streamsBySize() throws {
    var daemon = try SteppedDaemon("talk")
    var clients = (1...3).map { Client(seed: $0) }
    let a = try daemon.join(&clients[0], to: "talk", 80, 24).attached
    let b = try daemon.join(&clients[1], to: "talk", 80, 24).attached
    let c = try daemon.join(&clients[2], to: "talk", 120, 50).attached
    #expect(a.streamTopic == b.streamTopic)
    #expect(a.streamTopic != c.streamTopic)
    #expect(Set([a.viewer, b.viewer, c.viewer]).count == 3)
    _ = try daemon.turn()
    try daemon.turn(after: .seconds(1))
    // One update per size, for any number of viewers.
    daemon.send(clients[0].command(.forward, in: .id(a.session)))
    #expect(Set(try daemon.turn().published.map(\.topic)) == [a.streamTopic, c.streamTopic])
  }

  @Test("several attaches wait for one load; one of them has created the session")
  func attachesWaitTogether() throws {
    var daemon = SteppedDaemon()
    var clients = (1...4).map { Client(seed: $0) }
    for index in clients.indices { daemon.send(clients[index].attach("talk", content: deck)) }
    var late = Client(seed: 9)
    daemon.send(late.operation(.newSession(name: "talk", deck)))
    let loads = try daemon.turn().loads
    #expect(loads.count == 1)
    daemon.finishLoading(try #require(loads.first).ticket, .success(.deck(SteppedDaemon.pages)))
    let replies = try daemon.turn().replies
    let made = replies.filter {
      if case .attached(let attached) = $0.body { attached.opened.isNew } else { false }
    }
    #expect(made.count == 1)
    #expect(replies.count == 5)
    #expect(replies.last?.body.code == .sessionExists)
  }

  @Test("of two clients that create the same session at once, one has created it")
  func newSessionsWaitTogether() throws {
    var daemon = SteppedDaemon()
    var clients = (1...2).map { Client(seed: $0) }
    for index in clients.indices {
      daemon.send(clients[index].operation(.newSession(name: "talk", deck)))
    }
    let load = try #require(try daemon.turn().loads.first)
    daemon.finishLoading(load.ticket, .success(.deck(SteppedDaemon.pages)))
    let bodies = try daemon.turn().replies.map(\.body)
    #expect(bodies.first == .done)
    #expect(bodies.last?.code == .sessionExists)
  }

  @Test(
    "a client that attaches again during a load is answered once, for its last attach"
  )
  func attachAgainWhileLoading() throws {
    var daemon = SteppedDaemon()
    var client = Client(seed: 1)
    daemon.send(client.attach("talk", content: deck))
    let load = try #require(try daemon.turn().loads.first)
    for _ in 0..<300 { daemon.send(client.attach("talk", content: deck)) }
    let last = client.attach("talk", 100, 30, content: deck)
    daemon.send(last)
    #expect(try daemon.turn().events.isEmpty)
    daemon.finishLoading(load.ticket, .success(.deck(SteppedDaemon.pages)))
    let replies = try daemon.turn().replies
    #expect(replies.map(\.id) == [last.id])
    let attached = try #require(replies.first?.body).attached
    #expect(attached.opened.isNew)
  }

  @Test("when content can't be read, all waiting clients get the reason, and nothing is kept")
  func contentFails() throws {
    var daemon = SteppedDaemon()
    var clients = (1...3).map { Client(seed: $0) }
    daemon.send(clients[0].attach("talk", content: deck))
    daemon.send(clients[1].attach("talk", content: deck))
    daemon.send(clients[2].operation(.newSession(name: "talk", deck)))
    let load = try #require(try daemon.turn().loads.first)
    daemon.finishLoading(load.ticket, .failure(ContentFailure("there is no /talk.md")))
    let replies = try daemon.turn().replies
    #expect(replies.map(\.body.code) == [.noSuchInput, .noSuchInput, .noSuchInput])
    #expect(replies.allSatisfy { $0.body.failure?.text == "there is no /talk.md" })
    // A second attempt is possible.
    daemon.send(clients[0].attach("talk", content: deck))
    #expect(try daemon.turn().loads.count == 1)
    // A second result of the same load has no effect.
    daemon.finishLoading(load.ticket, .success(.deck(SteppedDaemon.pages)))
    #expect(try daemon.turn().events.isEmpty)
  }

  @Test("a refused attach contains the reason")
  func refusals() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    let table: [(Request, Reply.Failure.Code)] = [
      (client.attach("other"), .noSuchSession),
      (client.attach("bad name", content: deck), .badName),
      (client.attach("bad name"), .noSuchSession),
      (client.attach("talk", version: ProtocolVersion(major: 2, minor: 0)), .protocolMismatch),
      (client.attach("talk", version: ProtocolVersion(major: 0, minor: 9)), .protocolMismatch),
    ]
    for (request, code) in table { #expect(try daemon.ask(request).code == code) }
    let newer = try daemon.ask(client.attach("talk", version: ProtocolVersion(major: 2, minor: 0)))
    #expect(newer.failure?.text.contains("upgrade navd") == true)
    let older = try daemon.ask(client.attach("talk", version: ProtocolVersion(major: 0, minor: 1)))
    #expect(older.failure?.text.contains("upgrade navclient") == true)
    // A later minor is compatible.
    let minor = client.attach("talk", version: ProtocolVersion(major: 1, minor: 7))
    let attached = try daemon.ask(minor).attached
    #expect(attached.version == .current)
  }

  @Test("topics of ended streams are answered with `gone` and nothing more")
  func goneTopics() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    let attached = try daemon.join(&client, to: "talk").attached
    _ = try daemon.ask(client.operation(.killSession(.name("talk"))))
    for topic in [attached.streamTopic, attached.readyTopic] {
      daemon.subscribe(to: topic)
      guard case .beat(let beat)? = try daemon.turn().messages(on: topic).first else {
        Issue.record("no answer")
        return
      }
      #expect(beat.isGone && beat.epoch == SteppedDaemon.epoch)
      daemon.unsubscribe(from: topic)
      #expect(try daemon.turn().events.isEmpty)
    }
  }
}
