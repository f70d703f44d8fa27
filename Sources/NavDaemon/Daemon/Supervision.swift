import CNavSupport
import Glibc
import NavHost
import NavSystem

/// The operator's side of the daemon: signals that come in, and reports to the service manager.
struct Supervision: ~Copyable {
  /// A request of the operator.
  enum Request: Hashable {
    case stop, reload
  }

  /// Readable while a signal is pending.
  let descriptor: Int32
  private var manager: ServiceManager
  private var count = SessionCountReport()
  private(set) var turns = TurnFigures()

  /// Blocks the signals and takes the service manager from the environment.
  ///
  /// To be called before the first thread starts, so that all threads inherit the signal mask.
  ///
  /// - Parameter now: the time.
  /// - Throws: if the system has no descriptor for signals.
  init(at now: Duration) throws(DaemonError) {
    descriptor = nav_signalfd_open([SIGTERM, SIGINT, SIGHUP], 3)
    guard descriptor >= 0 else {
      throw DaemonError(.unavailable, "can't watch signals: \(systemReason())")
    }
    manager = ServiceManager.ofThisProcess(at: now)
  }

  deinit {
    close(descriptor)
  }

  /// Takes the next pending signal; nil if none is pending.
  func nextRequest() -> Request? {
    switch nav_signalfd_read(descriptor) {
    case SIGTERM, SIGINT: .stop
    case SIGHUP: .reload
    default: nil
    }
  }

  // MARK: Reports

  /// When `report(sessions:at:)` has to be called even if nothing arrives.
  var nextWake: Duration? { [manager.nextWake, count.nextWake].compactMap(\.self).min() }

  /// Reports that the daemon serves.
  ///
  /// - Parameter now: the time.
  mutating func started(at now: Duration) { manager.ready(at: now) }

  /// Reports that the configuration is read again.
  ///
  /// - Parameter now: the monotonic time.
  mutating func reloading(at now: Duration) { manager.reloading(at: now) }

  /// Reports that the configuration was read.
  ///
  /// - Parameter now: the time.
  mutating func reloaded(at now: Duration) { manager.ready(at: now) }

  /// Reports that the daemon ends.
  ///
  /// - Parameter now: the time.
  mutating func stopping(at now: Duration) { manager.stopping(at: now) }

  /// Notes a turn of the poll loop, for metrics.
  ///
  /// - Parameters:
  ///   - duration: how long it has lasted.
  ///   - processorTime: the processor time that it has taken.
  mutating func noteTurn(_ duration: Duration, processorTime: Duration) {
    turns.add(duration, processorTime: processorTime)
  }

  /// Reports at the end of a turn: the sign of life that is due, and the number of sessions if it has changed.
  ///
  /// - Parameters:
  ///   - sessions: the number of sessions.
  ///   - now: the time of the turn.
  mutating func report(sessions: Int, at now: Duration) {
    guard manager.isListening else { return }
    manager.beat(at: now)
    if let line = count.line(sessions: sessions, at: now) { manager.report(line, at: now) }
  }
}

/// The line that tells the service manager how many sessions there are: after a change, at most one each second.
struct SessionCountReport {
  /// The number that was reported last; nil before the first report.
  private var reported: Int?
  /// Whether the number differs from the reported one.
  private var isOutdated = false
  /// The earliest time of the next report.
  private var earliest = Duration.zero

  private static let pause = Duration.seconds(1)

  /// When `line(sessions:at:)` has to be called even if nothing changes; nil if the number is reported.
  var nextWake: Duration? { isOutdated ? earliest : nil }

  /// Returns the line if it is due, and takes it for reported.
  ///
  /// - Parameters:
  ///   - sessions: the number of sessions.
  ///   - now: the time.
  /// - Returns: the line; nil if the number has not changed, or the last line is too recent.
  mutating func line(sessions: Int, at now: Duration) -> String? {
    isOutdated = sessions != reported
    guard isOutdated, earliest <= now else { return nil }
    reported = sessions
    isOutdated = false
    earliest = now + Self.pause
    return sessions == 1 ? "1 session" : "\(sessions) sessions"
  }
}

/// Returns memory to the system that the allocator keeps after a burst.
///
/// It looks some time after something has arrived, so a daemon at rest does not wake up for it.
struct MemoryTidying {
  /// When to look; nil if nothing has arrived since the last time.
  private(set) var nextLook: Duration?
  /// The bytes that could not be returned the last time.
  private var remainder = 0

  private static let pause = Duration.seconds(3)
  /// The free bytes that are left to the allocator.
  private static let tolerated = 16 << 20

  /// Notes that something has arrived.
  mutating func noteWork(at now: Duration) {
    nextLook = nextLook ?? now + Self.pause
  }

  /// Returns memory if that is due and worth it.
  mutating func tidyIfDue(at now: Duration) {
    guard let due = nextLook, due <= now else { return }
    nextLook = nil
    guard nav_memory_spare() > remainder + Self.tolerated else { return }
    nav_memory_tidy()
    remainder = nav_memory_spare()
  }
}
