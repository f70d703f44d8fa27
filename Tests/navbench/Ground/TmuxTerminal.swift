import Glibc
import NavGeometry

/// A program in a real terminal whose screen can be read: the only pane of its own tmux server.
final class TmuxTerminal {
  /// The program's process id.
  let process: pid_t
  private let tmux: [String]
  /// The directory, kept until the server ends.
  private let ground: TemporaryDirectory

  /// Starts a program under a name that is unique in the directory.
  init(
    _ name: String,
    running command: [String],
    size: CellSize,
    in ground: TemporaryDirectory
  ) throws {
    self.ground = ground
    let tmux = [try Programs.tmux(), "-u", "-S", "\(ground.path)/\(name).tmux", "-f", "/dev/null"]
    self.tmux = tmux
    _ = try output(
      of: tmux + ["set", "-g", "status", "off", ";", "new-session", "-d"]
        + ["-x", "\(size.columns)", "-y", "\(size.rows)"] + command,
      environment: ground.environment
    )
    let id = try output(
      of: tmux + ["display-message", "-p", "#{pane_pid}"],
      environment: ground.environment
    )
    guard let process = pid_t(id.prefix { $0 != "\n" }) else {
      throw BenchError("tmux does not name the process of its pane: it says \(id)")
    }
    self.process = process
  }

  deinit {
    kill(process, SIGCONT)
    // Waits for the server's end before the directory is removed.
    run(tmux + ["kill-server"])
  }

  /// Returns the text of all rows.
  ///
  /// - Throws: `BenchError` if the program has ended, and the pane with it.
  func screen() throws -> String {
    try output(of: tmux + ["capture-pane", "-p"], environment: ground.environment)
  }

  /// Whether the program exists, running or stopped.
  var isRunning: Bool { kill(process, 0) == 0 }

  func send(_ signal: Int32) {
    kill(process, signal)
  }
}
