import NavCommands
import NavModel
import NavWire
import ZeroMQ

/// Several clients that turn the pages of one deck at a steady rate.
final class Flow {
  let senders: [Sender]
  /// The interval between two operations of one client; nil while nothing is sent.
  var pace: Duration?
  private let pages: Int
  private var due: Duration = .zero
  private var count = 0
  private var turn = 0

  /// Creates the clients; the deck has at least two pages, which are shown in turn.
  init(
    of daemon: Navd,
    session: UInt64,
    pages: Int,
    senders count: Int,
    in context: Context
  ) throws {
    self.pages = pages
    senders = try (0..<count).map { _ in
      try Sender(of: daemon, session: .id(session), in: context)
    }
  }

  /// The number of accepted operations.
  var accepted: Int { senders.reduce(0) { $0 + $1.ledger.count } }

  /// Whether every operation has its reply.
  var isQuiet: Bool { senders.allSatisfy { $0.inFlight == 0 } }

  /// Returns the time at which each version's operation was first sent.
  func sendingTimes() -> [UInt64: Duration] {
    Dictionary(
      senders.flatMap(\.ledger).map { ($0.version, $0.sentAt) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// Sends all due operations; those beyond the in-flight limit are skipped, not delayed.
  func send(at now: Duration) throws {
    guard let pace else { return }
    let step = pace / senders.count
    if now - due > pace { due = now - pace }
    while due <= now {
      due += step
      turn += 1
      let sender = senders[turn % senders.count]
      guard sender.inFlight < Sender.mostInFlight else { continue }
      count += 1
      try sender.send(.goTo(1 + count % pages), at: now)
    }
  }
}

extension Navd {
  /// Creates a session that shows a deck.
  ///
  /// - Returns: its id.
  func makeSession(_ name: String, showing deck: String) throws -> UInt64 {
    let participant = try Participant(of: self)
    _ = try participant.ask(.newSession(name: name, .deck(path: deck)))
    let answer = try participant.ask(.getStatus(.name(name)))
    guard case .status(let status) = answer.body else {
      throw BenchError("navd does not say how a session is")
    }
    return status.session.id
  }
}
