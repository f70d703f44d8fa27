import NavWire
import Testing

@testable import NavHost

@Suite("The rate of requests, changed while the daemon runs")
struct RequestRateReloadTests {
  @Test("a new rate applies at once, at it and one past it, and starts all counts anew")
  func rate() throws {
    var house = House()
    var client = Client(seed: 1)
    func answers(_ house: inout House, to count: Int) throws -> [Reply.Failure?] {
      for _ in 0..<count { house.send(client.read(.listSessions)) }
      return try house.turn().replies.map(\.body.failure)
    }
    #expect(try answers(&house, to: 900).allSatisfy { $0 == nil })
    house.limits.requestBurst = 3
    house.limits.requestsPerSecond = 10
    let few = try answers(&house, to: 4)
    #expect(few.map { $0?.code } == [nil, nil, nil, .slowDown])
    #expect(few.last??.wait == .milliseconds(100))
    #expect(few.last??.text.hasPrefix("more than 10 requests a second") == true)
    house.pass(.milliseconds(100))
    #expect(try answers(&house, to: 2).map { $0?.code } == [nil, .slowDown])
    // Other limits do not reset the count.
    house.limits.sessions = 1
    #expect(try answers(&house, to: 1).map { $0?.code } == [.slowDown])
    house.limits.requestBurst = 5
    #expect(try answers(&house, to: 6).map { $0?.code } == [nil, nil, nil, nil, nil, .slowDown])
  }

  @Test("a daemon starts with the configured rate")
  func start() throws {
    var limits = ConfigurableLimits()
    limits.requestBurst = 1
    var house = House()
    house.restart(limits: limits)
    var client = Client(seed: 1)
    for _ in 0..<2 { house.send(client.read(.listSessions)) }
    #expect(try house.turn().replies.map(\.body.code) == [nil, .slowDown])
  }
}
