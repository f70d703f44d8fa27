import NavTestKit
import NavWire
import Testing

@testable import NavHost

@Suite("How many lines of the log tell about one peer (deploy/README.md: Audit)")
struct AuditRateTests {
  private static func key(_ number: Int) throws -> PeerKey {
    let bytes = (0..<32).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    return try #require(PeerKey(bytes))
  }

  @Test("so many a minute of each kind and of each peer, then their number")
  func minute() throws {
    var rate = AuditRate()
    rate.time = .seconds(100)
    let (ada, bob) = (AuditRate.Source.user(1_000), AuditRate.Source.key(try Self.key(1)))
    for _ in 0..<AuditRate.perMinute { try demand(rate.admits(ada, .presence)) }
    #expect(rate.nextReport == nil)
    for _ in 0..<5 { try demand(!rate.admits(ada, .presence)) }
    // Other kinds and other peers are counted apart.
    try demand(rate.admits(ada, .change))
    try demand(rate.admits(bob, .presence))
    #expect(rate.nextReport == .seconds(160))
    rate.time = .milliseconds(159_999)
    let early = rate.end()
    #expect(early.isEmpty)
    try demand(!rate.admits(ada, .presence))
    rate.time = .seconds(160)
    let missing = rate.end()
    #expect(missing.count == 1 && missing.first?.source == ada && missing.first?.count == 6)
    let again = rate.end()
    #expect(again.isEmpty && rate.nextReport == nil)
    try demand(rate.admits(ada, .presence))
  }

  @Test(
    "a minute without anything left out ends without a line, and the next one begins with a line"
  )
  func quiet() throws {
    var rate = AuditRate()
    rate.time = .seconds(1)
    try demand(rate.admits(.strangers, .refusal))
    rate.time = .seconds(500)
    let missing = rate.end()
    #expect(missing.isEmpty)
    rate.time = .seconds(510)
    for _ in 0...AuditRate.perMinute { _ = rate.admits(.strangers, .refusal) }
    #expect(rate.nextReport == .seconds(570))
  }

  @Test(
    "a minute that nothing has ended does not count for the next one, and local users are never among others"
  )
  func nextMinute() throws {
    var rate = AuditRate()
    for _ in 0..<AuditRate.perMinute { _ = rate.admits(.user(nil), .change) }
    rate.time = .seconds(86_400)
    try demand(rate.admits(.user(nil), .change), "a line of the day before counts")
    for number in 0..<AuditRate.sources + 10 { _ = rate.admits(.address("\(number)"), .change) }
    for _ in 0...AuditRate.perMinute { _ = rate.admits(.others, .change) }
    try demand(!rate.admits(.address("new"), .change), "others have a limit together")
    try demand(rate.admits(.user(7), .change), "a local user is hidden by peers of a network")
  }

  @Test("peers without end are counted together, and lines about what was left out have a limit")
  func peers() throws {
    var rate = AuditRate()
    let peers = AuditRate.sources + 100
    var lines = 0
    for number in 0..<peers {
      let source = AuditRate.Source.address("192.0.2.\(number)")
      for _ in 0..<AuditRate.perMinute + 2 where rate.admits(source, .presence) { lines += 1 }
    }
    #expect(lines == (AuditRate.sources + 1) * AuditRate.perMinute)
    rate.time = .seconds(60)
    let missing = rate.end()
    #expect(missing.count == AuditRate.summaries)
    #expect(missing.last?.source == nil)
    let all = peers * (AuditRate.perMinute + 2)
    #expect(missing.reduce(0) { $0 + $1.count } == all - lines)
  }

  @Test("a minute that is over counts nothing any more, although nobody has ended it")
  func stale() throws {
    var rate = AuditRate()
    for _ in 0..<AuditRate.perMinute { try demand(rate.admits(.strangers, .refusal)) }
    rate.time = .seconds(60)
    try demand(rate.admits(.strangers, .refusal))
    #expect(rate.nextReport == nil)
    // With a line to write it waits for that.
    for _ in 0..<AuditRate.perMinute { _ = rate.admits(.strangers, .refusal) }
    #expect(rate.nextReport == .seconds(120))
    rate.time = .seconds(121)
    try demand(!rate.admits(.strangers, .refusal))
    let missing = rate.end()
    #expect(missing.first?.source == .strangers && missing.first?.count == 2)
  }
}
