import NavGeometry
import ZeroMQ

/// The baseline: a round trip of 64 bytes to a separate process.
final class EchoLane: ReplyLane {
  let name = "echo of 64 B"
  private let socket: RequestSocket
  private let server: PseudoTerminal
  /// The directory, kept until the server ends.
  private let ground: TemporaryDirectory
  private let request = [UInt8](repeating: 0x78, count: 64)

  init(in ground: TemporaryDirectory) throws {
    self.ground = ground
    let path = "\(ground.path)/echo"
    server = try PseudoTerminal(
      [try Programs.path(of: Programs.bench), "echo", path],
      environment: ground.environment,
      size: CellSize(columns: 80, rows: 24)
    )
    guard server.read(within: .seconds(5)) > 0 else {
      throw BenchError("the echo does not start within 5 s: the machine is too busy")
    }
    socket = try RequestSocket(.ipc(path: path))
  }

  func roundTrip(_ round: Int) throws -> Duration {
    let (reply, time) = try socket.ask(request)
    guard reply == request else { throw BenchError("the echo answers something else") }
    return time
  }
}
