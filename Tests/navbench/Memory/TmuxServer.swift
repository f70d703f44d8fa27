import Glibc
import NavGeometry

/// A tmux server in a directory of its own.
final class TmuxServer {
  let process: pid_t
  private let command: [String]
  private let ground: TemporaryDirectory

  /// The arguments for the size of a session without clients.
  static let size = [
    "-x", "\(MemoryScenario.size.columns)", "-y", "\(MemoryScenario.size.rows)",
  ]

  /// Starts a server whose one session runs a command.
  init(running program: [String]) throws {
    ground = try TemporaryDirectory()
    command = [try Programs.tmux(), "-f", "/dev/null", "-S", "\(ground.path)/tmux"]
    _ = try output(
      of: command + ["new-session", "-d"] + Self.size + ["-s", "bench"] + program,
      environment: ground.environment
    )
    let id = try output(
      of: command + ["display-message", "-p", "#{pid}"],
      environment: ground.environment
    )
    guard let process = pid_t(id.prefix { $0 != "\n" }) else {
      throw BenchError("tmux does not name the process of its server: it says \(id)")
    }
    self.process = process
  }

  deinit {
    // Waits for the server's end before the directory is removed.
    navbench.run(command + ["kill-server"])
  }

  func run(_ words: [String]) throws {
    _ = try output(of: command + words, environment: ground.environment)
  }

  /// Starts a client in a terminal, which shows the session.
  func attach() throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      command + ["attach", "-t", "bench"],
      environment: ground.environment,
      size: MemoryScenario.size
    )
    guard terminal.read(within: .seconds(5)) > 0 else {
      throw BenchError("tmux shows nothing within 5 s: start it by hand and read why")
    }
    return terminal
  }
}
