import NavLayout
import NavSession
import NavTestKit
import NavWire
import NavDaemon

/// The production core of the daemon and what waits for its next turn, which goes as in
/// `Daemon.turn`.
struct SimulatedDaemon: ~Copyable {
  var core: DaemonCore
  private var subscriptions: [(topic: [UInt8], isActive: Bool)] = []
  private var requests: [(peer: Peer, bytes: [UInt8])] = []
  private var loads: [Loaded] = []
  private var generator: SplitMix64
  /// When the poll wakes for what has arrived; nil for nothing.
  private var turnAt: Duration?
  /// The sessions in which it ended a pan by itself in its last turn.
  private(set) var letGo: [UInt64] = []

  /// What a worker has read, or could not.
  enum Loaded {
    case content(ticket: UInt64, Result<SessionContent, ContentFailure>)
    case page(ticket: UInt64, Result<SessionContent, ContentFailure>)
  }

  /// As `Daemon.requestsPerTurn`.
  private static let requestsPerTurn = 256
  /// The poll returns this late at most, and so finds more.
  static let latency = Duration.milliseconds(2)

  init(epoch: UInt64, generator: SplitMix64, now: Duration) {
    var generator = generator
    core = DaemonCore(
      epoch: epoch,
      topicKey: generator.bytes(32),
      random: SplitMix64(seed: generator.next()),
      now: now
    )
    self.generator = generator
  }

  /// When its next turn is due; nil when never.
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

  /// - Parameters:
  ///   - now: the time of the turn.
  ///   - observe: is shown the core after everything that it takes in.
  /// - Returns: what is to be done, in this order.
  mutating func turn(
    at now: Duration,
    observe: (borrowing DaemonCore) -> Void
  ) -> [DaemonAction] {
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
      switch loaded {
      case .content(let ticket, let result):
        core.contentLoaded(ticket: ticket, result, at: now)
      case .page(let ticket, let result):
        core.pageLoaded(ticket: ticket, result.map { PreparedPage($0, rooms: []) }, at: now)
      }
      observe(core)
    }
    loads = []
    let held = core.pans.keys
    defer { letGo = held.filter { core.pans[$0] == nil } }
    return core.endTurn(at: now)
  }

  private mutating func wake(at now: Duration) {
    if turnAt == nil { turnAt = now + generator.duration(upTo: Self.latency) }
  }
}
