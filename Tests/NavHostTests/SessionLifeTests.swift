import NavBase
import NavEngine
import NavHost
import NavScene
import NavTestKit
import NavWire
import Testing

@Suite("The beginning and end of sessions")
struct SessionLifeTests {
  private let deck = ContentSpec.deck(path: "/talk.md")

  @Test("a session is created, listed, and ended; its name is free again")
  func life() throws {
    var daemon = SteppedDaemon()
    var client = Client(seed: 1)
    daemon.send(client.operation(.newSession(name: "talk", deck)))
    let load = try #require(try daemon.turn().loads.first)
    #expect(load.content == deck)
    daemon.finishLoading(load.ticket, .success(.deck(SteppedDaemon.pages)))
    #expect(try daemon.turn().replies.map(\.body) == [.done])
    #expect(
      try daemon.ask(client.operation(.newSession(name: "talk", deck))).code == .sessionExists
    )
    _ = try daemon.ask(client.command(.goTo(4), in: .name("talk")))
    let list = try daemon.ask(client.read(.listSessions)).sessions
    let info = try #require(list.first)
    #expect(list.count == 1)
    #expect(
      info
        == Reply.SessionInfo(
          name: "talk",
          id: info.id,
          content: "/talk.md",
          viewers: 0,
          page: 4,
          pages: 5,
          version: 1,
          title: SteppedDaemon.pages[3].title,
          top: "4"
        )
    )
    #expect(try daemon.ask(client.operation(.killSession(.id(info.id)))) == .done)
    #expect(try daemon.ask(client.read(.listSessions)) == .sessions([]))
    #expect(try daemon.ask(client.command(.forward, in: .id(info.id))).code == .noSuchSession)
    // A new session of that name has another ID.
    try daemon.open("talk")
    #expect(try daemon.ask(client.command(.forward, in: .id(info.id))).code == .noSuchSession)
    #expect(try daemon.ask(client.command(.forward, in: .name("talk"))) == .accepted(version: 1))
  }

  @Test("a session is listed while its content is being read, and can be ended; its name is free")
  func endedWhileRead() throws {
    var daemon = SteppedDaemon()
    var (client, other) = (Client(seed: 1), Client(seed: 2))
    daemon.send(client.operation(.newSession(name: "talk", deck)))
    let load = try #require(try daemon.turn().loads.first)
    let list = try daemon.ask(other.read(.listSessions)).sessions
    #expect(list.map(\.name) == ["talk"] && list.map(\.id) == [load.ticket])
    #expect(list.map(\.pages) == [0] && list.map(\.title) == ["is being read"])
    let end = other.operation(.killSession(.name("talk")))
    daemon.send(end)
    let turn = try daemon.turn()
    #expect(turn.replies.filter { $0.client == end.client }.map(\.body) == [.done])
    #expect(turn.replies.filter { $0.client != end.client }.map(\.body.code) == [.noSuchSession])
    #expect(turn.requests.contains(.close(session: load.ticket)))
    #expect(try daemon.ask(other.read(.listSessions)) == .sessions([]))
    try daemon.open("talk")
    // What the worker has opened meanwhile is released; the new session stays.
    daemon.finishLoading(load.ticket, .success(.deck(SteppedDaemon.pages)))
    #expect(try daemon.turn().requests.contains(.close(session: load.ticket)))
    #expect(try daemon.ask(other.read(.listSessions)).sessions.map(\.pages) == [5])
  }

  @Test("sessions are listed by name")
  func list() throws {
    var daemon = SteppedDaemon()
    for name in ["c", "a", "b"] { try daemon.open(name) }
    var client = Client(seed: 1)
    daemon.send(client.attach("tour", content: .tour(command: "join")))
    let load = try #require(try daemon.turn().loads.first)
    daemon.finishLoading(load.ticket, .success(.deck(SteppedDaemon.pages)))
    _ = try daemon.turn()
    let list = try daemon.ask(client.read(.listSessions)).sessions
    #expect(list.map(\.name) == ["a", "b", "c", "tour"])
    #expect(list.map(\.content) == ["/a.md", "/b.md", "/c.md", "tour"])
    #expect(list.map(\.viewers) == [0, 0, 0, 1])
  }

  @Test("the end of a session is published on all its streams, and its viewers are removed")
  func kill() throws {
    var daemon = try SteppedDaemon("talk")
    try daemon.open("other")
    var clients = (1...3).map { Client(seed: $0) }
    let a = try daemon.join(&clients[0], to: "talk", 80, 24).attached
    let b = try daemon.join(&clients[1], to: "talk", 90, 24).attached
    let c = try daemon.join(&clients[2], to: "other", 80, 24).attached
    daemon.send(clients[2].operation(.killSession(.name("talk"))))
    let turn = try daemon.turn()
    let bye = LayoutMessage.bye(Bye(reason: .sessionEnded, text: "somebody ended it"))
    #expect(turn.messages(on: a.streamTopic) == [bye])
    #expect(turn.messages(on: b.streamTopic) == [bye])
    #expect(turn.messages(on: c.streamTopic).allSatisfy { $0 != bye })
    #expect(turn.replies.map(\.body) == [.done])
    for (index, attached) in [a, b].enumerated() {
      let alive = try daemon.ask(clients[index].read(.alive(viewer: attached.viewer)))
      #expect(alive.code == .unknownViewer)
    }
    daemon.send(clients[2].read(.alive(viewer: c.viewer)))
    #expect(try daemon.turn().replies.isEmpty)
    // Nothing more is published on the ended streams.
    #expect(Set(try daemon.turn(after: .seconds(2)).published.map(\.topic)) == [c.streamTopic])
  }

  @Test("a stopping daemon says so on every stream with a subscriber")
  func stop() throws {
    var daemon = try SteppedDaemon("talk")
    var clients = (1...2).map { Client(seed: $0) }
    let watched = try daemon.join(&clients[0], to: "talk").attached
    _ = try daemon.attach(&clients[1], to: "talk", 99, 33)
    let turn = try daemon.stop()
    #expect(turn.published.map(\.topic) == [watched.streamTopic])
    guard case .bye(let bye)? = turn.published.first?.message else {
      Issue.record("\(turn)")
      return
    }
    #expect(bye.reason == .daemonStops)
  }

  @Test("invalid names")
  func badNames() throws {
    var daemon = SteppedDaemon()
    var client = Client(seed: 1)
    for name in ["", "a b", "-x", String(repeating: "x", count: 65)] {
      #expect(try daemon.ask(client.operation(.newSession(name: name, deck))).code == .badName)
      #expect(try daemon.ask(client.operation(.killSession(.name(name)))).code == .noSuchSession)
      let snapshot = client.read(.takeSnapshot(.name(name), CellSize(columns: 80, rows: 24)))
      #expect(try daemon.ask(snapshot).code == .noSuchSession)
    }
  }
}

@Suite("Limits, at and one past (proto/README.md: Limits)")
struct LimitTests {
  private let deck = ContentSpec.deck(path: "/talk.md")

  @Test("256 requests wait for one session's content")
  func waiting() throws {
    var daemon = SteppedDaemon()
    for number in 0..<DaemonLimits.waitingPerSession {
      var client = Client(seed: UInt64(number))
      daemon.send(client.attach("talk", content: deck))
    }
    let load = try #require(try daemon.turn().loads.first)
    var more = Client(seed: 1 << 50)
    #expect(try daemon.ask(more.attach("talk", content: deck)).code == .retry)
    daemon.finishLoading(load.ticket, .success(.deck(SteppedDaemon.pages)))
    #expect(try daemon.turn().replies.count == DaemonLimits.waitingPerSession)
  }
}
