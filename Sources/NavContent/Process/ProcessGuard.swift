import CNavSupport
import Glibc

/// Ends a program and all of its group when this process is gone, whatever ended it.
///
/// The kernel kills only the program itself, not what that has started. The guard is a shell that
/// reads from a pipe whose other end this process alone has; when nobody has it any more, the group
/// gets SIGTERM, and SIGKILL a second later. A process that has left the group by itself (`setsid`)
/// outlives it.
struct ProcessGuard: ~Copyable {
  private let number: pid_t
  /// Never written to.
  private let lifeline: Descriptor

  /// - Parameter group: whose processes are to end.
  /// - Throws: where no shell can be started.
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
