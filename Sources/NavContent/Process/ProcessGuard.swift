import CNavSupport
import Glibc
import NavSystem

/// Ends a process group when this process has ended, for whatever reason.
///
/// The kernel kills only the program itself, not the processes that it has started. The guard is a
/// shell that reads from a pipe whose other end only this process holds; when this process has
/// ended, the group gets SIGTERM, and SIGKILL a second later. A process that has left the group
/// (`setsid`) is not ended.
struct ProcessGuard: ~Copyable {
  private let number: pid_t
  /// The write end of the pipe; never written to.
  private let lifeline: Descriptor

  /// - Parameter group: the process group to end.
  /// - Throws: an error if the shell can't be started.
  init(_ group: pid_t) throws(ProcessError) {
    let script = #"read -r _ || { kill -s TERM -- "-$1"; sleep 1; kill -s KILL -- "-$1"; }"#
    let shell = "/bin/sh"
    let launch = try Launch(
      Invocation(
        [shell, "-c", script, "navd-guard", String(group)],
        environment: ["PATH": "/usr/bin:/bin"]
      )
    )
    let pipe = try Pipe(for: shell)
    let nowhere = try Descriptor(nowhereFor: shell)
    number = try launch.start(
      input: pipe.readNumber,
      output: nowhere.number,
      errors: nowhere.number,
      diesWithThread: false
    )
    lifeline = pipe.writing()
  }

  deinit {
    kill(-number, SIGKILL)
    var isSignal: Int32 = 0
    _ = nav_process_status(number, &isSignal)
  }
}
