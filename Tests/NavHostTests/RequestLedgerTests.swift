import NavBase
import NavDaemon
import NavTestKit
import NavWire
import Testing

@testable import NavHost

/// A ledger with the records that a store would have.
private struct StoredLedger {
  var ledger = RequestLedger(hash: Blake2b())
  var now = RequestLedger.Moment(time: .seconds(100), unixTime: 1_790_000_000_000)
  private var replies: [[UInt8]: [UInt64: ReplyRecord]] = [:]
  private var past: [Int64: LedgerRecord] = [:]

  init(limit: Int = DaemonLimits.clients) {
    ledger.limit = limit
  }

  mutating func pass(_ time: Duration) {
    now.time += time
    now.unixTime += Int64(time / .milliseconds(1))
  }

  mutating func judge(
    _ client: ClientID,
    _ seq: UInt64 = 1,
    of principal: Principal = .localUser,
    bytes: [UInt8] = [1]
  ) -> RequestLedger.Verdict {
    ledger.judge(client, of: principal, seq: seq, bytes: bytes, at: now)
  }

  /// Records the reply of an operation, and stores everything that has changed.
  mutating func answer(_ client: ClientID, _ seq: UInt64, _ reply: [UInt8]) {
    ledger.recordReply(client, seq: seq, reply: reply)
    for client in ledger.takeForgotten() { replies[client.bytes] = nil }
    if let digest = ledger.digest(client, seq: seq) {
      replies[client.bytes, default: [:]][seq] = ReplyRecord(
        client: client.bytes,
        seq: seq,
        digest: digest,
        reply: reply,
        usedAt: now.unixTime
      )
    }
    for record in ledger.takeChangesOfPast() {
      past[record.key] = record.bytes.isEmpty ? nil : record
    }
  }

  /// Starts anew with what was stored.
  mutating func restart() {
    let limit = ledger.limit
    ledger = RequestLedger(hash: Blake2b())
    ledger.limit = limit
    let records = replies.values.flatMap(\.values).sorted {
      ($0.client.lexicographicallyPrecedes($1.client) ? 0 : 1, $0.seq)
        < ($1.client.lexicographicallyPrecedes($0.client) ? 0 : 1, $1.seq)
    }
    ledger.restore(records, past: past.values.sorted { $0.key < $1.key }, at: now.time)
  }
}

@Suite("The ledger of requests (proto/README.md: Input, exactly once)")
struct RequestLedgerTests {
  private func code(_ verdict: RequestLedger.Verdict) -> Reply.Failure.Code? {
    if case .refused(let failure) = verdict { failure.code } else { nil }
  }

  private func clients(_ count: Int, dated: Bool, _ stored: StoredLedger) -> [ClientID] {
    var generator = SplitMix64(seed: 1)
    return (0..<count).map { index in
      dated
        ? ClientID(madeAt: stored.now.unixTime - Int64(count - index), random: &generator)
        : ClientID([0xFF] + generator.bytes(15)) ?? .none
    }
  }

  @Test(
    "at the limit the client that was silent longest is forgotten, and refused for ever",
    arguments: [true, false]
  )
  func limit(dated: Bool) {
    var stored = StoredLedger(limit: 100)
    let all = clients(101, dated: dated, stored)
    for client in all.prefix(100) {
      #expect(stored.judge(client) == .perform)
      stored.answer(client, 1, [7])
      stored.pass(.milliseconds(1))
    }
    // The first one is used again, so that the second one is the oldest.
    #expect(stored.judge(all[0]) == .answered([7]))
    #expect(stored.judge(all[100]) == .perform)
    stored.answer(all[100], 1, [8])
    #expect(stored.ledger.count == 100)
    for _ in 0..<2 {
      #expect(stored.judge(all[0]) == .answered([7]))
      #expect(code(stored.judge(all[1])) == .unknownClient)
      #expect(code(stored.judge(all[1], 2)) == .unknownClient)
      stored.restart()
    }
  }

  @Test("a client that was silent for a day is forgotten, and refused afterwards")
  func days() {
    var stored = StoredLedger()
    let all = clients(2, dated: true, stored)
    #expect(stored.judge(all[0]) == .perform)
    stored.answer(all[0], 1, [7])
    stored.pass(.seconds(12 * 3_600))
    #expect(stored.judge(all[1]) == .perform)
    stored.answer(all[1], 1, [8])
    stored.pass(.seconds(12 * 3_600))
    stored.ledger.expireNowAndThen(at: stored.now)
    #expect(stored.ledger.count == 1)
    #expect(code(stored.judge(all[0])) == .unknownClient)
    #expect(stored.judge(all[1]) == .answered([8]))
  }

  @Test(
    "after a restart the stored clients are known, whatever the clock says",
    arguments: [Int64.min, 0, 1_790_000_000_000, .max]
  )
  func clock(usedAt: Int64) {
    var stored = StoredLedger()
    let client = clients(1, dated: true, stored)[0]
    #expect(stored.judge(client) == .perform)
    let digest = stored.ledger.digest(client, seq: 1) ?? []
    let record = ReplyRecord(
      client: client.bytes,
      seq: 1,
      digest: digest,
      reply: [7],
      usedAt: usedAt
    )
    var ledger = RequestLedger(hash: Blake2b())
    ledger.restore([record], past: [], at: stored.now.time)
    ledger.expireNowAndThen(at: stored.now)
    let verdict = ledger.judge(client, of: .localUser, seq: 1, bytes: [1], at: stored.now)
    #expect(verdict == .answered([7]))
  }

  @Test("one who sends under many ids takes no place of a client of somebody else")
  func shares() {
    var stored = StoredLedger(limit: 1_000)
    let all = clients(5_001, dated: false, stored)
    let honest = Principal.process(user: 1, id: 4_711)
    #expect(stored.judge(all[0], of: honest) == .perform)
    stored.answer(all[0], 1, [7])
    for client in all.dropFirst() {
      #expect(stored.judge(client, of: .process(user: 1, id: 4_712)) == .perform)
      stored.answer(client, 1, [7])
    }
    #expect(stored.ledger.count == 1_000)
    #expect(stored.judge(all[0], of: honest) == .answered([7]))
    #expect(stored.judge(all[0], 2, of: honest) == .perform)
  }

  @Test("a key with many client ids takes no place of another key, which has more operations")
  func sharesOfKeys() {
    var stored = StoredLedger(limit: 100)
    let (honest, greedy) = (Principal.key(.repeating(1)), Principal.key(.repeating(65)))
    #expect(honest.share(of: 64) == greedy.share(of: 64))
    let all = clients(201, dated: false, stored)
    for client in all.prefix(2) {
      for seq in 1...UInt64(DaemonLimits.storedReplies) {
        #expect(stored.judge(client, seq, of: honest) == .perform)
        stored.answer(client, seq, [7])
      }
    }
    for client in all.dropFirst(2) {
      #expect(stored.judge(client, of: greedy) == .perform)
      stored.answer(client, 1, [8])
    }
    #expect(stored.ledger.count == 100)
    for client in all.prefix(2) { #expect(stored.judge(client, of: honest) == .answered([7])) }
    // It has lost its own oldest ones.
    #expect(code(stored.judge(all[2], of: greedy)) == .unknownClient)
    #expect(stored.judge(all[200], of: greedy) == .answered([8]))
  }

  @Test("what was forgotten stays within its size, and takes few others for forgotten ones")
  func size() {
    var past = ForgottenClients()
    let hash = Blake2b()
    var generator = SplitMix64(seed: 5)
    let now: Int64 = 1_790_000_000_000
    func id() -> (ClientID, [UInt8]) {
      let client = ClientID([0xFF] + generator.bytes(15)) ?? .none
      return (client, hash.hash(client.bytes, key: [], count: 16))
    }
    let early = id()
    past.insert(early.0, digest: early.1, unixTime: now)
    // Random digests, because the hash of so many ids would take long.
    func insert(_ count: Int) {
      for _ in 0..<count {
        let digest = (generator.next(), generator.next())
        past.insert(early.0, digest: withUnsafeBytes(of: digest, Array.init), unixTime: now)
      }
    }
    insert(ForgottenClients.perGeneration - 1)
    #expect(past.mayContain(early.0, digest: early.1))
    let wrong = (0..<20_000).count { _ in
      let (client, digest) = id()
      return past.mayContain(client, digest: digest)
    }
    #expect(wrong < 20)
    let records = past.records
    #expect(records.count > 8_000 && records.count <= 8_193)
    #expect(records.reduce(0) { $0 + $1.bytes.count } <= 2 << 20)
    let restored = ForgottenClients(records)
    #expect(restored.mayContain(early.0, digest: early.1))
    // The next generation has another 400,000; with the one behind it the first is dropped.
    insert(ForgottenClients.perGeneration)
    #expect(past.mayContain(early.0, digest: early.1))
    insert(1)
    #expect(!past.mayContain(early.0, digest: early.1))
    #expect(restored.records == records)
  }

  @Test("records that were damaged are left out")
  func damage() {
    let records = [
      LedgerRecord(key: .min, bytes: [1]), LedgerRecord(key: 0, bytes: [1, 2]),
      LedgerRecord(key: 3, bytes: Array(repeating: 255, count: 7)),
      LedgerRecord(key: .max, bytes: Array(repeating: 255, count: 128)),
    ]
    let past = ForgottenClients(records)
    let client = ClientID(Array(repeating: 0xFF, count: 16)) ?? .none
    let digest = Blake2b().hash(client.bytes, key: [], count: 16)
    #expect(!past.mayContain(client, digest: digest))
    // Numbers that no ledger writes.
    let head = LedgerRecord(key: 0, bytes: Array(repeating: 255, count: 32))
    var extreme = ForgottenClients([head])
    extreme.insert(client, digest: digest, unixTime: 1_790_000_000_000)
    #expect(extreme.mayContain(client, digest: digest))
  }

  /// The law, with repetitions, restarts, a small limit, dated and undated ids, and a clock that is set.
  @Test("no operation is performed twice, however late its request is repeated")
  func atMostOnce() throws {
    try forSeeds(0..<30) { generator in
      var stored = StoredLedger(limit: Int.random(in: 1...6, using: &generator))
      var clients: [(id: ClientID, sent: UInt64)] = []
      var performed: Set<[UInt8]> = []
      for _ in 0..<300 {
        stored.pass(.milliseconds(Int.random(in: 0...5_000, using: &generator)))
        if generator.oneIn(20) { stored.restart() }
        if generator.oneIn(25) {
          stored.now.unixTime += Int64.random(in: -100_000...100_000, using: &generator)
        }
        if generator.oneIn(30) { stored.pass(DaemonLimits.clientLifetime) }
        stored.ledger.expireNowAndThen(at: stored.now)
        if clients.isEmpty || generator.oneIn(4) {
          let skew = Int64.random(in: -20_000...20_000, using: &generator)
          let dated = ClientID(madeAt: stored.now.unixTime + skew, random: &generator)
          clients.append((generator.oneIn(2) ? dated : ClientID(random: &generator), 0))
        }
        let index = Int.random(in: 0..<clients.count, using: &generator)
        let isNew = generator.oneIn(2)
        let (id, sent) = clients[index]
        let seq = isNew ? sent + 1 : UInt64.random(in: 1...max(1, sent), using: &generator)
        clients[index].sent = max(sent, seq)
        let principal = Principal.process(user: 1, id: Int32(index))
        guard stored.judge(id, seq, of: principal, bytes: [UInt8(seq & 255)]) == .perform else {
          continue
        }
        try demand(performed.insert(id.bytes + [UInt8(seq & 255)]).inserted, "performed twice")
        stored.answer(id, seq, [1])
      }
      try demand(performed.count > 10)
    }
  }

  @Test("a client is not forgotten while its operation is in progress")
  func inProgress() {
    var stored = StoredLedger(limit: 2)
    let all = clients(4, dated: true, stored)
    #expect(stored.judge(all[0]) == .perform)
    #expect(stored.judge(all[1]) == .perform)
    stored.answer(all[1], 1, [7])
    #expect(stored.judge(all[2]) == .perform)
    #expect(stored.judge(all[0]) == .pending)
    #expect(code(stored.judge(all[1])) == .unknownClient)
    // All are in progress: there is one more than the limit.
    #expect(stored.judge(all[3]) == .perform)
    #expect(stored.ledger.count == 3)
    stored.answer(all[0], 1, [8])
    #expect(stored.judge(all[0]) == .answered([8]))
  }

  @Test("verdicts by number and bytes")
  func verdicts() {
    var stored = StoredLedger()
    let id = clients(1, dated: true, stored)[0]
    #expect(code(stored.judge(id, 2, bytes: [2])) == .unknownClient)
    #expect(stored.judge(id, 1, bytes: [1]) == .perform)
    #expect(stored.judge(id, 1, bytes: [1]) == .pending)
    #expect(code(stored.judge(id, 1, bytes: [9])) == .clientIDConflict)
    stored.answer(id, 1, [7, 7])
    #expect(stored.judge(id, 1, bytes: [1]) == .answered([7, 7]))
    #expect(code(stored.judge(id, 3, bytes: [3])) == .outOfOrder)
    #expect(stored.judge(id, 2, bytes: [2]) == .perform)
    #expect(code(stored.judge(id, 0, bytes: [0])) == .outOfOrder)
  }

  @Test("100,000 clients are kept")
  func manyClients() {
    var stored = StoredLedger()
    let all = clients(DaemonLimits.clients + 10, dated: false, stored)
    for client in all {
      if stored.judge(client) != .perform { Issue.record("\(client) was refused") }
      stored.ledger.recordReply(client, seq: 1, reply: [7])
    }
    #expect(stored.ledger.count == DaemonLimits.clients)
    #expect(code(stored.judge(all[0])) == .unknownClient)
    #expect(stored.judge(all[10]) == .answered([7]))
  }
}
