import Glibc
import NavBase
import NavProcessKit

/// A tmux server in a directory, with one session of one pane.
///
/// It has no status line, so that it draws nothing but what the pane's program writes.
final class Tmux {
  /// The process of the server, and that of the pane's program.
  let server: pid_t
  let program: pid_t
  private let command: [String]
  /// The directory, kept until the server ends.
  private let ground: TemporaryDirectory

  /// - Parameters:
  ///   - words: the command of the pane.
  ///   - size: the size of the session while it has no clients.
  ///   - ground: the directory of its socket.
  ///   - name: the name of the socket, unique in the directory.
  /// - Throws: `BenchError` if it does not start.
  init(
    running words: [String],
    size: CellSize = .standardTerminal,
    in ground: TemporaryDirectory,
    name: String = "tmux"
  ) throws {
    let lines = "set -g status off\nset -g automatic-rename off\nset -s escape-time 0\n"
    let file = try ground.write(lines, to: "\(name).conf")
    let socket = "\(ground.path)/\(name)"
    command = [try Programs.found("tmux"), "-u", "-f", file, "-S", socket]
    let start = ["new-session", "-d", "-s", "bench"] + Self.arguments(of: size) + words
    try output(of: command + start, environment: ground.environment)
    let ids = try output(
      of: command + ["display-message", "-p", "#{pid} #{pane_pid}"],
      environment: ground.environment
    )
    .split(whereSeparator: \.isWhitespace).compactMap { pid_t($0) }
    guard ids.count == 2 else { throw BenchError("tmux does not name its processes") }
    (server, program) = (ids[0], ids[1])
    self.ground = ground
  }

  deinit {
    kill(program, SIGCONT)
    // Waits for the server's end before the directory is removed.
    _ = try? run(["kill-server"])
  }

  static func arguments(of size: CellSize) -> [String] {
    ["-x", "\(size.columns)", "-y", "\(size.rows)"]
  }

  @discardableResult
  func run(_ words: [String]) throws -> String {
    try output(of: command + words, environment: ground.environment)
  }

  /// Starts a client in a terminal, which shows the session.
  func attach(size: CellSize = .standardTerminal) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(command + ["attach", "-t", "bench"], in: ground, size: size)
    guard try PseudoTerminal.settle([terminal], quiet: .milliseconds(400))[0].bytes > 0 else {
      throw BenchError("tmux shows nothing: start it by hand and read why")
    }
    return terminal
  }

  /// Returns the text of all rows.
  ///
  /// - Throws: `BenchError` if the program has ended, and the pane with it.
  func screen() throws -> String { try run(["capture-pane", "-p"]) }

  /// Whether the program exists, running or stopped.
  var isRunning: Bool { kill(program, 0) == 0 }
}

extension Tmux {
  /// Whether the navclient in the pane shows a text and is connected.
  ///
  /// - Throws: `BenchError` if it has ended.
  func shows(_ words: String) throws -> Bool {
    guard isRunning else { throw BenchError("navclient has ended") }
    let text = try screen()
    return text.contains(words) && !text.contains("reconnecting")
  }
}
