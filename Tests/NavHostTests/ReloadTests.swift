import NavBase
import NavDaemon
import NavSystem
import NavTestKit
import NavWire
import Testing

@testable import NavHost

@Suite("Limits and durability that change while the daemon runs, at and one past the limit")
struct ReloadTests {
  private let deck = ContentSpec.deck(path: "/more.md")

  @Test("sessions: below the present number no session ends; raised again, new ones are possible")
  func sessions() throws {
    var daemon = SteppedDaemon()
    for name in ["a", "b", "c"] { try daemon.open(name) }
    var client = Client(seed: 1)
    daemon.limits.sessions = 2
    let refused = try daemon.ask(client.operation(.newSession(name: "d", deck)))
    #expect(refused.code == .limitReached)
    #expect(refused.failure?.text.contains("the limit is 2;") == true, "\(refused)")
    #expect(daemon.sessionCount == 3)
    // One fewer session reaches the limit, two fewer leave one free.
    #expect(try daemon.ask(client.operation(.killSession(.name("a")))) == .done)
    #expect(try daemon.ask(client.operation(.newSession(name: "d", deck))).code == .limitReached)
    #expect(try daemon.ask(client.operation(.killSession(.name("b")))) == .done)
    try daemon.open("d")
    #expect(try daemon.ask(client.operation(.newSession(name: "e", deck))).code == .limitReached)
    daemon.limits.sessions = 3
    try daemon.open("e")
    #expect(try daemon.ask(client.operation(.newSession(name: "f", deck))).code == .limitReached)
    #expect(try daemon.ask(client.attach("f", content: deck)).code == .limitReached)
    // A session that is being read counts.
    daemon.limits.sessions = 4
    daemon.send(client.operation(.newSession(name: "f", deck)))
    #expect(try daemon.turn().loads.count == 1)
    #expect(try daemon.ask(client.operation(.newSession(name: "g", deck))).code == .limitReached)
  }

  @Test("viewers: present viewers stay and may attach again")
  func viewers() throws {
    var daemon = try SteppedDaemon("talk")
    var clients = (1...4).map { Client(seed: $0) }
    for index in 0..<3 { _ = try daemon.attach(&clients[index], to: "talk") }
    daemon.limits.viewers = 2
    let refused = try daemon.ask(clients[3].attach("talk"))
    #expect(refused.code == .limitReached)
    #expect(refused.failure?.text.contains("the limit is 2") == true, "\(refused)")
    _ = try daemon.attach(&clients[0], to: "talk")
    daemon.limits.viewers = 3
    #expect(try daemon.ask(clients[3].attach("talk")).code == .limitReached)
    daemon.limits.viewers = 4
    _ = try daemon.attach(&clients[3], to: "talk")
    // Also to another session; one that leaves makes room.
    try daemon.open("other")
    let viewer = try daemon.attach(&clients[0], to: "other").viewer
    var more = Client(seed: 5)
    #expect(try daemon.ask(more.attach("talk")).code == .limitReached)
    #expect(try daemon.ask(clients[0].read(.leave(viewer: viewer))) == .done)
    _ = try daemon.attach(&more, to: "talk")
  }

  @Test("sizes per session and in total")
  func streams() throws {
    var daemon = SteppedDaemon()
    for name in ["a", "b"] { try daemon.open(name) }
    var clients = (1...4).map { Client(seed: $0) }
    daemon.limits.streamsPerSession = 1
    _ = try daemon.attach(&clients[0], to: "a", 80, 24)
    #expect(try daemon.ask(clients[1].attach("a", 81, 24)).code == .limitReached)
    // The same size needs no new stream.
    _ = try daemon.attach(&clients[1], to: "a", 80, 24)
    daemon.limits.streamsPerSession = 2
    _ = try daemon.attach(&clients[2], to: "a", 81, 24)
    daemon.limits.streams = 2
    #expect(try daemon.ask(clients[3].attach("b", 80, 24)).code == .limitReached)
    daemon.limits.streams = 3
    _ = try daemon.attach(&clients[3], to: "b", 80, 24)
  }

  @Test("a daemon restores more sessions than its present limit")
  func restart() throws {
    var daemon = SteppedDaemon()
    for name in ["a", "b"] { try daemon.open(name) }
    var limits = ConfigurableLimits()
    limits.sessions = 1
    daemon.restart(limits: limits)
    #expect(try daemon.finishRestoring().count == 2)
    #expect(daemon.sessionCount == 2)
    var client = Client(seed: 1)
    #expect(try daemon.ask(client.operation(.newSession(name: "c", deck))).code == .limitReached)
  }

  @Test("durability: operations after the change wait for the disk, or no longer do")
  func durability() throws {
    var daemon = SteppedDaemon()
    var client = Client(seed: 1)
    try daemon.open("talk")
    func forward(_ daemon: inout SteppedDaemon) throws -> SteppedDaemon.Turn {
      daemon.send(client.command(.forward, in: .name("talk")))
      return try daemon.turn()
    }
    #expect(try forward(&daemon).syncs.isEmpty)
    daemon.durability = .power
    let waiting = try forward(&daemon)
    #expect(waiting.replies.isEmpty)
    let ticket = try #require(waiting.syncs.first)
    daemon.durability = .process
    let turn = try forward(&daemon)
    #expect(turn.replies.map(\.body) == [.accepted(version: 3)])
    #expect(turn.syncs.isEmpty)
    // Operations that already wait for the disk still do.
    daemon.finishSync(ticket)
    #expect(try daemon.turn().replies.map(\.body) == [.accepted(version: 2)])
  }

  @Test("clients: when the limit falls, those that were silent longest are dropped")
  func clients() throws {
    var ledger = RequestLedger(hash: Blake2b())
    func client(_ number: UInt8) throws -> ClientID {
      try #require(ClientID([UInt8](repeating: number, count: 16)))
    }
    func perform(_ number: UInt8, _ seq: UInt64, at seconds: Int) throws -> Bool {
      let id = try client(number)
      let now = RequestLedger.Moment(time: .seconds(seconds), unixTime: 0)
      defer { ledger.recordReply(id, seq: seq, reply: [7]) }
      return ledger.judge(id, of: .localUser, seq: seq, bytes: [1], at: now) == .perform
    }
    for number: UInt8 in 0..<10 { #expect(try perform(number, 1, at: Int(number))) }
    #expect(try perform(2, 2, at: 20))
    ledger.limit = 4
    // A known client does not replace another one.
    #expect(try perform(0, 2, at: 21))
    #expect(ledger.count == 10)
    #expect(try perform(10, 1, at: 22))
    #expect(ledger.count == 4)
    #expect(Set(ledger.takeForgotten()) == Set(try [1, 3, 4, 5, 6, 7, 8].map { try client($0) }))
    for number: UInt8 in [0, 2] { #expect(try perform(number, 3, at: 23)) }
    #expect(try perform(9, 2, at: 24))
    ledger.limit = 5
    #expect(try perform(11, 1, at: 25))
    #expect(ledger.count == 5)
    #expect(try perform(12, 1, at: 26))
    #expect(ledger.count == 5)
    #expect(ledger.takeForgotten() == [try client(10)])
  }

  @Test("the core passes its limit of clients to the ledger, at its start and later")
  func ledger() throws {
    var limits = ConfigurableLimits()
    limits.clients = 3
    var daemon = SteppedDaemon()
    daemon.restart(limits: limits)
    _ = try daemon.turn()
    #expect(try known(&daemon, after: 2))
    #expect(try known(&daemon, after: 3) == false)
    daemon.limits.clients = 4
    #expect(try known(&daemon, after: 3))
    #expect(try known(&daemon, after: 4) == false)
  }

  /// Returns whether a client is still known after requests of so many others.
  private func known(_ daemon: inout SteppedDaemon, after others: Int) throws -> Bool {
    let salt = UInt64(daemon.limits.clients * 100 + others) * 1_000
    func refused(_ client: inout Client) -> Request {
      client.operation(.killSession(.name("nothing")))
    }
    // All earlier clients have been silent for longer.
    daemon.pass(.milliseconds(1))
    var first = Client(seed: salt)
    #expect(try daemon.ask(refused(&first)).code == .noSuchSession)
    for number in 1...others {
      daemon.pass(.milliseconds(1))
      var other = Client(seed: salt + UInt64(number))
      #expect(try daemon.ask(refused(&other)).code == .noSuchSession)
    }
    let answer = try daemon.ask(refused(&first))
    return answer.code == .noSuchSession
  }
}
