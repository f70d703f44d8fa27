import CNavSupport
import Glibc
import Synchronization

/// A program that runs on a thread of its own while others look at what it prints.
///
/// Giving the command up ends the program.
package final class RunningCommand: Sendable {
  /// Between two calls that say that there is more, where nobody says otherwise.
  package static let interval = Duration.milliseconds(100)

  package enum State: Hashable, Sendable {
    /// Since when, on the clock that only goes forward.
    case running(since: Duration)
    case ended(ProcessEnd, after: Duration)
    case failed(ProcessError)

    package var isRunning: Bool {
      if case .running = self { true } else { false }
    }
  }

  private let run: Run

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - invocation: what to run.
  ///   - limits: what it may take.
  ///   - interval: between two calls that say that there is more.
  ///   - receive: takes what the program prints, on the program's thread.
  ///   - changed: is called on that thread while there is more, at most once an interval, and
  ///     once when the program has ended and `state` says how.
  package init(
    _ invocation: Invocation,
    within limits: ProcessLimits = .followed,
    interval: Duration = interval,
    receive: @escaping @Sendable (ArraySlice<UInt8>) -> Void,
    changed: @escaping @Sendable () -> Void
  ) {
    run = Run(interval: interval, receive: receive, changed: changed)
    let run = run
    if !startThread({ run.follow(invocation, within: limits) }) {
      run.fail(.refused(program: invocation.arguments.first ?? "", code: EAGAIN))
    }
  }

  deinit { run.stop() }

  package var state: State { run.state.withLock { $0 } }

  /// Ends the program and all of its group: SIGTERM first, SIGKILL after a grace.
  ///
  /// Returns at once; `changed` is called when it has ended.
  package func stop() { run.stop() }
}

/// What the program's thread and the others share.
private final class Run: Sendable {
  let state: Mutex<RunningCommand.State>
  private let interval: Duration
  private let receive: @Sendable (ArraySlice<UInt8>) -> Void
  private let changed: @Sendable () -> Void
  /// Readable once the program is to end; below 0 where there was none to have.
  private let stopper: Int32

  init(
    interval: Duration,
    receive: @escaping @Sendable (ArraySlice<UInt8>) -> Void,
    changed: @escaping @Sendable () -> Void
  ) {
    self.interval = interval
    state = Mutex(.running(since: monotonicTime()))
    self.receive = receive
    self.changed = changed
    stopper = nav_eventfd_open()
  }

  deinit {
    if stopper >= 0 { close(stopper) }
  }

  func stop() {
    if stopper >= 0 { _ = nav_eventfd_signal(stopper) }
  }

  func fail(_ error: ProcessError) {
    state.withLock { $0 = .failed(error) }
    changed()
  }

  func follow(_ invocation: Invocation, within limits: ProcessLimits) {
    guard stopper >= 0 else {
      return fail(.refused(program: invocation.arguments.first ?? "", code: EMFILE))
    }
    let start = monotonicTime()
    let end: ProcessEnd
    do {
      var child = try ChildProcess(invocation, memory: limits.memory)
      // Released only when the program has ended.
      let processGuard = try ProcessGuard(child.number)
      defer { _ = processGuard }
      var pace = Pace(interval: interval, receive: receive, changed: changed)
      end = child.follow(within: limits, stop: stopper, &pace)
    } catch {
      return fail(error)
    }
    state.withLock { $0 = .ended(end, after: monotonicTime() - start) }
    changed()
  }
}

/// Says that there is more, but not too often: at once after a time of silence, else at the end of
/// an interval.
private struct Pace: OutputReceiver {
  let interval: Duration
  let receive: @Sendable (ArraySlice<UInt8>) -> Void
  let changed: @Sendable () -> Void
  private var saidAt: Duration?
  private(set) var wake: Duration?

  init(
    interval: Duration,
    receive: @escaping @Sendable (ArraySlice<UInt8>) -> Void,
    changed: @escaping @Sendable () -> Void
  ) {
    self.interval = interval
    self.receive = receive
    self.changed = changed
  }

  mutating func receive(_ bytes: ArraySlice<UInt8>, isError: Bool, at now: Duration) {
    receive(bytes)
    guard wake == nil else { return }
    if let saidAt, now < saidAt + interval {
      wake = saidAt + interval
    } else {
      say(at: now)
    }
  }

  mutating func wake(at now: Duration) {
    wake = nil
    say(at: now)
  }

  private mutating func say(at now: Duration) {
    saidAt = now
    changed()
  }
}
