import Glibc
import NavGeometry

/// The daemon of the floor: it publishes a message for each request, then replies, and does nothing else.
///
/// See `CNavFloor.h`.
final class FloorDaemon {
  /// The endpoints of requests and of messages.
  let input: String
  let layout: String
  private let terminal: PseudoTerminal
  /// The directory, kept until the daemon ends.
  private let ground: TemporaryDirectory

  /// The size of navd's message for a turned page.
  static let usualSize = 700

  init(in ground: TemporaryDirectory, messageSize: Int = usualSize) throws {
    input = "ipc://\(ground.path)/floor-input"
    layout = "ipc://\(ground.path)/floor-layout"
    self.ground = ground
    terminal = try PseudoTerminal(
      [try Programs.path(of: Programs.bench), "floor-daemon", input, layout, "\(messageSize)"],
      environment: ground.environment,
      size: CellSize(columns: 80, rows: 24)
    )
    guard terminal.read(within: .seconds(5)) > 0 else {
      throw BenchError("the floor does not start within 5 s: the machine is too busy")
    }
  }

  var process: pid_t { terminal.process }
}
