import NavGeometry

/// A session of GNU screen with several displays of one window, in which the terminal echoes typed characters.
///
/// As in `TmuxSide`, only the kernel's echo is active. Measured only where screen is installed.
final class ScreenSide: MirrorSide {
  let name = "screen"
  let terminals: [PseudoTerminal]
  private let screen: [String]
  /// The directory, kept until the server ends.
  private let ground: TemporaryDirectory

  static var isInstalled: Bool { Programs.found("screen") != nil }

  init(clients: Int, size: CellSize, in ground: TemporaryDirectory) throws {
    guard let program = Programs.found("screen") else {
      throw BenchError("PATH has no screen: install it (apt-get install screen)")
    }
    let configuration = try ground.write("startup_message off\nautodetach off\n", to: "screenrc")
    let screen = [
      "/usr/bin/env", "SCREENDIR=\(try ground.makeDirectory("screen"))", program, "-c",
      configuration,
    ]
    self.screen = screen
    self.ground = ground
    terminals = try (0..<clients).map { number in
      let terminal = try PseudoTerminal(
        screen + (number == 0 ? ["-S", "bench", "cat"] : ["-x", "bench"]),
        environment: ground.environment,
        size: size
      )
      guard try PseudoTerminal.settle([terminal], quiet: .milliseconds(400)) != [0] else {
        throw BenchError("screen shows nothing: start it by hand and read why")
      }
      return terminal
    }
  }

  deinit {
    run(screen + ["-S", "bench", "-X", "quit"])
  }

  func key(inRound round: Int) -> String { "x" }
}
