import NavBase
import NavDaemon
import NavEngine
import NavHost
import NavScene
import NavStore
import NavSystem
import NavTestKit
import NavWire

/// The production core of the daemon and the input for its next turn.
///
/// A turn works as in `Daemon.turn`; the world performs its second half and may end the daemon in
/// between.
struct SimulatedDaemon: ~Copyable {
  var core: DaemonCore
  private var subscriptions: [(topic: [UInt8], isActive: Bool)] = []
  private var requests: [(peer: Peer, bytes: [UInt8])] = []
  private var messages: [WorkerMessage] = []
  private var generator: SplitMix64
  /// When the poll wakes up for arrived input; nil without input.
  private var turnAt: Duration?

  /// A message of the workers to the loop.
  enum WorkerMessage {
    case result(SimulatedResult)
    /// The files on display have changed.
    case contentChanged
  }

  /// The value of `Daemon.requestsPerTurn`.
  private static let requestsPerTurn = 256
  /// The longest delay of the poll's return, in which more input can arrive.
  static let latency = Duration.milliseconds(2)

  /// Creates a daemon that continues where an earlier one ended.
  ///
  /// - Parameters:
  ///   - state: the stored state.
  ///   - isStored: whether the start is written.
  ///   - durability: the durability that its replies wait for.
  ///   - generator: the source of its random numbers.
  ///   - now: the time of the start.
  ///   - unixTime: the same by its clock, in milliseconds since 1970.
  init(
    _ state: StoredState,
    isStored: Bool,
    durability: Durability,
    generator: SplitMix64,
    now: Duration,
    unixTime: Int64
  ) {
    var generator = generator
    core = DaemonCore(
      state,
      isStored: isStored,
      durability: durability,
      hash: Blake2b(),
      random: SplitMix64(seed: generator.next()),
      now: now,
      unixTime: unixTime
    )
    self.generator = generator
  }

  /// When its next turn is due; nil for never.
  var due: Duration? { [turnAt, core.nextWake()].compactMap(\.self).min() }

  mutating func receiveSubscription(to topic: [UInt8], isActive: Bool, at now: Duration) {
    subscriptions.append((topic, isActive))
    wake(at: now)
  }

  mutating func receive(_ bytes: [UInt8], from peer: Peer, at now: Duration) {
    requests.append((peer, bytes))
    wake(at: now)
  }

  mutating func receive(_ message: WorkerMessage, at now: Duration) {
    messages.append(message)
    wake(at: now)
  }

  /// Performs the first half of a turn: dispatches all input that has arrived.
  ///
  /// - Parameters:
  ///   - now: the time of the turn.
  ///   - observe: called with the core after each event, and with the principal of a request.
  mutating func takeIn(
    at now: Duration,
    observe: (borrowing DaemonCore, Principal?) throws -> Void
  ) rethrows {
    turnAt = nil
    for (topic, isActive) in subscriptions {
      core.receiveSubscription(to: topic, isActive: isActive, at: now)
      try observe(core, nil)
    }
    subscriptions = []
    for (peer, bytes) in requests.prefix(Self.requestsPerTurn) {
      core.receive(bytes, from: peer, at: now)
      try observe(core, peer.principal)
    }
    requests.removeFirst(min(Self.requestsPerTurn, requests.count))
    if !requests.isEmpty { wake(at: now) }
    // Those that have waited for the store.
    while core.carryOutNext(at: now) { try observe(core, nil) }
    for message in messages {
      switch message {
      case .result(let result): core.receive(result, at: now)
      case .contentChanged:
        // With a store that answers later, a session that was read may not be live yet.
        let unread = core.sessions.loading.union(core.sessions.restoring)
        for id in core.sessions.live.map(\.id) + unread.sorted() { core.contentChanged(in: id) }
      }
      try observe(core, nil)
    }
    messages = []
  }

  /// Whether a request has arrived that is handled in the next turn.
  func hasArrived(where isMeant: (Request) -> Bool) -> Bool {
    requests.contains { (try? Request(decoding: $0.bytes)).map(isMeant) ?? false }
  }

  mutating func wake(at now: Duration) {
    if turnAt == nil { turnAt = now + generator.duration(upTo: Self.latency) }
  }
}
