import CNavSupport
import Glibc
import NavBase
import NavSystem
import ZeroMQ

extension Context {
  /// Closes the context after its sockets, and waits for the threads of libzmq, but not for long.
  ///
  /// libzmq by itself waits without a limit, also for a thread that asks a name server which does not answer. Such a
  /// thread is left behind: it ends with the process at the latest.
  ///
  /// - Parameter limit: the longest wait.
  /// - Returns: whether all threads have ended.
  func close(within limit: Duration) -> Bool {
    let ended = nav_eventfd_open()
    guard ended >= 0 else {
      close()
      return true
    }
    let isStarted = startThread { [self] in
      close()
      _ = nav_eventfd_signal(ended)
    }
    guard isStarted else {
      Glibc.close(ended)
      close()
      return true
    }
    let end = monotonicNow() + limit
    var waiting = pollfd(fd: ended, events: Int16(POLLIN), revents: 0)
    while true {
      let left = max(.zero, end - monotonicNow())
      if poll(&waiting, 1, Int32(clamping: left.milliseconds + 1)) > 0 {
        Glibc.close(ended)
        return true
      }
      // The thread still needs the descriptor.
      if left == .zero { return false }
    }
  }
}
