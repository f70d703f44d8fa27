import NavBase
import NavScene
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

  @Test("who has the most gives way to those who have at least two less")
  func givingWay() {
    let (greedy, other) = (process(1), process(2))
    func holder(_ newcomer: Principal, _ holders: [Principal]) -> Principal? {
      Shares.newest(givingWayTo: newcomer, among: holders).map { holders[$0] }
    }
    #expect(holder(other, []) == nil)
    #expect(holder(other, [greedy]) == nil)
    #expect(holder(other, [greedy, greedy]) == greedy)
    #expect(holder(other, [greedy, other, greedy]) == nil)
    #expect(holder(other, [greedy, other, greedy, greedy]) == greedy)
    #expect(holder(greedy, [greedy, greedy, greedy]) == nil)
    #expect(holder(process(3), [other, greedy, other, greedy]) == other)
    #expect(Shares.newest(givingWayTo: other, among: [greedy, other, greedy, greedy]) == 3)
    // Those that are not known count as one.
    #expect(Shares.newest(givingWayTo: other, among: [nil, greedy, nil]) == 2)
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
      let attached = try attach(&client, 1, columns: 60 + number, to: &daemon).attached
      daemon.subscribe(to: attached.streamTopic)
      _ = try daemon.turn()
      daemon.send(client.read(.leave(viewer: attached.viewer)).encoded(), from: peer(client, 1))
      _ = try daemon.turn()
    }
    var honest = Client(seed: 20)
    _ = try attach(&honest, 1, to: &daemon).attached
    #expect(daemon.viewerCount == 1)
  }

  /// The principal of whoever has many clients with one key.
  private let greedy = Principal.key(.repeating(5))

  @Test("questions: one key has one rate, and at the limit its newest one goes")
  func questions() {
    var talk = Talk()
    let limit = TalkState.maximumQuestions
    func ask(_ number: Int, of principal: Principal, at time: Int) -> Reply.Failure.Code? {
      let participant = Participant(.viewer(Client(seed: UInt64(number)).id), name: .unnamed)
      return talk.ask("why?", by: participant, of: principal, at: .seconds(time))?.code
    }
    for number in 1...limit {
      #expect(ask(number, of: greedy, at: number * 10) == nil)
      #expect(ask(number + limit, of: greedy, at: number * 10) == .limitReached)
    }
    let now = limit * 10 + 10
    #expect(ask(1, of: greedy, at: now) == .limitReached)
    #expect(ask(1, of: process(1), at: now) == nil)
    #expect(ask(2, of: process(1), at: now) == nil)
    #expect(talk.state.questions.map(\.number) == Array(1...limit - 2) + [limit + 1, limit + 2])
    // Who asked before a restart is not known.
    talk = Talk(restoring: talk.state, at: RequestLedger.Moment(time: .zero, unixTime: 0))
    #expect(ask(3, of: process(2), at: now) == nil)
    #expect(talk.state.questions.count == limit)
  }

  @Test("requests for control: at the limit the newest one of the greedy goes")
  func control() throws {
    var room = try ViewsRoom("ada")
    room.daemon.authorize([PeerKey.repeating(5): AuthorizedKeys.Grant(role: .driver)])
    func ask(_ name: String, of principal: Principal) throws -> Reply.Failure.Code? {
      room.principals[name] = principal
      try room.attach(name)
      let viewer = try #require(room.attached[name]).viewer
      let request = Request.Control(session: .name("talk"), viewer: viewer, .request)
      return try room.operate(.control(request), by: name).code
    }
    let policy = Request.Control(session: .name("talk"), .policy(.request))
    #expect(try room.operate(.control(policy), by: "ada").isAccepted)
    let names = (0..<ControlState.maximumRequests).map { "eve\($0)" }
    for name in names { #expect(try ask(name, of: greedy) == nil) }
    #expect(try ask("eve", of: greedy) == .limitReached)
    #expect(try ask("bob", of: process(2)) == nil)
    let status = try room.read(.getStatus(.name("talk")), by: "ada").status
    #expect(status.control.requests == names.dropLast() + ["bob"])
  }

  @Test("pointers: at the limit the newest one of the greedy ends")
  func pointers() {
    var pointers = Pointers()
    let place = PointedPlace(
      page: ContainerID(rawValue: 1),
      place: .entry(0, key: [], bytes: 0..<1)
    )
    func show(_ viewer: UInt64, of principal: Principal) -> Bool {
      let client = Client(seed: viewer).id
      let owner = ViewerOwner(client: client, principal: principal, name: .unnamed)
      return pointers.show(place, of: viewer, by: owner, at: .zero)
    }
    for viewer in 1...UInt64(Pointing.limit) { #expect(show(viewer, of: greedy)) }
    #expect(!show(90, of: greedy))
    #expect(show(91, of: process(1)) && show(92, of: process(1)))
    #expect(pointers.viewers == Set(1...UInt64(Pointing.limit) - 2).union([91, 92]))
    let slots = pointers.pointing?.pointers.map(\.slot) ?? []
    #expect(Set(slots).count == Pointing.limit)
  }

  @Test("sessions: at the limit the newest one of the greedy ends, and never one of the local user")
  func sessions() throws {
    var daemon = try SteppedDaemon("talk")
    daemon.limits.sessions = 4
    let grants = (UInt8(5)...7).map { (PeerKey.repeating($0), AuthorizedKeys.Grant(role: .owner)) }
    daemon.authorize(Dictionary(uniqueKeysWithValues: grants))
    func begin(_ name: String, of principal: Principal) throws -> Reply.Failure.Code? {
      var client = Client(seed: name.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) })
      let request = client.operation(.newSession(name: name, .tour(command: "")))
      daemon.send(
        request.encoded(),
        from: Peer(envelope: [client.id.bytes, []], principal: principal)
      )
      let turn = try daemon.turn()
      guard let load = turn.loads.first else { return turn.replies.first?.body.code }
      daemon.finishLoading(load.ticket, .success(.deck(SteppedDaemon.pages)))
      return try daemon.turn().replies.first?.body.code
    }
    func names() throws -> [String] {
      var client = Client(seed: 1)
      return try daemon.ask(client.read(.listSessions)).sessions.map(\.name).sorted()
    }
    for name in ["a", "b", "c"] { #expect(try begin(name, of: greedy) == nil) }
    #expect(try begin("d", of: greedy) == .limitReached)
    #expect(try begin("mine", of: process(1)) == nil)
    #expect(try names() == ["a", "b", "mine", "talk"])
    // The local user has as many by now, over all processes.
    #expect(try begin("more", of: process(2)) == .limitReached)
    #expect(try begin("e", of: .key(.repeating(6))) == nil)
    #expect(try names() == ["a", "e", "mine", "talk"])
    #expect(try begin("f", of: .key(.repeating(7))) == .limitReached)
    #expect(try names() == ["a", "e", "mine", "talk"])
  }

  @Test("nobody else leaves, lives or drags for a viewer")
  func owners() throws {
    var daemon = try SteppedDaemon("talk")
    var (owner, stranger) = (Client(seed: 1), Client(seed: 2))
    let id = try attach(&owner, 1, to: &daemon).attached.viewer
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
    // One that is not there is answered as one of another client.
    daemon.send(leave.encoded(), from: peer(owner, 1))
    #expect(try daemon.turn().replies.map(\.body.code) == [.unknownViewer])
  }
}
