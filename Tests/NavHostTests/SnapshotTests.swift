import NavBase
import NavHost
import NavScene
import NavTestKit
import NavWire
import Testing

@Suite("Snapshots: a worker lays out large ones, and principals take turns")
struct SnapshotTests {
  private static let large = CellSize(columns: 1_000, rows: 500)

  private static func request(_ size: CellSize = large) -> Request.Body {
    .takeSnapshot(.name("talk"), size)
  }

  /// Asks for a large snapshot on behalf of a process.
  private static func send(_ client: inout Client, _ process: Int32, to daemon: inout SteppedDaemon)
  {
    let principal = Principal.process(user: 0, id: process)
    daemon.send(
      client.read(request()).encoded(),
      from: Peer(envelope: [client.id.bytes, []], principal: principal)
    )
  }

  @Test("a small one is answered in the same turn, a large one when the worker has laid it out")
  func sizes() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    daemon.send(client.read(Self.request(.standardTerminal)))
    let first = try daemon.turn()
    #expect(first.layouts.isEmpty && first.replies.count == 1)

    daemon.send(client.read(Self.request()))
    let second = try daemon.turn()
    #expect(second.replies.isEmpty)
    daemon.finishLayout(try #require(second.layouts.first))
    guard case .snapshot("talk", 0, let scene, _)? = try daemon.turn().replies.first?.body else {
      Issue.record("no snapshot")
      return
    }
    #expect(scene.viewport == Self.large)
  }

  @Test("one is laid out at a time; what others ask for is answered meanwhile")
  func oneAtATime() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    for _ in 0..<3 { daemon.send(client.read(Self.request())) }
    let turn = try daemon.turn()
    #expect(turn.layouts.count == 1)
    #expect(try daemon.ask(client.read(.listSessions)) != .done)
    var layout = turn.layouts.first
    for _ in 0..<3 {
      daemon.finishLayout(try #require(layout))
      let next = try daemon.turn()
      #expect(next.replies.count == 1)
      layout = next.layouts.first
    }
    #expect(layout == nil)
  }

  @Test("a request that is sent again is laid out once, and answered as it was sent last")
  func repetition() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    let requests = (0..<2).map { _ in client.read(Self.request()) }
    var layout: SnapshotQuery?
    // One is with the worker, and one waits.
    for envelope: UInt8 in 1...3 {
      for request in requests {
        daemon.send(request.encoded(), from: Peer(envelope: [[envelope], []]))
      }
      layout = try layout ?? daemon.turn().layouts.first
    }
    var peers: [Peer] = []
    while let query = layout {
      daemon.finishLayout(query)
      let turn = try daemon.turn()
      peers += turn.events.compactMap { if case .replied(let peer, _) = $0 { peer } else { nil } }
      layout = turn.layouts.first
    }
    #expect(peers == Array(repeating: Peer(envelope: [[3], []]), count: 2))
  }

  @Test("whoever asks for many waits behind those who ask for one")
  func turns() throws {
    var daemon = try SteppedDaemon("talk")
    var greedy = Client(seed: 1)
    var modest = Client(seed: 2)
    for _ in 0..<20 { Self.send(&greedy, 1, to: &daemon) }
    var layout = try daemon.turn().layouts.first
    Self.send(&modest, 2, to: &daemon)
    _ = try daemon.turn()
    for expected in [greedy.id, modest.id] {
      daemon.finishLayout(try #require(layout))
      let turn = try daemon.turn()
      #expect(turn.replies.map(\.client) == [expected])
      layout = turn.layouts.first
    }
  }

  @Test("at the limit the one who has the most gives one up; it gets retry")
  func limit() throws {
    var daemon = try SteppedDaemon("talk")
    var greedy = Client(seed: 1)
    var modest = Client(seed: 2)
    Self.send(&greedy, 1, to: &daemon)
    #expect(try daemon.turn().layouts.count == 1)
    for index in 0..<DaemonLimits.waitingSnapshots {
      // The rate of requests has a limit, too.
      if index.isMultiple(of: 500) { daemon.pass(.seconds(1)) }
      Self.send(&greedy, 1, to: &daemon)
    }
    #expect(try daemon.turn().replies.isEmpty)
    Self.send(&greedy, 1, to: &daemon)
    #expect(try daemon.turn().replies.map(\.body.code) == [.retry])
    Self.send(&modest, 2, to: &daemon)
    let turn = try daemon.turn()
    #expect(turn.replies.map(\.client) == [greedy.id])
    #expect(turn.replies.map(\.body.code) == [.retry])
  }

  @Test("a session that ends meanwhile: those that wait are told")
  func ended() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    for _ in 0..<2 { daemon.send(client.read(Self.request())) }
    let layout = try #require(daemon.turn().layouts.first)
    _ = try daemon.ask(client.operation(.killSession(.name("talk"))))
    daemon.finishLayout(layout)
    let bodies = try daemon.turn().replies.map(\.body)
    #expect(bodies.map(\.code) == [nil, .noSuchSession])
  }
}
