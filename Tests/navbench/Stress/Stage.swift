import NavBase
import NavProcessKit
import NavScene
import NavSystem
import NavWire
import ZeroMQ

/// A participant whose sockets are served in the loop of a stage.
protocol Member: AnyObject {
  static var sockets: Int { get }

  /// Adds its sockets to the poller, with tokens from `firstToken` on.
  func enter(_ poller: inout Poller, firstToken: Int)

  /// Handles received messages and due work.
  func step(at now: Duration) throws
}

/// A daemon with a session of a deck, clients that operate it at a steady rate, and viewers, all served in one thread.
final class Stage {
  let directory: TemporaryDirectory
  let daemon: Navd
  let context: Context
  let senders: [Sender]
  /// The version of the session before the first operation.
  let base: UInt64
  /// The interval between two operations of one client; nil while nothing is sent.
  var pace: Duration?
  /// The most operations of a client under way; those beyond are skipped, not delayed.
  var mostInFlight = Sender.mostInFlight
  /// Makes the next operation: by default one that shows the next of the first pages.
  var next: () -> SessionCommand
  /// Called in each turn, once a millisecond or after a message.
  var everyTurn: (Duration) throws -> Void = { _ in }

  private var poller = Poller()
  private var members: [(member: any Member, firstToken: Int)] = []
  private var nextToken = 0
  private var due: Duration = .zero
  private var turns = 0

  static let session = "watched"

  /// - Parameters:
  ///   - deck: what the session shows, unless there is another content.
  ///   - content: the other content.
  ///   - pages: the number of pages that the clients show in turn; nil for all.
  ///   - clients: their number.
  ///   - directory: the daemon's directory.
  ///   - daemon: the daemon.
  /// - Throws: if the daemon does not answer.
  init(
    showing deck: Deck = .small,
    content: ContentSpec? = nil,
    pages: Int? = nil,
    clients: Int = 1,
    in directory: TemporaryDirectory,
    by daemon: Navd
  ) throws {
    (self.directory, self.daemon) = (directory, daemon)
    try daemon.makeSession(
      Self.session,
      showing: try content ?? .deck(path: directory.write(deck.markdown, to: "watched.md"))
    )
    let session = try daemon.info(of: Self.session).session
    base = session.version
    let context = try Context()
    self.context = context
    senders = try (0..<clients).map { _ in
      try Sender(of: daemon, session: .id(session.id), in: context)
    }
    let pages = pages ?? deck.pages.count
    var count = 0
    next = {
      count += 1
      return .goTo(1 + count % pages)
    }
    for sender in senders { add(sender) }
  }

  /// Adds a viewer.
  func follow(_ size: CellSize = .standardTerminal) throws -> Follower {
    let follower = try Follower(
      of: daemon,
      session: Self.session,
      viewport: size,
      in: context
    )
    add(follower)
    return follower
  }

  // MARK: Single inputs

  private lazy var participant = Result { try Participant(of: daemon) }

  /// Sends an input as a viewer.
  ///
  /// - Returns: the session's version after it, and the time until the reply.
  func input(
    _ action: SessionAction,
    by viewer: Follower
  ) throws -> (version: UInt64, time: Duration) {
    try participant.get().send(
      Request.Input(session: .name(Self.session), viewer: viewer.attached?.viewer, action: action)
    )
  }

  /// Waits until a viewer has a version.
  func follow(_ viewer: Follower, to version: UInt64) throws {
    try run(until: "a viewer has version \(version)") { (viewer.replica?.version ?? 0) >= version }
  }

  /// Waits until the daemon says that the motion of a version has ended.
  func settle(_ version: UInt64) throws {
    let wait = Request.Wait(
      session: .name(Self.session),
      condition: .settled(version: version),
      timeout: .seconds(5)
    )
    _ = try participant.get().ask(.wait(wait))
  }

  // MARK: Operations

  /// The number of accepted operations.
  var accepted: Int { senders.reduce(0) { $0 + $1.ledger.count } }

  /// Whether every operation has its reply.
  var isQuiet: Bool { senders.allSatisfy { $0.inFlight == 0 } }

  /// The newest version that was acknowledged.
  var newest: UInt64 { senders.flatMap(\.ledger).map(\.version).max() ?? base }

  /// Sends all due operations.
  private func send(at now: Duration) throws {
    guard let pace else { return }
    let step = pace / senders.count
    if now - due > pace { due = now - pace }
    while due <= now {
      due += step
      turns += 1
      let sender = senders[turns % senders.count]
      if sender.inFlight < mostInFlight { try sender.send(next(), at: now) }
    }
  }

  /// Compares the replies to the clients with the state of the session.
  ///
  /// Every accepted operation raises the version by one. So each version from the first to the last belongs to exactly
  /// one operation, the last one is the session's, and the operations in the order of their versions lead to its page.
  /// Anything else means that an operation was lost, or executed twice.
  ///
  /// - Returns: the differences, and the refusals.
  /// - Throws: if the daemon does not answer.
  func faults() throws -> [String] {
    let session = try daemon.info(of: Self.session).session
    let ordered = senders.flatMap(\.ledger).sorted { $0.version < $1.version }
    var faults = senders.flatMap(\.refusals).map { "an operation was refused: \($0)" }
    if let (expected, operation) = zip((base + 1)..., ordered).first(where: { $0 != $1.version }) {
      faults.append(
        operation.version < expected
          ? "two operations were given version \(operation.version): one of them was lost"
          : "no operation has version \(expected): one was done twice"
      )
    }
    if session.version != newest {
      faults.append("the session has version \(session.version), acknowledged is \(newest)")
    }
    let page = ordered.reduce(1) { page, operation in
      switch operation.command {
      case .forward: page + 1
      case .back: page - 1
      case .goTo(let number): number
      default: preconditionFailure("cannot follow \(operation.command)")
      }
    }
    if session.page != page {
      faults.append("the session is on page \(session.page), the operations lead to \(page)")
    }
    let fleeting = ordered.count { !$0.isDurable }
    if fleeting > 0 { faults.append("\(fleeting) operations were acknowledged as not durable") }
    return faults
  }

  // MARK: The loop

  func add(_ member: any Member) {
    member.enter(&poller, firstToken: nextToken)
    members.append((member, nextToken))
    nextToken += type(of: member).sockets
  }

  /// Removes a member, whose sockets may be closed afterwards.
  func remove(_ member: any Member) {
    guard let index = members.firstIndex(where: { $0.member === member }) else { return }
    for token in 0..<type(of: member).sockets {
      poller.remove(token: members[index].firstToken + token)
    }
    members.remove(at: index)
  }

  /// Serves all members until a condition holds.
  ///
  /// - Parameters:
  ///   - condition: its description, for the failure.
  ///   - limit: the timeout of a release build.
  ///   - holds: the condition, evaluated in each turn.
  /// - Throws: `BenchError` on timeout, and errors of members.
  func run(
    until condition: String,
    within limit: Duration = .seconds(30),
    _ holds: () throws -> Bool
  ) throws {
    let limit = limit * Programs.slowness
    guard try run(within: limit, until: holds) else {
      throw BenchError("still not so after \(limit): \(condition)")
    }
  }

  /// Serves all members until a condition holds.
  ///
  /// - Returns: whether it held within the time.
  func run(within limit: Duration, until holds: () throws -> Bool) throws -> Bool {
    let deadline = monotonicNow() + limit
    while try !holds() {
      guard monotonicNow() < deadline else { return false }
      try turn()
    }
    return true
  }

  /// Serves all members for a time.
  func run(for time: Duration) throws {
    let end = monotonicNow() + time
    while monotonicNow() < end { try turn() }
  }

  private func turn() throws {
    try Interruption.check()
    _ = try poller.wait(timeout: .milliseconds(1))
    let now = monotonicNow()
    daemon.drain()
    try everyTurn(now)
    try send(at: now)
    for (member, _) in members { try member.step(at: now) }
  }
}

/// The same pseudo-random numbers for the same seed (SplitMix64, Steele, Lea and Flood, 2014).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
    return value ^ (value >> 31)
  }
}
