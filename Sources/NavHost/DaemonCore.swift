package import NavBase
import NavScene
import NavWire

/// The daemon's decisions without I/O: requests, subscriptions, loaded content and time go in, actions come out.
///
/// A turn of the poll loop hands over everything that arrived and then calls `endTurn`, which publishes at most one
/// update per stream and releases the replies after them (proto/README.md: Input, exactly once).
///
/// Each stored property is a machine of its own, and the only one to write its tables. The extensions lead what arrives
/// through these machines.
package struct DaemonCore: ~Copyable {
  var run: DaemonRun
  /// To be changed between turns.
  package var settings: DaemonSettings { didSet { gate.use(settings.limits) } }
  var gate: RequestGate
  package internal(set) var sessions = SessionTable()
  package internal(set) var streams: StreamTable
  package internal(set) var viewers = Viewers()
  var journal = Journal()
  var flight = Flight()
  package internal(set) var jobs = Jobs()
  package internal(set) var waits = Waits()
  var journalReaders = JournalReaders()
  var metricsPage = MetricsPage()
  var output = TurnOutput()

  /// - Parameters:
  ///   - epoch: above that of every earlier start (milliseconds since 1970).
  ///   - topicKey: 32 secret random bytes.
  ///   - hash: makes topics and digests of requests.
  ///   - random: where ids come from; not to be guessed.
  ///   - now: the time of the start.
  package init(
    epoch: UInt64,
    topicKey: [UInt8],
    hash: any KeyedHash,
    random: any RandomNumberGenerator,
    now: Duration
  ) {
    let state = StoredState(bornEpoch: epoch, epoch: epoch, topicKey: topicKey)
    self.init(state, hash: hash, random: random, now: now)
  }

  /// Creates a daemon that continues where an earlier one ended.
  ///
  /// - Parameters:
  ///   - state: the state that the earlier one stored.
  ///   - isStored: whether this start is on the disk.
  ///   - durability: what its replies wait for.
  ///   - limits: what may be there at most; stored sessions are restored even if they are more.
  ///   - setAside: the sessions that are not restored, because the earlier daemon ended when it read their content.
  ///   - hash: makes topics and digests of requests.
  ///   - random: where ids come from; not to be guessed.
  ///   - now: the time of the start.
  ///   - unixTime: the same in milliseconds since 1970.
  package init(
    _ state: StoredState,
    isStored: Bool = true,
    durability: Durability = .process,
    limits: ConfigurableLimits = ConfigurableLimits(),
    setAside: Set<UInt64> = [],
    hash: any KeyedHash,
    random: any RandomNumberGenerator,
    now: Duration,
    unixTime: Int64 = 0
  ) {
    run = DaemonRun(state, hash: hash, random: random, now: now, unixTime: unixTime)
    settings = DaemonSettings(durability: durability, limits: limits)
    gate = RequestGate(hash: hash, limits: limits)
    streams = StreamTable(startedAt: now)
    gate.ledger.restore(state.replies, past: state.ledger, at: now)
    viewers.names = ViewerNames(state.ledger)
    restoreInvitations(state.invitations, at: now)
    if !isStored { _ = journal.refuse(until: now + DaemonTiming.storeRetry) }
    for record in state.sessions {
      if setAside.contains(record.id) {
        self.setAside(record, at: now)
      } else {
        restore(record, at: now)
      }
    }
  }

  package var epoch: UInt64 { run.epoch }

  /// Sets the time of the calendar, in milliseconds since 1970; without it, it goes on as at the start.
  package mutating func setUnixTime(_ unixTime: Int64, at now: Duration) {
    run.clock = RequestLedger.Moment(time: now, unixTime: unixTime)
  }

  /// Whether operations that are accepted now survive the end of the daemon.
  package var isDurable: Bool { journal.isDurable }

  // MARK: Answers

  /// Answers a request; an operation's reply is kept for repetitions.
  ///
  /// A read whose sender has lost the right to it meanwhile gets the refusal instead.
  mutating func answer(_ pending: PendingRequest, _ body: Reply.Body) {
    if let refusal = lateRefusal(of: pending) { return refuse(pending, refusal) }
    if case .failure(let failure) = body { auditRefusal(of: pending, failure) }
    let questions = untoldQuestions(for: pending)
    output.answer(pending, body, isDurable: journal.isDurable, questions: questions)
  }

  /// Answers a request that its sender may not make at all.
  mutating func refuse(_ pending: PendingRequest, _ failure: Reply.Failure) {
    auditRefusal(of: pending, failure)
    output.answer(pending, .failure(failure), isDurable: journal.isDurable)
  }

  mutating func answer(_ answers: [RequestAnswer]) {
    for ended in answers { answer(ended.pending, ended.body) }
  }

  /// Answers a request with a failure.
  mutating func fail(_ pending: PendingRequest, _ code: Reply.Failure.Code, _ text: String) {
    answer(pending, .failure(Reply.Failure(code, text)))
  }

  /// Answers a request that its session refuses.
  mutating func fail(_ pending: PendingRequest, _ rejection: Rejection) {
    fail(pending, rejection.isNoMatch ? .noMatch : .rejected, rejection.description)
  }
}
