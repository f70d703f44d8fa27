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
