import Glibc
import NavSystem

/// Ends a process group when this process has ended, for whatever reason.
///
/// The kernel kills only the program itself, not the processes that it has started. The group gets SIGTERM, and SIGKILL
/// a second later. A process that has left the group (`setsid`) is not ended.
struct ProcessGuard: ~Copyable {
  private let guarding: EndGuard

  /// - Parameter group: the process group to end.
  /// - Throws: an error if the guard can't be started.
  init(_ group: pid_t) throws(ProcessError) {
    guarding = try EndGuard(
      running: #"kill -s TERM -- "-$1"; sleep 1; kill -s KILL -- "-$1""#,
      with: String(group),
      named: "navd-guard"
    )
  }
}
