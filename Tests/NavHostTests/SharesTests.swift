import NavBase
import NavTestKit
import NavWire
import Testing

@testable import NavHost

@Suite("Shares at limits (proto/README.md: Limits)")
struct SharesTests {
  private func process(_ id: Int32) -> Principal { .process(user: 1, id: id) }

  private func peer(_ client: Client, _ id: Int32) -> Peer {
    Peer(envelope: [client.id.bytes, []], principal: process(id))
  }

  private func attach(
    _ client: inout Client,
    _ id: Int32,
    columns: Int = 80,
    to daemon: inout SteppedDaemon
  ) throws -> Reply.Body {
    let request = client.attach("talk", columns)
    daemon.send(request.encoded(), from: peer(client, id))
    return try #require(try daemon.turn().replies.first?.body)
  }

  private func attached(_ body: Reply.Body) throws -> Reply.Attached {
    try body.attached
  }

  @Test("who has the most gives way to those who have at least two less")
  func givingWay() {
    let (greedy, other) = (process(1), process(2))
    func holder(_ newcomer: Principal, _ holders: [Principal]) -> Principal? {
      Shares.holder(givingWayTo: newcomer, among: holders)
    }
    #expect(holder(other, []) == nil)
    #expect(holder(other, [greedy]) == nil)
    #expect(holder(other, [greedy, greedy]) == greedy)
    #expect(holder(other, [greedy, other, greedy]) == nil)
    #expect(holder(other, [greedy, other, greedy, greedy]) == greedy)
    #expect(holder(greedy, [greedy, greedy, greedy]) == nil)
    #expect(holder(process(3), [other, greedy, other, greedy]) == other)
  }

  @Test("what several hold is as safe as the one of them who holds the least")
  func sharedThings() {
    let (a, b, c) = (process(1), process(2), process(3))
    func index(_ newcomer: Principal, _ holders: [Set<Principal>]) -> Int? {
      Shares.index(givingWayTo: newcomer, among: holders)
    }
    #expect(index(c, []) == nil)
    #expect(index(c, [[a, b]]) == nil)
    // Who holds everything together has no more than its own part.
    #expect(index(c, [[a, b], [a, b], [a, b]]) == 2)
    #expect(index(a, [[a, b], [a, b], [a, b]]) == nil)
    // Somebody who holds one thing keeps it, whoever else does.
    #expect(index(c, [[a], [a], [a, b]]) == 1)
    #expect(index(c, [[a, b], [a, c], [a]]) == 2)
    #expect(index(c, [[a], [b], [a], [b]]) == 2)
  }

  @Test("waits: at the limit the newest one of the greedy ends")
  func waits() throws {
    var daemon = try SteppedDaemon("talk")
    let condition = Request.Wait.Condition.version(9)
    var greedy: [Client] = []
    for number in 0..<DaemonLimits.waits {
      var client = Client(seed: UInt64(number + 10))
      let wait = Request.Wait(session: .name("talk"), condition: condition, timeout: .seconds(9))
      daemon.send(client.read(.wait(wait)).encoded(), from: peer(client, 1))
      greedy.append(client)
    }
    #expect(try daemon.turn().replies.isEmpty)
    var (more, honest) = (Client(seed: 5), Client(seed: 6))
    let wait = Request.Wait(session: .name("talk"), condition: condition, timeout: .seconds(9))
    // One more of the same process is refused.
    daemon.send(more.read(.wait(wait)).encoded(), from: peer(more, 1))
    #expect(try daemon.turn().replies.map(\.body.code) == [.limitReached])
    // One of another process takes the place of the newest.
    daemon.send(honest.read(.wait(wait)).encoded(), from: peer(honest, 2))
    let events = try daemon.turn().events
    guard case .replied(let peer, let reply)? = events.last, events.count == 1 else {
      Issue.record("\(events)")
      return
    }
    #expect(reply.body.code == .limitReached)
    #expect(peer.envelope.first == greedy.last?.id.bytes)
  }

  @Test("viewers: at the limit the newest one of the greedy is removed")
  func viewers() throws {
    var daemon = try SteppedDaemon("talk")
    daemon.limits.viewers = 4
    for number in 0..<4 {
      var client = Client(seed: UInt64(number + 10))
      #expect(try attach(&client, 1, to: &daemon).code == nil)
    }
    var more = Client(seed: 20)
    #expect(try attach(&more, 1, to: &daemon).code == .limitReached)
    var honest = Client(seed: 21)
    #expect(try attach(&honest, 2, to: &daemon).code == nil)
    #expect(daemon.viewerCount == 4)
    // The first three and the honest one are left.
    var others = Client(seed: 22)
    #expect(try attach(&others, 2, to: &daemon).code == nil)
    var third = Client(seed: 23)
    #expect(try attach(&third, 2, to: &daemon).code == .limitReached)
  }

  @Test(
    "sizes: at the limit a stream of the greedy ends for another size, also if several share all of theirs",
    arguments: [[1], [1, 3]]
  )
  func sizes(greedy: [Int32]) throws {
    var daemon = try SteppedDaemon("talk")
    daemon.limits.streamsPerSession = 4
    for number in 0..<4 {
      for id in greedy {
        var client = Client(seed: UInt64(number * 10) + UInt64(id))
        #expect(try attach(&client, id, columns: 60 + number, to: &daemon).code == nil)
      }
    }
    var more = Client(seed: 100)
    #expect(try attach(&more, 1, columns: 70, to: &daemon).code == .limitReached)
    var honest = Client(seed: 101)
    #expect(try attach(&honest, 2, columns: 80, to: &daemon).code == nil)
    #expect(daemon.viewerCount == 3 * greedy.count + 1)
  }

  @Test("sizes: subscriptions without a viewer hold no stream against a viewer")
  func abandonedSizes() throws {
    var daemon = try SteppedDaemon("talk")
    daemon.limits.streamsPerSession = 3
    for number in 0..<3 {
      var client = Client(seed: UInt64(number + 10))
      let attached = try attached(attach(&client, 1, columns: 60 + number, to: &daemon))
      daemon.subscribe(to: attached.streamTopic)
      _ = try daemon.turn()
      daemon.send(client.read(.leave(viewer: attached.viewer)).encoded(), from: peer(client, 1))
      _ = try daemon.turn()
    }
    var honest = Client(seed: 20)
    _ = try attached(attach(&honest, 1, to: &daemon))
    #expect(daemon.viewerCount == 1)
  }

  @Test("nobody else leaves, lives or drags for a viewer")
  func owners() throws {
    var daemon = try SteppedDaemon("talk")
    var (owner, stranger) = (Client(seed: 1), Client(seed: 2))
    let id = try attached(attach(&owner, 1, to: &daemon)).viewer
    for body: Request.Body in [.leave(viewer: id), .alive(viewer: id)] {
      daemon.send(stranger.read(body).encoded(), from: peer(stranger, 2))
      #expect(try daemon.turn().replies.map(\.body.code) == [.unknownViewer])
      // Without a client id, the process counts.
      let anonymous = Request(id: 7, client: .none, seq: 0, body: body)
      daemon.send(anonymous.encoded(), from: peer(stranger, 2))
      #expect(try daemon.turn().replies.map(\.body.code) == [.unknownViewer])
    }
    #expect(daemon.viewerCount == 1)
    let leave = Request(id: 8, client: .none, seq: 0, body: .leave(viewer: id))
    daemon.send(leave.encoded(), from: peer(owner, 1))
    #expect(try daemon.turn().replies.map(\.body) == [.done])
    #expect(daemon.viewerCount == 0)
  }
}
