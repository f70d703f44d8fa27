import NavBase
import NavDaemon
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavHost

@Suite("Exactly once (proto/README.md: Input, exactly once)")
struct ExactlyOnceTests {
  @Test("a request repeated with the same bytes gets the stored answer and has no second effect")
  func repetition() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    let topic = try daemon.join(&client, to: "talk").attached.streamTopic
    try daemon.turn(after: .seconds(1))
    let forward = client.command(.forward, in: .name("talk"))
    let refused = client.command(.goTo(99), in: .name("talk"))
    let first = try daemon.ask(forward)
    let second = try daemon.ask(refused)
    #expect(first == .accepted(version: 1))
    #expect(second.code == .rejected)
    for _ in 0..<3 {
      daemon.send(forward)
      daemon.send(refused)
      let turn = try daemon.turn()
      #expect(turn.replies.map(\.body) == [first, second])
      #expect(turn.messages(on: topic).isEmpty)
    }
    // The same if both arrive in one turn.
    let next = client.command(.forward, in: .name("talk"))
    daemon.send(next)
    daemon.send(next)
    let turn = try daemon.turn()
    #expect(turn.replies.map(\.body) == [.accepted(version: 2), .accepted(version: 2)])
    #expect(turn.updates.map(\.version) == [2])
  }

  @Test("the answer goes to the connection of the last request")
  func newConnection() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    let forward = client.command(.forward, in: .name("talk"))
    for envelope: [[UInt8]] in [[[1], []], [[2], []]] {
      daemon.send(forward.encoded(), from: Peer(envelope: envelope))
      guard case .replied(Peer(envelope: envelope), _)? = try daemon.turn().events.last else {
        Issue.record("no answer")
        return
      }
    }
  }

  @Test("different bytes under the same number are a client ID conflict")
  func conflict() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    let forward = client.command(.forward, in: .name("talk"))
    #expect(try daemon.ask(forward) == .accepted(version: 1))
    var other = forward
    other.id += 1
    #expect(try daemon.ask(other).code == .clientIDConflict)
    // The conflict consumed nothing: the original request and the next number still work.
    #expect(try daemon.ask(forward) == .accepted(version: 1))
    #expect(try daemon.ask(client.command(.back, in: .name("talk"))) == .accepted(version: 2))
  }

  @Test("a gap in the numbers is refused: the answer names the expected number")
  func holes() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    _ = try daemon.ask(client.command(.forward, in: .name("talk")))
    let second = client.command(.forward, in: .name("talk"))
    let third = client.command(.forward, in: .name("talk"))
    for request in [third, third] {
      let failure = try daemon.ask(request).failure
      #expect(failure?.code == .outOfOrder)
      #expect(failure?.expected == 2)
    }
    #expect(try daemon.ask(second) == .accepted(version: 2))
    #expect(try daemon.ask(third) == .accepted(version: 3))
    var far = third
    far.seq = .max
    #expect(try daemon.ask(far).failure?.expected == 4)
  }

  @Test("an unknown client must begin with number 1")
  func unknownClient() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    let first = client.command(.forward, in: .name("talk"))
    let second = client.command(.forward, in: .name("talk"))
    #expect(try daemon.ask(second).code == .unknownClient)
    #expect(try daemon.ask(second).code == .unknownClient)
    #expect(try daemon.ask(first) == .accepted(version: 1))
    #expect(try daemon.ask(second) == .accepted(version: 2))
  }

  @Test("64 answers are kept; the 65th oldest is dropped")
  func storedReplies() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    let requests = (1...70).map { _ in client.command(.forward, in: .name("talk")) }
    for request in requests { _ = try daemon.ask(request) }
    for (index, request) in requests.enumerated() {
      let answer = try daemon.ask(request)
      if index < 70 - DaemonLimits.storedReplies {
        #expect(
          answer.failure?.code == .outOfOrder && answer.failure?.expected == 71,
          "\(index + 1)"
        )
      } else {
        #expect(answer.acceptedVersion == UInt64(index + 1), "\(index + 1)")
      }
    }
  }

  @Test("a pending operation is not performed again, and is answered when it is done")
  func pending() throws {
    var daemon = SteppedDaemon()
    var client = Client(seed: 1)
    let new = client.operation(.newSession(name: "talk", .deck(path: "/talk.md")))
    daemon.send(new)
    let load = try #require(try daemon.turn().loads.first)
    daemon.send(new)
    #expect(try daemon.turn().events.isEmpty)
    // Other operations of the same client need not wait for it.
    #expect(try daemon.ask(client.command(.forward, in: .name("talk"))).code == .noSuchSession)
    daemon.finishLoading(load.ticket, .success(.deck(SteppedDaemon.pages)))
    #expect(try daemon.turn().replies.map(\.body) == [.done])
    #expect(try daemon.ask(new) == .done)
  }

  @Test("the answers of a killed session are kept")
  func answersOutliveSessions() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    let forward = client.command(.forward, in: .name("talk"))
    #expect(try daemon.ask(forward) == .accepted(version: 1))
    let kill = client.operation(.killSession(.name("talk")))
    #expect(try daemon.ask(kill) == .done)
    #expect(try daemon.ask(forward) == .accepted(version: 1))
    #expect(try daemon.ask(kill) == .done)
    #expect(try daemon.ask(client.operation(.killSession(.name("talk")))).code == .noSuchSession)
  }

  @Test("with loss, repetition and reordering, each operation has exactly one effect")
  func randomNetwork() throws {
    try forSeeds(0..<30) { generator in
      var daemon = SteppedDaemon(seed: generator.next())
      try daemon.open("talk")
      var client = Client(seed: generator.next())
      let requests = (0..<50).map { _ in
        client.command(generator.pick([.forward, .back, .goTo(99)]), in: .name("talk"))
      }
      var answers: [UInt64: Reply.Body] = [:]
      var unanswered = requests[...]
      while !unanswered.isEmpty {
        // Unanswered requests are sent again in order; some are lost or arrive twice.
        var arriving = Array(unanswered.prefix(32)).filter { _ in !generator.oneIn(4) }
        if generator.oneIn(3) { arriving += arriving.prefix(5) }
        for request in arriving { daemon.send(request) }
        for reply in try daemon.turn().replies where !generator.oneIn(4) {
          if reply.body.code == .outOfOrder || reply.body.code == .unknownClient { continue }
          if let known = answers[reply.seq] { try demand(known == reply.body, "two answers") }
          answers[reply.seq] = reply.body
        }
        unanswered = unanswered.drop { answers[$0.seq] != nil }
      }
      var version: UInt64 = 0
      for request in requests {
        guard case .accepted(let accepted, _)? = answers[request.seq] else {
          try demand(answers[request.seq]?.code == .rejected)
          continue
        }
        version += 1
        try demand(accepted == version, "operation \(request.seq) came to \(accepted)")
      }
    }
  }
}
