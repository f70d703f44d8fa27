import CNavSupport
import Glibc

/// Says on standard error what went wrong.
package func complain(_ text: String) {
  let line = Array("navclient: \(text)\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
}

/// Time since an arbitrary moment, never going back.
func monotonicNow() -> Duration {
  .nanoseconds(nav_monotonic_ns())
}
