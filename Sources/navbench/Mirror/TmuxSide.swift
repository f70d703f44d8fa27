import NavGeometry

/// A tmux server with clients on one pane, in which the terminal echoes what is typed.
///
/// The pane's program is asleep in the read of a line that never ends, so the kernel's echo is all that
/// happens in it. The status line is off: tmux has nothing to draw but the echo.
final class TmuxSide: MirrorSide {
  let terminals: [PseudoTerminal]
  private let tmux: String
  private let socket: String
  /// Stays as long as the server.
  private let ground: TemporaryDirectory

  /// The most characters that the kernel echoes in one line is 4,095; the screen must not scroll either.
  static let maximumKeys = 1_500

  init(clients: Int, size: CellSize, in ground: TemporaryDirectory) throws {
    let tmux = try Programs.tmux()
    let socket = "\(ground.path)/tmux"
    // The server must not outlive its clients if this program is interrupted.
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
    // Its end is waited for before the directory goes.
    run([tmux, "-S", socket, "kill-server"])
  }

  func key(inRound round: Int) -> String { "x" }
}
