import NavGeometry

/// A tmux server with clients on one pane, in which the terminal echoes typed characters.
///
/// The pane's program sleeps while reading an endless line, so only the kernel's echo is active. The status line is
/// off: tmux draws nothing but the echo.
final class TmuxSide: MirrorSide {
  let name = "tmux"
  let terminals: [PseudoTerminal]
  private let tmux: String
  private let socket: String
  /// The directory, kept until the server ends.
  private let ground: TemporaryDirectory

  /// The most keys: the kernel echoes at most 4,095 characters in one line, and the screen must not scroll.
  static let maximumKeys = 1_500

  init(clients: Int, size: CellSize, in ground: TemporaryDirectory) throws {
    let tmux = try Programs.tmux()
    let socket = "\(ground.path)/tmux"
    // The server must end with its clients if this program is interrupted.
    let configuration = try ground.write(
      """
      set -g status off
      set -g automatic-rename off
      set -g destroy-unattached on

      """,
      to: "tmux.conf"
    )
    self.tmux = tmux
    self.socket = socket
    self.ground = ground
    terminals = try (0..<clients).map { number in
      let what =
        number == 0 ? ["new-session", "-s", "bench", "exec cat"] : ["attach", "-t", "bench"]
      let terminal = try PseudoTerminal(
        [tmux, "-f", configuration, "-S", socket] + what,
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
