import CNavSupport
import Glibc

/// Returns the monotonic time: the time since an arbitrary moment, which never goes back.
///
/// Equal in all processes of a machine, so durations can be measured across them.
package func monotonicNow() -> Duration { .nanoseconds(nav_monotonic_ns()) }

/// Returns the processor time that this thread has used.
package func threadProcessorTime() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

/// Returns the wall clock in milliseconds since 1970; 0 for a clock set before that.
package func millisecondsSince1970() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_REALTIME, &time)
  return max(0, Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
}
