import NavBase
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavDaemon
@testable import NavHost

@Suite("How the gate judges requests (proto/README.md: Limits; Input, exactly once)")
struct RequestGateTests {
  /// Returns a time after the start.
  private func moment(_ time: Duration = .zero) -> RequestLedger.Moment {
    RequestLedger.Moment(time: .seconds(100) + time, unixTime: 1_790_000_000_000)
  }

  private let peer = Peer(envelope: [[1], []])

  /// An action without what it carries.
  private enum Verdict: Hashable {
    case dispatch
    case refuse(Reply.Failure.Code)
    case forbid(Reply.Failure.Code)
    case resend([UInt8])
    case resendPending
    case drop
  }

  private static func verdict(_ action: RequestGate.Action) -> Verdict {
    switch action {
    case .dispatch: .dispatch
    case .answerOnce(_, let failure): .refuse(failure.code)
    case .answerAndKeep(_, let failure): .forbid(failure.code)
    case .resend(let bytes, _): .resend(bytes)
    case .resendPending: .resendPending
    case .drop: .drop
    }
  }

  /// A gate that admits one request of each connection, and the next one after a second.
  private static func slowGate() -> RequestGate {
    var limits = ConfigurableLimits()
    limits.requestsPerSecond = 1
    limits.requestBurst = 1
    return RequestGate(hash: Blake2b(), limits: limits)
  }

  private static func gate() -> RequestGate {
    RequestGate(hash: Blake2b(), limits: ConfigurableLimits())
  }

  private func judge(_ request: Request, _ gate: inout RequestGate) -> Verdict {
    Self.verdict(gate.admit(request.encoded(), from: peer, at: moment()))
  }

  @Test("reads and operations are dispatched, with their sender and on behalf of the local user")
  func dispatch() throws {
    var gate = Self.gate()
    var client = Client(seed: 1)
    for request in [
      client.read(.listSessions), client.read(.leave(viewer: 3)),
      client.operation(.killSession(.name("talk"))), client.command(.forward, in: .name("talk")),
    ] {
      let action = gate.admit(request.encoded(), from: peer, at: moment())
      guard case .dispatch(let pending) = action else {
        Issue.record("\(action)")
        continue
      }
      #expect(pending.request == request && pending.peer == peer)
      #expect(pending.principal == .localUser)
    }
  }

  @Test(
    "of a connection that has ended, operations and leaves are carried out; the others are counted"
  )
  func endedConnection() {
    var gate = Self.gate()
    var client = Client(seed: 1)
    let other = Peer(envelope: [[2], []])
    let requests: [(Request, Peer)] = [
      (client.read(.listSessions), peer), (client.read(.leave(viewer: 3)), peer),
      (client.operation(.killSession(.name("talk"))), peer), (client.read(.metrics), peer),
      (client.read(.alive(viewer: 3)), peer), (client.read(.listSessions), other),
    ]
    for (request, peer) in requests {
      let action = gate.admit(request.encoded(), from: peer, at: moment())
      guard case .dispatch(let pending) = action else {
        Issue.record("\(action)")
        continue
      }
      gate.queue.enqueue(pending, of: pending.principal, estimate: .zero)
    }
    gate.drop(requestsOf: peer)
    #expect(gate.counts.dropped == 3)
    var left: [Request.Kind] = []
    while let pending = gate.queue.next() { left.append(pending.request.body.kind) }
    #expect(left == [.leave, .killSession, .listSessions])
  }

  @Test("bytes that are no request are refused; the reply names no client")
  func malformed() {
    var gate = Self.gate()
    for bytes in [[0xFF], [UInt8](repeating: 0x80, count: 20)] {
      let action = gate.admit(bytes, from: peer, at: moment())
      guard case .answerOnce(let pending, let failure) = action else {
        Issue.record("\(action)")
        continue
      }
      #expect(failure.code == .malformed && failure.text.hasPrefix("the request could not be read"))
      #expect(pending.peer == peer && pending.request.client == .none && pending.request.id == 0)
    }
  }

  @Test("a request of which only its body can't be read is named in the refusal")
  func malformedBody() throws {
    var gate = Self.gate()
    var client = Client(seed: 1)
    var request = client.command(.forward, in: .name("talk"))
    // An operation needs a number above 0.
    request.seq = 0
    let action = gate.admit(request.encoded(), from: peer, at: moment())
    guard case .answerOnce(let pending, let failure) = action else {
      Issue.record("\(action)")
      return
    }
    #expect(failure.code == .malformed)
    #expect(pending.request.id == request.id && pending.request.client == request.client)
    // It has consumed no number.
    request.seq = 1
    #expect(judge(request, &gate) == .dispatch)
  }

  @Test("an impossible value is rejected; an operation consumes its number, and is repeated alike")
  func impossible() throws {
    var gate = Self.gate()
    var client = Client(seed: 1)
    let size = CellSize(columns: 0, rows: 24)
    let operation = client.operation(
      .input(
        Request.Input(
          session: .name("talk"),
          viewport: size,
          action: .command(.forward),
          epoch: nil
        )
      )
    )
    let read = client.read(.takeSnapshot(.name("talk"), size))
    for request in [operation, read] {
      guard
        case .answerAndKeep(let pending, let failure) = gate.admit(
          request.encoded(),
          from: peer,
          at: moment()
        )
      else {
        Issue.record("not rejected: \(request)")
        continue
      }
      #expect(failure.code == .rejected && failure.text.contains("a viewport of 0x24"))
      #expect(pending.request.id == request.id && pending.request.seq == request.seq)
    }
    #expect(judge(operation, &gate) == .resendPending)
    #expect(judge(client.command(.forward, in: .name("talk")), &gate) == .dispatch)
  }

  @Test("above the rate, a request is refused with the time to wait; what has no reply is dropped")
  func rate() throws {
    var client = Client(seed: 1)
    let pan = Request.PanMove(
      session: .name("talk"),
      viewer: 1,
      Pan(gesture: 1, container: ContainerID(rawValue: 1), axis: .horizontal, translation: 1)
    )
    for (request, verdict) in [
      (client.read(.listSessions), Verdict.refuse(.slowDown)),
      (client.command(.forward, in: .name("talk")), .refuse(.slowDown)),
      (client.read(.pan(pan)), .drop), (client.read(.alive(viewer: 1, Request.Health())), .drop),
    ] {
      var gate = Self.slowGate()
      #expect(judge(client.read(.listSessions), &gate) == .dispatch)
      let action = gate.admit(request.encoded(), from: peer, at: moment(.milliseconds(400)))
      #expect(Self.verdict(action) == verdict, "\(request)")
      if case .answerOnce(let pending, let failure) = action {
        #expect(failure.wait == .milliseconds(600) && pending.request == request)
      }
      // Another connection has a rate of its own, and this one is admitted after its wait.
      let other = gate.admit(
        client.read(.listSessions).encoded(),
        from: Peer(envelope: [[2], []]),
        at: moment()
      )
      #expect(Self.verdict(other) == .dispatch)
      let later = gate.admit(
        client.read(.listSessions).encoded(),
        from: peer,
        at: moment(.seconds(1))
      )
      #expect(Self.verdict(later) == .dispatch)
    }
    // Bytes that can't be read have no sender to wait for a reply.
    var gate = Self.slowGate()
    #expect(judge(client.read(.listSessions), &gate) == .dispatch)
    #expect(Self.verdict(gate.admit([0xFF], from: peer, at: moment())) == .drop)
  }

  @Test("a key without rights takes no place among the clients that are remembered")
  func strangers() {
    var gate = Self.gate()
    var client = Client(seed: 1)
    let request = client.command(.forward, in: .name("talk")).encoded()
    let eve = Peer(envelope: [[1], []], principal: .key(.repeating(5)))
    let verdict = Self.verdict(gate.admit(request, from: eve, at: moment()))
    #expect(verdict == .refuse(.notPermitted) && gate.ledger.count == 0)
    gate.credentials.keys = AuthorizedKeys([PeerKey.repeating(5): .init(role: .driver)])
    let known = Self.verdict(gate.admit(request, from: eve, at: moment()))
    #expect(known == .dispatch && gate.ledger.count == 1)
  }
}
