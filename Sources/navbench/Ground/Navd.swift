import NavGeometry
import NavWire

/// A daemon of its own, in a temporary runtime directory.
final class Navd {
  let endpoints: Endpoints
  private let terminal: PseudoTerminal
  /// Stays as long as the daemon.
  private let ground: TemporaryDirectory

  /// Starts it and waits until it listens.
  init(in ground: TemporaryDirectory) throws {
    self.ground = ground
    endpoints = Endpoints(runtimeDirectory: ground.path, user: 0)
    terminal = try PseudoTerminal(
      [try Programs.path(of: Programs.daemon)],
      environment: ground.environment,
      size: CellSize(columns: 80, rows: 24)
    )
    // Its first line says that it listens.
    guard terminal.read(within: .seconds(5)) > 0 else {
      throw BenchError("navd says nothing within 5 s of its start: start it by hand and read why")
    }
  }
}
