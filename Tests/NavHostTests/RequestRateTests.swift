import NavBase
import NavTestKit
import NavWire
import Testing
import ZeroMQ

@testable import NavDaemon
@testable import NavHost

@Suite("Requests of one client (proto/README.md: Limits)")
struct RequestRateTests {
  private static let interval = Duration.seconds(1) / DaemonLimits.requestsPerSecond

  @Test("1,000 requests at once are admitted, one more is refused until its wait is over")
  func burst() throws {
    var rate = RequestRate()
    let now = Duration.seconds(50)
    for _ in 0..<DaemonLimits.requestBurst { try demand(rate.admit([1], at: now) == nil) }
    try demand(rate.admit([1], at: now) == Self.interval)
    // Refused requests do not count.
    for _ in 0..<5 { try demand(rate.admit([1], at: now) == Self.interval) }
    try demand(rate.admit([2], at: now) == nil)
    let next = now + Self.interval
    try demand(rate.admit([1], at: next) == nil)
    try demand(rate.admit([1], at: next) == Self.interval)
    let later = now + .seconds(2) + Self.interval
    for _ in 0..<DaemonLimits.requestBurst { try demand(rate.admit([1], at: later) == nil) }
    try demand(rate.admit([1], at: later) != nil)
  }

  @Test("500 requests a second are admitted permanently, 501 are not")
  func sustained() {
    for (perSecond, isAdmitted) in [(500, true), (501, false)] {
      var rate = RequestRate()
      let refused = (0..<perSecond * 1_200).contains { number in
        rate.admit([1], at: .nanoseconds(Int64(number) * 1_000_000_000 / Int64(perSecond))) != nil
      }
      #expect(refused != isAdmitted, "\(perSecond)")
    }
  }

  @Test("dropping old entries does not change any result")
  func forgetting() throws {
    try forSeeds(0..<20) { generator in
      var rate = RequestRate()
      var twin: [[UInt8]: Duration] = [:]
      var now = Duration.seconds(generator.int(in: 0...10))
      for _ in 0..<20_000 {
        if generator.oneIn(8) { now += .microseconds(generator.int(in: 0...8_000)) }
        if generator.oneIn(4_000) { now += .milliseconds(generator.int(in: 0...6_000)) }
        let connection = [UInt8(generator.oneIn(3) ? generator.int(in: 1...5) : 0)]
        let moment = max(now, twin[connection] ?? now)
        let wait = moment - now - Self.interval * (DaemonLimits.requestBurst - 1)
        if wait <= .zero { twin[connection] = moment + Self.interval }
        try demand(rate.admit(connection, at: now) == (wait > .zero ? wait : nil))
      }
    }
  }

  @Test("of 100,000 connections at once at most 20,000 are kept")
  func connections() throws {
    var rate = RequestRate()
    for number in 0..<100_000 {
      try demand(rate.admit(withUnsafeBytes(of: number) { Array($0) }, at: .zero) == nil)
    }
    #expect(rate.count <= 2 * DaemonLimits.countedConnections)
  }

  @Test("slow_down consumes no number and changes nothing; requests without a number get no answer")
  func slowDown() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    let attached = try daemon.attach(&client, to: "talk")
    for _ in 1..<DaemonLimits.requestBurst { daemon.send(client.read(.listSessions)) }
    var replies = try daemon.turn().replies
    #expect(replies.count == DaemonLimits.requestBurst - 1)
    #expect(!replies.contains { $0.body.code != nil })
    let command = client.command(.forward, in: .name("talk"))
    daemon.send(command)
    daemon.send(client.read(.alive(viewer: attached.viewer)))
    daemon.send(client.read(.alive(viewer: 1)))
    daemon.send([1, 2, 3], from: Peer(envelope: [client.id.bytes, []]))
    let turn = try daemon.turn()
    replies = turn.replies
    #expect(replies.count == 1 && turn.updates.isEmpty)
    let failure = try #require(replies.first?.body.failure)
    #expect(failure.code == .slowDown && failure.wait == .milliseconds(2))
    #expect(replies.first?.seq == command.seq && replies.first?.isDurable == false)
    // Other clients are not affected.
    var other = Client(seed: 2)
    #expect(try daemon.ask(other.read(.getStatus(.name("talk")))).failure == nil)
    daemon.pass(failure.wait)
    #expect(try daemon.ask(command) == .accepted(version: 1))
  }

  @Test("while one connection floods the socket, requests of another one are read in turn")
  func fairness() throws {
    let endpoints = Endpoints(directory: try makeTemporaryDirectory("fair"))
    let refused = try RefusedConnections(DescriptorBudget(limit: 20_000), endpoints, nil)
    let sockets = try DaemonSockets(endpoints, refused: refused, at: .zero)
    let context = try Context()
    let flooder = try Socket(.dealer, in: context, options: [.routingID([1])])
    let honest = try Socket(.dealer, in: context, options: [.routingID([2])])
    try flooder.connect(.ipc(path: endpoints.inputPath))
    try honest.connect(.ipc(path: endpoints.inputPath))
    // As many as the queues of both sides hold.
    var flood = 0
    while try flooder.send([[], [0]]) { flood += 1 }
    let wanted = 200
    for _ in 0..<wanted {
      try eventually("sent") { try honest.send([[], [0]]) }
    }
    var gaps: [Int] = []
    var gap = 0
    try eventually("all are in") {
      for _ in 0..<DaemonLimits.requestsPerTurn {
        guard let frames = try sockets.input.receive() else { break }
        gap += 1
        if frames[0] == [2] {
          gaps.append(gap)
          gap = 0
        }
      }
      while try flooder.send([[], [0]]) { flood += 1 }
      return gaps.count == wanted
    }
    // Every second request is the honest client's: a turn reads 128 of them.
    #expect(gaps.sorted()[wanted / 2] <= 2, "\(gaps)")
    #expect(flood > wanted)
  }
}

@Suite("The rate of requests, changed while the daemon runs")
struct RequestRateReloadTests {
  @Test("a new rate applies at once, at it and one past it, and starts all counts anew")
  func rate() throws {
    var daemon = SteppedDaemon()
    var client = Client(seed: 1)
    func answers(_ daemon: inout SteppedDaemon, to count: Int) throws -> [Reply.Failure?] {
      for _ in 0..<count { daemon.send(client.read(.listSessions)) }
      return try daemon.turn().replies.map(\.body.failure)
    }
    #expect(try answers(&daemon, to: 900).allSatisfy { $0 == nil })
    daemon.limits.requestBurst = 3
    daemon.limits.requestsPerSecond = 10
    let few = try answers(&daemon, to: 4)
    #expect(few.map { $0?.code } == [nil, nil, nil, .slowDown])
    #expect(few.last??.wait == .milliseconds(100))
    #expect(few.last??.text.hasPrefix("more than 10 requests a second") == true)
    daemon.pass(.milliseconds(100))
    #expect(try answers(&daemon, to: 2).map { $0?.code } == [nil, .slowDown])
    // Other limits do not reset the count.
    daemon.limits.sessions = 1
    #expect(try answers(&daemon, to: 1).map { $0?.code } == [.slowDown])
    daemon.limits.requestBurst = 5
    #expect(try answers(&daemon, to: 6).map { $0?.code } == [nil, nil, nil, nil, nil, .slowDown])
  }

  @Test("a daemon starts with the configured rate")
  func start() throws {
    var limits = ConfigurableLimits()
    limits.requestBurst = 1
    var daemon = SteppedDaemon()
    daemon.restart(limits: limits)
    var client = Client(seed: 1)
    for _ in 0..<2 { daemon.send(client.read(.listSessions)) }
    #expect(try daemon.turn().replies.map(\.body.code) == [nil, .slowDown])
  }
}
