import NavCommands
import NavHost
import NavGeometry
import NavLayout
import NavModel
import NavScene
import NavSync
import NavTestKit
import NavWire
import Testing

@Suite("The beginning and end of sessions")
struct SessionLifeTests {
  private let deck = ContentSpec.deck(path: "/talk.md")

  @Test("a session is created, listed, and ended; its name is free again")
  func life() throws {
    var house = House()
    var client = Client(seed: 1)
    house.send(client.operation(.newSession(name: "talk", deck)))
    let load = try #require(try house.turn().loads.first)
    #expect(load.content == deck)
    house.finishLoading(load.ticket, .success(.deck(House.pages)))
    #expect(try house.turn().replies.map(\.body) == [.done])
    #expect(try house.ask(client.operation(.newSession(name: "talk", deck))).code == .sessionExists)
    _ = try house.ask(client.command(.goTo(4), in: .name("talk")))
    guard case .sessions(let list) = try house.ask(client.read(.listSessions)) else {
      Issue.record("no list")
      return
    }
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
          title: House.pages[3].title,
          top: "4"
        )
    )
    #expect(try house.ask(client.operation(.killSession(.id(info.id)))) == .done)
    #expect(try house.ask(client.read(.listSessions)) == .sessions([]))
    #expect(try house.ask(client.command(.forward, in: .id(info.id))).code == .noSuchSession)
    // A new session of that name has another ID.
    try house.open("talk")
    #expect(try house.ask(client.command(.forward, in: .id(info.id))).code == .noSuchSession)
    #expect(try house.ask(client.command(.forward, in: .name("talk"))) == .accepted(version: 1))
  }

  @Test("sessions are listed by name")
  func list() throws {
    var house = House()
    for name in ["c", "a", "b"] { try house.open(name) }
    var client = Client(seed: 1)
    house.send(client.attach("tour", content: .tour(command: "join")))
    let load = try #require(try house.turn().loads.first)
    house.finishLoading(load.ticket, .success(.deck(House.pages)))
    _ = try house.turn()
    guard case .sessions(let list) = try house.ask(client.read(.listSessions)) else { return }
    #expect(list.map(\.name) == ["a", "b", "c", "tour"])
    #expect(list.map(\.content) == ["/a.md", "/b.md", "/c.md", "tour"])
    #expect(list.map(\.viewers) == [0, 0, 0, 1])
  }

  @Test("the end of a session is published on all its streams, and its viewers are removed")
  func kill() throws {
    var house = House()
    try house.open("talk")
    try house.open("other")
    var clients = (1...3).map { Client(seed: $0) }
    let a = try house.join(&clients[0], to: "talk", 80, 24).attached
    let b = try house.join(&clients[1], to: "talk", 90, 24).attached
    let c = try house.join(&clients[2], to: "other", 80, 24).attached
    house.send(clients[2].operation(.killSession(.name("talk"))))
    let turn = try house.turn()
    let bye = LayoutMessage.bye(Bye(reason: .sessionEnded, text: "somebody ended it"))
    #expect(turn.messages(on: a.streamTopic) == [bye])
    #expect(turn.messages(on: b.streamTopic) == [bye])
    #expect(turn.messages(on: c.streamTopic).allSatisfy { $0 != bye })
    #expect(turn.replies.map(\.body) == [.done])
    for (index, attached) in [a, b].enumerated() {
      let alive = try house.ask(clients[index].read(.alive(viewer: attached.viewer)))
      #expect(alive.code == .unknownViewer)
    }
    house.send(clients[2].read(.alive(viewer: c.viewer)))
    #expect(try house.turn().replies.isEmpty)
    // Nothing more is published on the ended streams.
    house.pass(.seconds(2))
    #expect(Set(try house.turn().published.map(\.topic)) == [c.streamTopic])
  }

  @Test("a stopping daemon says so on every stream with a subscriber")
  func stop() throws {
    var house = House()
    try house.open("talk")
    var clients = (1...2).map { Client(seed: $0) }
    let watched = try house.join(&clients[0], to: "talk").attached
    _ = try house.attach(&clients[1], to: "talk", 99, 33)
    let turn = try house.stop()
    #expect(turn.published.map(\.topic) == [watched.streamTopic])
    guard case .bye(let bye)? = turn.published.first?.message else {
      Issue.record("\(turn)")
      return
    }
    #expect(bye.reason == .daemonStops)
  }

  @Test("invalid names")
  func badNames() throws {
    var house = House()
    var client = Client(seed: 1)
    for name in ["", "a b", "-x", String(repeating: "x", count: 65)] {
      #expect(try house.ask(client.operation(.newSession(name: name, deck))).code == .badName)
      #expect(try house.ask(client.operation(.killSession(.name(name)))).code == .noSuchSession)
      let snapshot = client.read(.takeSnapshot(.name(name), CellSize(columns: 80, rows: 24)))
      #expect(try house.ask(snapshot).code == .noSuchSession)
    }
  }
}

@Suite("Limits, at and one past (proto/README.md: Limits)")
struct LimitTests {
  private let deck = ContentSpec.deck(path: "/talk.md")

  @Test("256 sessions")
  func sessions() throws {
    var house = House()
    for number in 1...DaemonLimits.sessions { try house.open("s\(number)") }
    var client = Client(seed: 1)
    #expect(try house.ask(client.operation(.newSession(name: "more", deck))).code == .limitReached)
    #expect(try house.ask(client.attach("more", content: deck)).code == .limitReached)
    // An ended session frees its place, and a session that is being read counts.
    _ = try house.ask(client.operation(.killSession(.name("s7"))))
    house.send(client.operation(.newSession(name: "more", deck)))
    #expect(try house.turn().loads.count == 1)
    #expect(try house.ask(client.operation(.newSession(name: "again", deck))).code == .limitReached)
  }

  @Test("64 sizes in a session; sizes without viewers do not count")
  func streamsPerSession() throws {
    var house = House()
    try house.open("talk")
    var clients = (0...DaemonLimits.streamsPerSession).map { Client(seed: UInt64($0)) }
    for index in 0..<DaemonLimits.streamsPerSession {
      _ = try house.attach(&clients[index], to: "talk", 20 + index, 10)
    }
    var last = clients.removeLast()
    #expect(try house.ask(last.attach("talk", 200, 10)).code == .limitReached)
    // An existing size needs no new stream.
    _ = try house.attach(&last, to: "talk", 20, 10)
    // A dragged window leaves unused sizes behind; they are replaced when streams run short.
    for index in 0..<2 {
      let viewer = try house.attach(&clients[index], to: "talk", 22, 10).viewer
      #expect(try house.ask(clients[index].read(.leave(viewer: viewer))) == .done)
    }
    for columns in 300..<300 + 3 * DaemonLimits.streamsPerSession {
      _ = try house.attach(&last, to: "talk", columns, 10)
    }
  }

  @Test("256 streams in total")
  func streams() throws {
    var house = House()
    let sessions = DaemonLimits.streams / DaemonLimits.streamsPerSession
    for session in 0...sessions { try house.open("s\(session)") }
    var seed: UInt64 = 0
    for session in 0..<sessions {
      for index in 0..<DaemonLimits.streamsPerSession {
        seed += 1
        var client = Client(seed: seed)
        _ = try house.attach(&client, to: "s\(session)", 20 + index, 10)
      }
    }
    var client = Client(seed: 100_000)
    #expect(try house.ask(client.attach("s\(sessions)", 20, 10)).code == .limitReached)
  }

  @Test("5,000 viewers")
  func viewers() throws {
    var house = House()
    try house.open("talk")
    try house.open("other")
    for number in 0..<DaemonLimits.viewers {
      var client = Client(seed: UInt64(number))
      house.send(client.attach("talk"))
    }
    var attached = 0
    for case .attached in try house.turn().replies.map(\.body) { attached += 1 }
    #expect(attached == DaemonLimits.viewers)
    var more = Client(seed: 1 << 50)
    #expect(try house.ask(more.attach("talk")).code == .limitReached)
    // A present viewer may attach again, to the same or another session.
    var known = Client(seed: 17)
    _ = try house.attach(&known, to: "talk", 100, 30)
    let viewer = try house.attach(&known, to: "other").viewer
    #expect(try house.ask(more.attach("talk")).code == .limitReached)
    #expect(try house.ask(known.read(.leave(viewer: viewer))) == .done)
    _ = try house.attach(&more, to: "talk")
  }

  @Test("256 requests wait for one session's content")
  func waiting() throws {
    var house = House()
    for number in 0..<DaemonLimits.waitingPerSession {
      var client = Client(seed: UInt64(number))
      house.send(client.attach("talk", content: deck))
    }
    let load = try #require(try house.turn().loads.first)
    var more = Client(seed: 1 << 50)
    #expect(try house.ask(more.attach("talk", content: deck)).code == .retry)
    house.finishLoading(load.ticket, .success(.deck(House.pages)))
    #expect(try house.turn().replies.count == DaemonLimits.waitingPerSession)
  }
}
