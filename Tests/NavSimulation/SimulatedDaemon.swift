import NavConfiguration
import NavScene
import NavSession
import NavStore
import NavTestKit
import NavWire
import NavDaemon
import NavHost
import NavModel

/// The production core of the daemon and the input for its next turn.
///
/// A turn works as in `Daemon.turn`; the world performs its second half and may end the daemon in
/// between.
struct SimulatedDaemon: ~Copyable {
  var core: DaemonCore
  private var subscriptions: [(topic: [UInt8], isActive: Bool)] = []
  private var requests: [(peer: Peer, bytes: [UInt8])] = []
  private var loads: [Loaded] = []
  private var generator: SplitMix64
  /// When the poll wakes up for arrived input; nil without input.
  private var turnAt: Duration?

  /// The result of a worker.
  enum Loaded {
    case content(ticket: UInt64, Result<SessionContent, ContentFailure>)
    case page(ticket: UInt64, Result<SessionContent, ContentFailure>)
    case restored(ticket: UInt64, Result<RestoredSession, ContentFailure>)
    case reloaded(ContentReload, Result<ReloadedContent, ContentFailure>)
    case synced(ticket: UInt64, isStored: Bool)
    case wrapped(ticket: UInt64, [WrappedText])
    /// The files on display have changed.
    case changed

    /// Whether it is a session's whole content, read without failure.
    var isWholeContent: Bool {
      switch self {
      case .content(_, .success), .restored(_, .success), .reloaded(_, .success): true
      case .content, .page, .restored, .reloaded, .synced, .wrapped, .changed: false
      }
    }
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

  mutating func receive(_ loaded: Loaded, at now: Duration) {
    loads.append(loaded)
    wake(at: now)
  }

  /// Performs the first half of a turn: dispatches all input that has arrived.
  ///
  /// - Parameters:
  ///   - now: the time of the turn.
  ///   - observe: called with the core after each event.
  mutating func takeIn(at now: Duration, observe: (borrowing DaemonCore) -> Void) {
    turnAt = nil
    for (topic, isActive) in subscriptions {
      core.receiveSubscription(to: topic, isActive: isActive, at: now)
      observe(core)
    }
    subscriptions = []
    for (peer, bytes) in requests.prefix(Self.requestsPerTurn) {
      core.receive(bytes, from: peer, at: now)
      observe(core)
    }
    requests.removeFirst(min(Self.requestsPerTurn, requests.count))
    if !requests.isEmpty { wake(at: now) }
    for loaded in loads {
      take(loaded, at: now)
      observe(core)
    }
    loads = []
  }

  private mutating func take(_ loaded: Loaded, at now: Duration) {
    switch loaded {
    case .content(let ticket, let result): core.contentLoaded(ticket: ticket, result, at: now)
    case .page(let ticket, let result):
      core.pageLoaded(ticket: ticket, result.map { PreparedPage($0, rooms: []) }, at: now)
    case .restored(let ticket, let result): core.restored(ticket: ticket, result, at: now)
    case .reloaded(let reload, let result):
      core.reloaded(ticket: reload.ticket, session: reload.session, result, at: now)
    case .synced(let ticket, let isStored): core.synced(ticket: ticket, isStored: isStored, at: now)
    case .wrapped(let ticket, let texts): core.wrapped(ticket: ticket, texts, at: now)
    case .changed: for session in core.sessions.live { core.contentChanged(in: session.id) }
    }
  }

  private mutating func wake(at now: Duration) {
    if turnAt == nil { turnAt = now + generator.duration(upTo: Self.latency) }
  }
}
