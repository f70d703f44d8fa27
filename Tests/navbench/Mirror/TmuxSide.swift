import NavGeometry

/// A tmux server with clients on one pane, in which the terminal echoes typed characters.
///
/// The pane's program sleeps while reading an endless line, so only the kernel's echo is active. The status line is
/// off: tmux draws nothing but the echo.
final class TmuxSide: MirrorSide {
  let name: String
  let terminals: [PseudoTerminal]
  private let tmux: String
  private let socket: String
  /// The directory, kept until the server ends.
  private let ground: TemporaryDirectory

  /// The most keys: the kernel echoes at most 4,095 characters in one line, and the screen must not scroll.
  static let maximumKeys = 1_500

  convenience init(clients: Int, size: CellSize, in ground: TemporaryDirectory) throws {
    try self.init("tmux", clients: clients, size: size, in: ground) { $0 }
  }

  /// Creates clients that run on the other side of a mosh.
  static func overMosh(
    clients: Int,
    size: CellSize,
    in ground: TemporaryDirectory
  ) throws -> TmuxSide {
    try TmuxSide("tmux over mosh", clients: clients, size: size, in: ground) {
      try Mosh.client(of: $0, in: ground)
    }
  }

  /// - Parameters:
  ///   - name: the name of the side.
  ///   - clients: the number of clients.
  ///   - size: the size of their terminals.
  ///   - ground: the directory of the server's socket.
  ///   - local: makes the command to run in a terminal of a client's command.
  /// - Throws: `BenchError` if tmux does not start.
  private init(
    _ name: String,
    clients: Int,
    size: CellSize,
    in ground: TemporaryDirectory,
    local: ([String]) throws -> [String]
  ) throws {
    let tmux = try Programs.tmux()
    let socket = "\(ground.path)/\(name.filter { $0 != " " })"
    // The server must end with its clients if this program is interrupted.
    let configuration = try ground.write(
      """
      set -g status off
      set -g automatic-rename off
      set -g destroy-unattached on

      """,
      to: "tmux.conf"
    )
    self.name = name
    self.tmux = tmux
    self.socket = socket
    self.ground = ground
    terminals = try (0..<clients).map { number in
      let what =
        number == 0 ? ["new-session", "-s", "bench", "exec cat"] : ["attach", "-t", "bench"]
      let terminal = try PseudoTerminal(
        try local([tmux, "-f", configuration, "-S", socket] + what),
        environment: ground.environment,
        size: size
      )
      guard try PseudoTerminal.settle([terminal], quiet: .milliseconds(400)) != [0] else {
        throw BenchError("tmux shows nothing: start it by hand and read why")
      }
      return terminal
    }
  }

  deinit {
    // Waits for the server's end before the directory is removed.
    run([tmux, "-S", socket, "kill-server"])
  }

  func key(inRound round: Int) -> String { "x" }
}
