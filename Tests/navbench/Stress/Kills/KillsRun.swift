import Glibc
import NavCommands
import NavGeometry
import NavModel
import NavSync
import NavSystem
import NavWire
import ZeroMQ

/// All participants, and the measurements so far.
final class KillsRun {
  private(set) var viewerTimes: [Duration] = []
  private(set) var answerTimes: [Duration] = []
  private(set) var screenTimes: [Duration] = []
  /// The number of operations without a reply at the moments of the kills.
  private(set) var underWay = 0

  private let daemon: Navd
  private let session: String
  private let loop = Loop()
  private let senders: [Sender]
  private let followers: [Follower]
  private let screens: [TmuxTerminal]
  private let ledger: Ledger
  private var work: KillsWork
  private var nextSend = Duration.zero
  private var isWorking = false

  /// The interval of one client's operations: below the daemon's sustained limit.
  private static let pace = Duration.milliseconds(3)
  private static let inFlight = 16

  init(in ground: TemporaryDirectory, session: String, seed: UInt64) throws {
    self.session = session
    work = KillsWork(seed: seed)
    let daemon = try Navd(in: ground)
    self.daemon = daemon
    let deck = try ground.write(KillsWork.deck.markdown, to: "deck.md")
    _ = try Participant(of: daemon).ask(.newSession(name: session, .deck(path: deck)))
    let info = try Self.info(of: session, daemon)
    ledger = Ledger(base: info.version)
    let context = try Context()
    senders = try (0..<2).map { _ in
      try Sender(of: daemon, session: .id(info.id), in: context)
    }
    followers = try [(80, 24), (100, 30)].map { columns, rows in
      try Follower(
        of: daemon,
        session: session,
        viewport: CellSize(columns: columns, rows: rows),
        in: context
      )
    }
    let client = try Programs.path(of: Programs.client)
    screens = try [("narrow", 80, 24), ("wide", 120, 40)].map { name, columns, rows in
      try TmuxTerminal(
        name,
        running: [client, "--session", session],
        size: CellSize(columns: columns, rows: rows),
        in: ground
      )
    }
    for sender in senders { loop.add(sender) }
    for follower in followers { loop.add(follower) }
    loop.everyTurn = { [unowned self] now in try turn(at: now) }
    try loop.run(until: "all viewers are live") { followers.allSatisfy { $0.epoch != nil } }
    try waitForScreens(toShow: 1)
  }

  var acknowledged: Int { senders.reduce(0) { $0 + $1.ledger.count } }

  func play(_ round: Int) throws {
    isWorking = true
    try loop.run(for: work.workingTime())
    isWorking = false
    let old = followers.compactMap { $0.replica?.epoch }.max() ?? 0
    try sendBurst()
    // A random moment of the burst, at which the kill comes: nothing is awaited.
    usleep(work.lastMoment())
    daemon.killNow()
    // Operations with a reply by now no longer count as in flight.
    for sender in senders { try sender.step(at: monotonicNow()) }
    underWay += senders.reduce(0) { $0 + $1.inFlight }
    let start = try daemon.startAgain()
    var liveAt: [Int: Duration] = [:]
    var answeredAt: Duration?
    try loop.run(until: "viewers are live again and all inputs are answered") {
      for (index, follower) in followers.enumerated()
      where liveAt[index] == nil && (follower.epoch ?? 0) > old {
        liveAt[index] = follower.joinedAt
      }
      if answeredAt == nil, senders.allSatisfy({ $0.inFlight == 0 }) { answeredAt = monotonicNow() }
      return liveAt.count == followers.count && answeredAt != nil
    }
    viewerTimes += liveAt.values.map { $0 - start }
    if let answeredAt { answerTimes.append(answeredAt - start) }
    try finish(round, since: start)
  }

  /// Sends one more operation, which every viewer must show.
  private func finish(_ round: Int, since start: Duration) throws {
    let acknowledged = senders.flatMap(\.ledger).map(\.version).max() ?? ledger.base
    let info = try Self.info(of: session, daemon)
    guard info.version >= acknowledged else {
      throw BenchError("version \(acknowledged) was acknowledged, the session has \(info.version)")
    }
    let page = KillsWork.lastPage(ofRound: round)
    try senders[round % senders.count].send(.goTo(page), at: monotonicNow())
    try loop.run(until: "the last input of the round is answered") {
      senders.allSatisfy { $0.inFlight == 0 }
    }
    screenTimes += try waitForScreens(toShow: page).map { $0 - start }
  }

  /// Compares the acknowledged operations with the session and returns the differences.
  func faults() throws -> [String] {
    let info = try Self.info(of: session, daemon)
    var faults = ledger.faults(
      of: senders.flatMap(\.ledger),
      version: info.version,
      page: info.page
    )
    faults += senders.flatMap(\.refusals).map { "an input was refused: \($0)" }
    faults += followers.flatMap(\.faults)
    for screen in screens where !screen.isRunning { faults.append("a navclient has ended") }
    return faults
  }

  /// - Returns: the time at which each screen showed the page.
  @discardableResult
  private func waitForScreens(toShow page: Int) throws -> [Duration] {
    var times: [Int: Duration] = [:]
    try loop.run(until: "every navclient shows page \(page)") {
      for (index, screen) in screens.enumerated() where times[index] == nil {
        guard screen.isRunning else { throw BenchError("a navclient has ended") }
        let text = try screen.screen()
        if text.contains(KillsWork.words(ofPage: page)), !text.contains("reconnecting") {
          times[index] = monotonicNow()
        }
      }
      return times.count == screens.count
    }
    return Array(times.values)
  }

  private func turn(at now: Duration) throws {
    daemon.drain()
    guard isWorking, now >= nextSend else { return }
    nextSend = now + Self.pace
    for sender in senders where sender.inFlight < Self.inFlight {
      try sender.send(work.next(), at: now)
    }
  }

  /// Sends many operations at once, so that some are at each stage when the daemon is killed.
  private func sendBurst() throws {
    for sender in senders {
      while sender.inFlight < Self.inFlight { try sender.send(work.next(), at: monotonicNow()) }
    }
  }

  private static func info(of session: String, _ daemon: Navd) throws -> Reply.SessionInfo {
    let answer = try Participant(of: daemon).ask(.getStatus(.name(session)))
    guard case .status(let status) = answer.body else {
      throw BenchError("navd does not say how a session is")
    }
    return status.session
  }
}
