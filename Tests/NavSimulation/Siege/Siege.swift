import NavBase
import NavHost
import NavTestKit
import NavWire

/// Hostile processes that take all they get of what the daemon limits for all together, and well-behaved processes,
/// one after the other, that need a little of each.
///
/// They send to the daemon directly: the network is not their subject.
struct Siege {
  /// The limits of a besieged daemon, so low that few processes reach them.
  static let limits: [SharedTable: Int] = [
    .viewers: 18, .sizes: 14, .waits: 24, .exports: DaemonLimits.exports,
  ]
  /// For so long the siege goes on after all other trouble: an operation may wait for a page for all of
  /// `DaemonTiming.opening`.
  static let length = DaemonTiming.opening + .seconds(4)
  /// For so long a newcomer may take after all other trouble.
  static let patience = Duration.seconds(6)

  var audit = ShareAudit(limits: Self.limits)
  private var attackers: [Attacker]
  private var newcomer: Newcomer
  /// The newcomers that got all they had come for.
  private(set) var served = 0
  private var moves = EventQueue<Seat>()
  /// The daemon does not listen before this time.
  private var listensAt = Duration.zero
  /// Since when there is no other trouble; nil while there is.
  private var quietSince: Duration?
  private var isOver = false
  private var generator: SplitMix64

  /// The sender of a request.
  enum Seat: Hashable {
    case attacker(Int)
    case newcomer(UInt64)
  }

  init(generator: SplitMix64, at now: Duration) {
    var generator = generator
    attackers = (0..<generator.int(in: 2...3)).map {
      Attacker($0, SplitMix64(seed: generator.next()))
    }
    newcomer = Newcomer(number: 0, &generator, at: now)
    self.generator = generator
    for index in attackers.indices { moves.add(.attacker(index), at: now) }
    moves.add(.newcomer(newcomer.number), at: now)
  }

  /// Sets the low limits.
  func lower(_ settings: inout DaemonSettings) {
    settings.limits.viewers = Self.limits[.viewers] ?? settings.limits.viewers
    settings.limits.streamsPerSession = Self.limits[.sizes] ?? settings.limits.streamsPerSession
    settings.waits = Self.limits[.waits] ?? settings.waits
  }

  // MARK: Time

  /// When somebody sends something; nil after the end.
  var nextTime: Duration? { moves.nextTime.map { max($0, listensAt) } }

  /// Returns what the one whose turn it is sends.
  mutating func next(at now: Duration) throws -> [(peer: Peer, request: Request)] {
    guard let (_, seat) = moves.next() else { return [] }
    switch seat {
    case .attacker(let index):
      moves.add(seat, at: now + generator.duration(in: .milliseconds(30) ... .milliseconds(300)))
      let peer = seat.peer(of: attackers[index].principal)
      return attackers[index].requests(at: now).map { (peer, $0) }
    case .newcomer(let number):
      guard number == newcomer.number else { return [] }
      try checkPatience(at: now)
      return [(seat.peer(of: newcomer.principal), newcomer.request())]
    }
  }

  /// A new daemon knows nobody any more.
  mutating func daemonStarts(at start: Duration) {
    guard !isOver else { return }
    listensAt = start
    for index in attackers.indices { attackers[index].restart() }
    replaceNewcomer(at: start)
  }

  /// All other trouble ends.
  mutating func quiet(at now: Duration) {
    quietSince = now
  }

  /// All fall silent.
  mutating func end() {
    isOver = true
    moves = EventQueue()
  }

  /// Demands that a newcomer does not wait for long without other trouble.
  func checkPatience(at now: Duration) throws {
    guard let quietSince else { return }
    let time = now - max(quietSince, newcomer.cameAt, listensAt)
    try demand(time < Self.patience, "a newcomer is not served: for \(time), at \(newcomer.step)")
  }

  // MARK: Answers

  /// - Throws: when a newcomer is refused what everybody can have.
  mutating func receive(_ reply: Reply, to seat: Seat, at now: Duration) throws {
    guard !isOver else { return }
    switch seat {
    case .attacker(let index): attackers[index].receive(reply)
    case .newcomer(let number):
      guard number == newcomer.number else { return }
      switch try newcomer.receive(reply, at: now) {
      case .goOn: moves.add(seat, at: now + generator.duration(upTo: .milliseconds(5)))
      case .tryAgain:
        let pause = generator.duration(in: .milliseconds(100) ... .milliseconds(300))
        moves.add(seat, at: now + pause)
      case .isServed:
        served += 1
        replaceNewcomer(at: now + generator.duration(upTo: .seconds(1)))
      case .nothing: break
      }
    }
  }

  private mutating func replaceNewcomer(at time: Duration) {
    newcomer = Newcomer(number: newcomer.number + 1, &generator, at: time)
    moves.add(.newcomer(newcomer.number), at: time)
  }
}

extension Siege.Seat {
  private static let marks: (attacker: UInt8, newcomer: UInt8) = (0xA, 0xB)

  func peer(of principal: Principal) -> Peer {
    let name: [UInt8] =
      switch self {
      case .attacker(let index): [Self.marks.attacker, UInt8(truncatingIfNeeded: index)]
      case .newcomer(let number):
        [
          Self.marks.newcomer, UInt8(truncatingIfNeeded: number >> 8),
          UInt8(truncatingIfNeeded: number),
        ]
      }
    return Peer(envelope: [name, []], principal: principal)
  }

  /// Nil for a peer that has nothing to do with a siege.
  init?(_ peer: Peer) {
    guard let name = peer.envelope.first else { return nil }
    switch (name.first, name.count) {
    case (Self.marks.attacker, 2): self = .attacker(Int(name[1]))
    case (Self.marks.newcomer, 3): self = .newcomer(UInt64(name[1]) << 8 | UInt64(name[2]))
    default: return nil
    }
  }
}
