import NavBase
import NavWire

/// The replies that every client got, so that an operation that is sent again is not performed again (proto/README.md:
/// Input, exactly once).
///
/// The law: an operation is performed at most once, however late and however often its request arrives. A client is
/// forgotten when it was silent for too long, or when there are too many; its id is then in `ForgottenClients`, whose
/// comment states the one bound of the law, and its operations are refused.
///
/// Judging takes constant time, however many clients there are.
struct RequestLedger: Sendable {
  /// The way to handle an operation that arrived.
  enum Verdict: Hashable {
    /// It is the next one: perform it, then `recordReply`.
    case perform
    /// It was performed: the reply it got.
    case answered([UInt8])
    /// It is in progress; its reply follows.
    case pending
    case refused(Reply.Failure)
  }

  /// The number of clients that are remembered; a lower limit takes effect with the next new client.
  var limit = DaemonLimits.clients
  /// The clients, divided by principals, so that a principal with many client ids displaces few clients of others: first
  /// the shares of those without keys, and of the clients of earlier runs.
  private var shares = [Share](repeating: Share(), count: shareCount)
  /// The further shares: each key has its own, so that it displaces no client of others.
  private var sharesOfKeys: [PeerKey: Int] = [:]
  /// The share of each client.
  private var owners: [ClientID: Int] = [:]
  /// The number of operations that are remembered, of all clients together.
  private var operations = 0
  private var past = ForgottenClients()
  /// The clients that were forgotten since `takeForgotten`.
  private var forgotten: [ClientID] = []
  private var nextExpiry = Duration.zero
  private let hash: any KeyedHash

  private static let shareCount = 64
  /// The most shares; keys beyond have the first ones, as peers without keys do.
  private static let mostShares = 4_096
  /// The most clients with operations in progress that are passed over to find one to forget.
  private static let mostPassed = 64

  /// The clients of some principals.
  private struct Share {
    var clients = RecencyMap<ClientID, KnownClient>()
    /// The number of their operations that are remembered.
    var operations = 0
  }

  /// The time of a turn.
  struct Moment {
    var time: Duration
    /// The same in milliseconds since 1970.
    var unixTime: Int64
  }

  /// - Parameter hash: makes the digests by which repetitions are told from other requests.
  init(hash: any KeyedHash) {
    self.hash = hash
    // Room for more would be made when it is needed, which takes tens of milliseconds with many clients.
    owners.reserveCapacity(DaemonLimits.clients)
  }

  var count: Int { owners.count }

  /// Whether a client is remembered.
  func knows(_ client: ClientID) -> Bool { owners[client] != nil }

  /// Judges an operation; one that is to be performed counts as begun.
  ///
  /// - Parameters:
  ///   - client: its sender.
  ///   - principal: on whose behalf it was sent.
  ///   - seq: its sequence number.
  ///   - bytes: the whole request as it arrived; the same for a repetition.
  ///   - now: the time of the turn.
  /// - Returns: how to handle it.
  mutating func judge(
    _ client: ClientID,
    of principal: Principal,
    seq: UInt64,
    bytes: [UInt8],
    at now: Moment
  ) -> Verdict {
    if owners[client] == nil {
      // A number above 1 belongs to a client that is not known any more.
      guard
        seq == 1,
        !past.mayContain(client, digest: digest(of: client.bytes))
      else { return .refused(.unknownClient) }
      makeRoom(unixTime: now.unixTime)
      remember(client, KnownClient(usedAt: now.time), to: share(of: principal))
    }
    let digest = digest(of: bytes)
    return update(client) { $0.judge(seq, digest, at: now.time) } ?? .refused(.unknownClient)
  }

  /// Keeps the reply of an operation for repetitions.
  mutating func recordReply(_ client: ClientID, seq: UInt64, reply: [UInt8]) {
    update(client) { $0.record(seq, reply: reply) }
  }

  /// Forgets that an operation was begun, which was refused for the time being: it may be sent again.
  mutating func reopen(_ client: ClientID, seq: UInt64) {
    update(client) { $0.reopen(seq) }
  }

  /// Returns the digest of the request of an operation; nil if it is unknown.
  func digest(_ client: ClientID, seq: UInt64) -> [UInt8]? {
    owners[client].flatMap { shares[$0].clients[client]?.digest(of: seq) }
  }

  // MARK: Clients

  private mutating func share(of principal: Principal) -> Int {
    guard case .key(let key) = principal else { return principal.share(of: Self.shareCount) }
    if let known = sharesOfKeys[key] { return known }
    guard shares.count < Self.mostShares else { return principal.share(of: Self.shareCount) }
    shares.append(Share())
    sharesOfKeys[key] = shares.count - 1
    return shares.count - 1
  }

  private mutating func remember(_ client: ClientID, _ known: KnownClient, to share: Int) {
    owners[client] = share
    shares[share].clients.use(client, known)
    shares[share].operations += known.count
    operations += known.count
  }

  /// Changes what is remembered of a client, which thereby counts as used.
  @discardableResult
  private mutating func update<Result>(
    _ client: ClientID,
    _ change: (inout KnownClient) -> Result
  ) -> Result? {
    guard let share = owners[client] else { return nil }
    shares[share].clients.touch(client)
    var more = 0
    let result = shares[share].clients.update(client) { known in
      more -= known.count
      defer { more += known.count }
      return change(&known)
    }
    shares[share].operations += more
    operations += more
    return result
  }

  // MARK: Capacity

  /// Returns the clients that were forgotten since the last call.
  mutating func takeForgotten() -> [ClientID] {
    defer { forgotten = [] }
    return forgotten
  }

  /// Returns what has changed in the memory of forgotten clients since the last call.
  mutating func takeChangesOfPast() -> [LedgerRecord] { past.takeChanges() }

  /// Forgets clients that were silent for too long; checks once an hour.
  mutating func expireNowAndThen(at now: Moment) {
    guard now.time >= nextExpiry else { return }
    nextExpiry = now.time + .seconds(3_600)
    for share in shares.indices {
      while let oldest = shares[share].clients.leastRecent,
        now.time - oldest.value.usedAt >= DaemonLimits.clientLifetime, !oldest.value.isWaiting
      {
        forget(oldest.key, unixTime: now.unixTime)
      }
    }
  }

  /// Makes room for one more client: in the share with the most clients, or with the most operations if their limit is
  /// reached, those that were silent longest are forgotten.
  ///
  /// Clients whose operations are in progress stay, even if they are more than the limit: they are going to be answered.
  private mutating func makeRoom(unixTime: Int64) {
    var passed = 0
    while owners.count >= limit || operations >= DaemonLimits.storedRepliesOfAll,
      passed < Self.mostPassed,
      let largest = shares.indices.max(by: { size(ofShare: $0) < size(ofShare: $1) }),
      let oldest = shares[largest].clients.leastRecent
    {
      if oldest.value.isWaiting {
        shares[largest].clients.touch(oldest.key)
        passed += 1
      } else {
        forget(oldest.key, unixTime: unixTime)
      }
    }
  }

  private func size(ofShare index: Int) -> Int {
    owners.count >= limit ? shares[index].clients.count : shares[index].operations
  }

  private mutating func forget(_ client: ClientID, unixTime: Int64) {
    guard let share = owners.removeValue(forKey: client),
      let known = shares[share].clients.remove(client)
    else { return }
    shares[share].operations -= known.count
    operations -= known.count
    past.insert(client, digest: digest(of: client.bytes), unixTime: unixTime)
    forgotten.append(client)
  }

  // MARK: Storage

  /// Restores the replies of earlier runs.
  ///
  /// The clients are kept as if they had sent something now: how long the daemon was away, its clock can't say for
  /// certain.
  ///
  /// - Parameters:
  ///   - records: ascending by client and seq.
  ///   - past: what is remembered of clients that were forgotten.
  ///   - now: the time of the start.
  mutating func restore(_ records: [ReplyRecord], past: [LedgerRecord], at now: Duration) {
    self.past = ForgottenClients(past)
    var restored: [(client: ClientID, known: KnownClient, usedAt: Int64)] = []
    for record in records {
      guard let client = ClientID(record.client) else { continue }
      if restored.last?.client != client {
        restored.append((client, KnownClient(usedAt: now), record.usedAt))
      }
      let index = restored.count - 1
      restored[index].known.restore(record.seq, record.digest, reply: record.reply)
      restored[index].usedAt = max(restored[index].usedAt, record.usedAt)
    }
    restored.sort { $0.usedAt < $1.usedAt }
    for (client, known, _) in restored where owners[client] == nil {
      remember(client, known, to: Int(client.bytes.last ?? 0) % Self.shareCount)
    }
  }

  /// Returns records of all replies that are kept.
  func records(time: (Duration) -> Int64) -> [ReplyRecord] {
    shares.flatMap { share in
      share.clients.entries.flatMap { client, known in
        known.answered.map { seq, digest, reply in
          ReplyRecord(
            client: client.bytes,
            seq: seq,
            digest: digest,
            reply: reply,
            usedAt: time(known.usedAt)
          )
        }
      }
    }
  }

  /// The records of everything that is remembered of forgotten clients.
  var recordsOfPast: [LedgerRecord] { past.records }

  /// The same for the same bytes, in any process.
  private func digest(of bytes: [UInt8]) -> [UInt8] {
    hash.hash(bytes, key: [], count: StoreLimits.digestBytes)
  }
}

/// The memory of one client: its newest operations and the replies that they got.
struct KnownClient: Sendable {
  private struct Answer: Sendable {
    let digest: [UInt8]
    /// Nil while the operation is in progress.
    var reply: [UInt8]?
  }

  /// The number of its newest operation; 0 before the first.
  private var last: UInt64 = 0
  private var answers: [UInt64: Answer] = [:]
  /// The time of its last operation.
  private(set) var usedAt: Duration

  private static let kept = UInt64(DaemonLimits.storedReplies)

  init(usedAt: Duration) {
    self.usedAt = usedAt
  }

  /// The number of operations that are remembered, at most `DaemonLimits.storedReplies`.
  var count: Int { answers.count }

  /// Whether an operation is in progress.
  var isWaiting: Bool { answers.values.contains { $0.reply == nil } }

  /// Judges an operation of this client; one that is to be performed counts as begun.
  mutating func judge(_ seq: UInt64, _ digest: [UInt8], at now: Duration) -> RequestLedger.Verdict {
    usedAt = now
    if last < .max, seq == last + 1 || isOpen(seq) {
      begin(seq, digest)
      return .perform
    }
    guard let answer = answers[seq] else { return .refused(.outOfOrder(seq, after: last)) }
    guard answer.digest == digest else { return .refused(.otherOperation(seq)) }
    return answer.reply.map { .answered($0) } ?? .pending
  }

  private mutating func begin(_ seq: UInt64, _ digest: [UInt8]) {
    last = max(last, seq)
    answers[seq] = Answer(digest: digest, reply: nil)
    if last > Self.kept { answers[last - Self.kept] = nil }
  }

  mutating func reopen(_ seq: UInt64) { answers[seq] = nil }

  /// Whether an operation was begun and not answered, before the daemon ended or before it was refused for the time being:
  /// it was not performed.
  private func isOpen(_ seq: UInt64) -> Bool {
    seq > 0 && seq <= last && last - seq < Self.kept && answers[seq] == nil
  }

  /// Keeps the reply of an operation that was begun.
  mutating func record(_ seq: UInt64, reply: [UInt8]) {
    answers[seq]?.reply = reply
  }

  /// Takes over an operation of an earlier run; operations come in ascending order.
  mutating func restore(_ seq: UInt64, _ digest: [UInt8], reply: [UInt8]) {
    guard seq > 0 else { return }
    begin(seq, digest)
    record(seq, reply: reply)
  }

  /// Returns the digest of the request of an operation; nil if it is not remembered.
  func digest(of seq: UInt64) -> [UInt8]? { answers[seq]?.digest }

  /// The operations that were answered.
  var answered: [(seq: UInt64, digest: [UInt8], reply: [UInt8])] {
    answers.compactMap { seq, answer in answer.reply.map { (seq, answer.digest, $0) } }
  }
}

extension Reply.Failure {
  static let unknownClient = Reply.Failure(
    .unknownClient,
    "the daemon does not know this client (its state was lost, or the client was silent for a day, or others "
      + "took its place): whether earlier operations happened is unknown; begin again with a new client id"
  )

  fileprivate static func outOfOrder(_ seq: UInt64, after last: UInt64) -> Reply.Failure {
    let next = last < .max ? last + 1 : last
    return Reply.Failure(
      .outOfOrder,
      "operation \(seq) is out of order: \(next) is the next one",
      expected: next
    )
  }

  fileprivate static func otherOperation(_ seq: UInt64) -> Reply.Failure {
    Reply.Failure(
      .clientIDConflict,
      "another operation \(seq) was sent under the same client id: make a new id for each process"
    )
  }
}
