import Glibc
import NavGeometry
import NavProcessKit
import NavSync
import NavSystem
import NavWire
import ZeroMQ

/// A daemon with a viewer and a driver of one session, and what is seen of the daemon's process meanwhile.
final class SiegeGround {
  let directory: TemporaryDirectory
  let daemon: Navd
  let flow: Flow
  let follower: Follower
  let loop = Loop()
  let context: Context
  /// The largest size of the store's log, in bytes.
  private(set) var longestLog = 0
  /// The version of the watched session before the first operation.
  private let base: UInt64
  private var nextLook = Duration.zero

  static let deck = Deck.small
  private static let session = "watched"
  private static let lookInterval = Duration.milliseconds(20)
  private static let pace = Duration.milliseconds(20)
  private static let patience = Duration.seconds(20)

  /// - Parameters:
  ///   - descriptors: how many files the daemon may have open; nil for as many as this program.
  ///   - transport: how the viewer and the driver reach it.
  ///   - network: the port at which it listens for encrypted connections, too; nil for none.
  /// - Throws: if the daemon does not start.
  init(
    descriptors: Int? = nil,
    over transport: Navd.Transport = .ipc,
    network: UInt16? = nil
  ) throws {
    directory = try TemporaryDirectory()
    daemon = try Navd(
      in: directory,
      over: transport,
      descriptors: descriptors,
      options: network.map { ["--listen", "tcp://\(Navd.host):\($0)"] } ?? []
    )
    let deck = try directory.write(Self.deck.markdown, to: "deck.md")
    let id = try daemon.makeSession(Self.session, showing: deck)
    _ = try daemon.makeSession("attacked", showing: deck)
    context = try Context()
    flow = try Flow(
      of: daemon,
      session: id,
      pages: Self.deck.pages.count,
      senders: 1,
      in: context
    )
    follower = try Follower(
      of: daemon,
      session: Self.session,
      viewport: .standardTerminal,
      in: context
    )
    base = try daemon.info(of: Self.session).session.version
    for sender in flow.senders { loop.add(sender) }
    loop.add(follower)
    loop.everyTurn = { [unowned self] now in try turn(at: now) }
  }

  private func turn(at now: Duration) throws {
    daemon.drain()
    if daemon.hasEnded() { throw BenchError("navd has ended: \(daemon.ending ?? "")") }
    try flow.send(at: now)
    guard now >= nextLook else { return }
    nextLook = now + Self.lookInterval
    longestLog = max(longestLog, logSize)
  }

  // MARK: The driver and the viewer

  /// Waits for the viewer, and lets the driver move for a second.
  func begin() throws {
    try loop.run(until: "a viewer is live") { follower.epoch != nil }
    flow.pace = Self.pace
    try loop.run(for: .seconds(1))
    follower.forgetArrivals()
  }

  /// Stops the driver and waits for what is under way.
  ///
  /// - Returns: what was lost, in sentences.
  func finish() throws -> [String] {
    flow.pace = nil
    var faults: [String] = []
    if try !loop.run(within: Self.patience, until: { flow.isQuiet }) {
      faults.append("operations of the driver have no answer")
    }
    let newest = flow.senders.flatMap(\.ledger).map(\.version).max() ?? 0
    let hasCaughtUp = try loop.run(within: Self.patience) {
      follower.epoch != nil && (follower.replica?.version ?? 0) >= newest
    }
    if !hasCaughtUp { faults.append("the viewer never caught up") }
    return faults
  }

  /// Compares the driver's operations with the session, and returns all that is wrong.
  func faults() throws -> [String] {
    let info = try daemon.info(of: Self.session).session
    let ledger = Ledger(base: base)
    return ledger.faults(of: flow.senders[0].ledger, version: info.version, page: info.page)
      + flow.senders.flatMap(\.refusals).map { "an operation of the driver was refused: \($0)" }
      + follower.faults
  }

  /// Returns the driver's round trips since a time, and the delays until the viewer showed each operation.
  func times(since start: Duration) -> (roundTrips: [Duration], delays: [Duration]) {
    let operations = flow.senders[0].ledger.filter { $0.sentAt >= start }
      .sorted { $0.version < $1.version }
    let arrivals = (follower.arrivals + follower.snapshots).sorted { $0.time < $1.time }
    var next = 0
    var delays: [Duration] = []
    for operation in operations {
      while next < arrivals.count, arrivals[next].version < operation.version { next += 1 }
      guard next < arrivals.count else { break }
      delays.append(arrivals[next].time - operation.sentAt)
    }
    return (operations.map { $0.answeredAt - $0.sentAt }, delays)
  }

  // MARK: The process

  var memory: Int { get throws { try ProcessMemory.resident(of: daemon.process) } }

  var logSize: Int {
    var state = stat()
    let path = "\(directory.path)/state/navd/state.sqlite-wal"
    return stat(path, &state) == 0 ? Int(state.st_size) : 0
  }
}

extension Navd {
  /// Returns the status of a session.
  func info(of session: String) throws -> Reply.Status {
    let answer = try Participant(of: self).ask(.getStatus(.name(session)))
    guard case .status(let status) = answer.body else {
      throw BenchError("navd does not say how a session is")
    }
    return status
  }
}
