import CNavSupport
import Glibc
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
  /// The number of sessions that was reported last; nil before the daemon is ready.
  private var reported: Int?
  /// The earliest time of the next report.
  private var nextReport = Duration.zero
  /// Whether the number of sessions differs from the one that was reported.
  private var isOutdated = false

  /// The pause between reports of the number of sessions.
  private static let pause = Duration.seconds(1)

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
  var nextWake: Duration? {
    let wakes = [manager.nextWake, isOutdated ? nextReport : nil]
    return wakes.compactMap(\.self).min()
  }

  /// Reports that the daemon serves.
  mutating func started(sessions: Int, at now: Duration) {
    manager.ready(at: now)
    reported = nil
    report(sessions: sessions, at: now)
  }

  /// Reports that the configuration is read again.
  mutating func reloading(at now: Duration) { manager.reloading(at: now) }

  /// Reports that the configuration was read.
  mutating func reloaded(at now: Duration) { manager.ready(at: now) }

  /// Reports that the daemon ends.
  mutating func stopping(at now: Duration) { manager.stopping(at: now) }

  /// Reports at the end of a turn: the sign of life that is due, and the number of sessions if it has changed.
  ///
  /// - Parameters:
  ///   - sessions: the number of sessions.
  ///   - now: the time of the turn.
  mutating func report(sessions: Int, at now: Duration) {
    manager.beat(at: now)
    isOutdated = manager.isListening && sessions != reported
    guard isOutdated, nextReport <= now else { return }
    reported = sessions
    isOutdated = false
    nextReport = now + Self.pause
    manager.report(sessions == 1 ? "1 session" : "\(sessions) sessions", at: now)
  }
}
