import Glibc
import NavGeometry

/// The floor: programs with navd's sockets, threads and sizes of messages that do no work.
///
/// See `CNavFloor.h`.
final class FloorSide: MeasuredSide {
  let name = "floor"
  let terminals: [PseudoTerminal]
  /// Declared after the terminals, so that it outlives them.
  private let daemon: FloorDaemon

  init(clients: Int, size: CellSize, in ground: TemporaryDirectory) throws {
    let daemon = try FloorDaemon(in: ground)
    let client = [
      try Programs.path(of: Programs.bench), "floor-client", daemon.input, daemon.layout,
    ]
    terminals = try (0..<clients).map { _ in
      let terminal = try PseudoTerminal(client, environment: ground.environment, size: size)
      guard terminal.read(within: .seconds(5)) > 0 else {
        throw BenchError("a client of the floor shows nothing within 5 s: the machine is too busy")
      }
      return terminal
    }
    // The messages for the clients that came later.
    try PseudoTerminal.settle(terminals, quiet: .milliseconds(150))
    self.daemon = daemon
  }

  var daemonProcess: pid_t { daemon.process }

  func key(inRound round: Int) -> String { "x" }
}
