import CNavSupport
import Glibc
package import NavSystem
import Synchronization

/// A program that runs on its own thread while its output is used elsewhere.
///
/// Releasing this object ends the program.
package final class RunningCommand: Sendable {
  /// The default interval between two calls of `changed`.
  package static let interval = Duration.milliseconds(100)

  package enum State: Hashable, Sendable {
    /// The start time, on the monotonic clock.
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
  ///   - invocation: the program to run.
  ///   - limits: the limits under which it runs.
  ///   - interval: the minimum interval between two calls of `changed` while the program runs.
  ///   - receive: receives the output, on the program's thread.
  ///   - changed: called on that thread when there is more output, and once when the program has
  ///     ended and `state` has been updated.
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

  /// Ends the program and its process group: SIGTERM first, SIGKILL after a grace period.
  ///
  /// Returns immediately; `changed` is called when the program has ended.
  package func stop() { run.stop() }
}

/// The state shared by the program's thread and the others.
private final class Run: Sendable {
  let state: Mutex<RunningCommand.State>
  let interval: Duration
  let receive: @Sendable (ArraySlice<UInt8>) -> Void
  let changed: @Sendable () -> Void
  /// A descriptor that is readable once the program is to end; negative if none could be opened.
  private let stopper: Int32

  init(
    interval: Duration,
    receive: @escaping @Sendable (ArraySlice<UInt8>) -> Void,
    changed: @escaping @Sendable () -> Void
  ) {
    self.interval = interval
    state = Mutex(.running(since: monotonicNow()))
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
    let start = monotonicNow()
    let end: ProcessEnd
    do {
      var child = try ChildProcess(invocation, memory: limits.memory)
      // Ends the guard only after the program has ended.
      let processGuard = try EndGuard(endingGroup: child.number)
      defer { _ = processGuard }
      var pace = Pace(run: self)
      end = child.follow(within: limits, stop: stopper, &pace)
    } catch {
      return fail(error)
    }
    state.withLock { $0 = .ended(end, after: monotonicNow() - start) }
    changed()
  }
}

/// Limits the rate of `changed`: called at once after a pause in the output, else at the end of an
/// interval.
private struct Pace: OutputReceiver {
  let run: Run
  var saidAt: Duration?
  private(set) var wake: Duration?

  mutating func receive(_ bytes: ArraySlice<UInt8>, isError: Bool, at now: Duration) {
    run.receive(bytes)
    guard wake == nil else { return }
    if let saidAt, now < saidAt + run.interval {
      wake = saidAt + run.interval
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
    run.changed()
  }
}
