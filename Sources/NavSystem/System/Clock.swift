import CNavSupport
import Glibc

/// Returns the monotonic time: the time since an arbitrary moment, which never goes back.
///
/// Equal in all processes of a machine, so durations can be measured across them.
package func monotonicNow() -> Duration { .nanoseconds(nav_monotonic_ns()) }

/// Returns the processor time that this thread has used; a system call, unlike `monotonicNow`.
package func threadProcessorTime() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

/// Measures what the turns of a thread's loop cost, with one system call a turn.
///
/// The parts of a turn are measured by the monotonic time. Where a part is long, so that the thread may have waited in it
/// for the disk or for a processor, the processor time of the turn so far bounds it.
package struct TurnClock {
  /// The processor time at the end of the last turn.
  private var turnEnd = threadProcessorTime()

  /// The longest duration of a part that is taken for its cost.
  package static let certain = Duration.milliseconds(1)

  package init() {}

  /// Ends a turn, and returns its processor time; that of waiting for it is included.
  package mutating func endTurn() -> Duration {
    let start = turnEnd
    turnEnd = threadProcessorTime()
    return turnEnd - start
  }

  /// Returns what a part of this turn has cost.
  ///
  /// - Parameter duration: how long it has lasted.
  /// - Returns: the duration, or the processor time of the turn so far where that is less.
  package func cost(of duration: Duration) -> Duration {
    guard duration > Self.certain else { return duration }
    return min(duration, max(Self.certain, threadProcessorTime() - turnEnd))
  }
}

/// Returns the wall clock in milliseconds since 1970; 0 for a clock set before that.
package func millisecondsSince1970() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_REALTIME, &time)
  return max(0, Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
}
