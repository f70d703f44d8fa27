import NavBase
import NavHost
import NavScene
import NavTestKit
import NavWire
import Testing

@Suite("Many viewers leave at once (proto/README.md: Presence)")
struct LeavingTests {
  @Test("a thousand viewers of eight sizes leave in one turn, and each stream gets one update")
  func thousand() throws {
    var daemon = try SteppedDaemon("talk")
    var clients = (1...1_001).map { Client(seed: $0) }
    var leaving: [Request] = []
    var topics: Set<[UInt8]> = []
    for index in clients.indices {
      let attached = try daemon.attach(&clients[index], to: "talk", 80 + index % 8, 24)
      topics.insert(attached.streamTopic)
      daemon.subscribe(to: attached.streamTopic)
      daemon.subscribe(to: attached.readyTopic)
      let isServed = try daemon.turn().published.contains {
        if case .snapshot = $0.message { true } else { false }
      }
      try demand(isServed)
      if index > 0 { leaving.append(clients[index].read(.leave(viewer: attached.viewer))) }
      if index % 100 == 0 { daemon.pass(.milliseconds(250)) }
    }
    try daemon.turn(after: .milliseconds(300))
    daemon.pass(.milliseconds(300))
    for request in leaving { daemon.send(request) }
    let turn = try daemon.turn()
    #expect(turn.replies.map(\.body) == Array(repeating: .done, count: 1_000))
    #expect(turn.updates.count == 8 && Set(turn.published.map(\.topic)) == topics)
    let list = try daemon.ask(clients[0].read(.listSessions)).sessions
    #expect(list.map(\.viewers) == [1])
    // Leaving twice or without having joined changes nothing.
    daemon.send(leaving[0])
    #expect(try daemon.turn(after: .milliseconds(300)).updates.isEmpty)
  }

  @Test("a search ends with the last viewer; without viewers a script's search stays")
  func search() throws {
    var daemon = try SteppedDaemon("talk")
    var (one, two) = (Client(seed: 1), Client(seed: 2))
    func words() throws -> String {
      let status = try daemon.ask(one.read(.getStatus(.name("talk")))).status
      return status.finding.search
    }
    _ = try daemon.ask(one.command(.search("1.2"), in: .name("talk")))
    #expect(try words() == "1.2")
    let first = try daemon.attach(&one, to: "talk")
    let second = try daemon.attach(&two, to: "talk")
    _ = try daemon.ask(one.read(.leave(viewer: first.viewer)))
    #expect(try words() == "1.2")
    _ = try daemon.ask(two.read(.leave(viewer: second.viewer)))
    #expect(try words() == "")
  }

  @Test("sizes without viewers are replaced at the limit, sizes with viewers are not")
  func room() throws {
    var daemon = try SteppedDaemon("talk")
    let limit = DaemonLimits.streamsPerSession
    var clients = (1...limit + 2).map { Client(seed: UInt64($0)) }
    for index in 0..<limit { _ = try daemon.attach(&clients[index], to: "talk", 80 + index, 24) }
    #expect(try daemon.ask(clients[limit].attach("talk", 300, 24)).code == .limitReached)
    // One viewer moves to another's size: its own size is free.
    let moved = try daemon.attach(&clients[0], to: "talk", 81, 24)
    _ = try daemon.attach(&clients[limit], to: "talk", 300, 24)
    #expect(try daemon.ask(clients[limit + 1].attach("talk", 301, 24)).code == .limitReached)
    // The other viewer still has this size.
    _ = try daemon.ask(clients[0].read(.leave(viewer: moved.viewer)))
    #expect(try daemon.ask(clients[limit + 1].attach("talk", 301, 24)).code == .limitReached)
    let left = try daemon.attach(&clients[1], to: "talk", 81, 24)
    _ = try daemon.ask(clients[1].read(.leave(viewer: left.viewer)))
    // A dragged window leaves unused sizes behind.
    let gone = try daemon.attach(&clients[2], to: "talk", 82, 24)
    _ = try daemon.ask(clients[2].read(.leave(viewer: gone.viewer)))
    for columns in 301..<301 + 3 * limit {
      _ = try daemon.attach(&clients[limit + 1], to: "talk", columns, 24)
    }
  }
}
