import CNavSupport
import Glibc

/// Runs a shell script when this process has ended, for whatever reason, also after SIGKILL.
///
/// The guard is a shell in a session of its own that reads from a pipe whose other end only this process holds.
/// Destroying the value ends the shell, and the script does not run.
package struct EndGuard: ~Copyable {
  private let number: pid_t
  /// The write end of the pipe; never written to.
  private let lifeline: Descriptor

  /// Starts the shell.
  ///
  /// - Parameters:
  ///   - script: the commands; they find only the programs in /usr/bin and /bin.
  ///   - argument: the value of `$1` in the script.
  ///   - name: the value of `$0`, which lists of processes show.
  /// - Throws: an error if the shell can't be started.
  package init(
    running script: String,
    with argument: String,
    named name: String
  ) throws(ProcessError) {
    let shell = "/bin/sh"
    let launch = try Launch(
      [shell, "-c", "read -r _ || { \(script); }", name, argument],
      environment: ["PATH": "/usr/bin:/bin"]
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
