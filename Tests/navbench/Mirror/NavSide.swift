import Glibc
import NavGeometry

/// navd with viewers of one deck.
final class NavSide: MeasuredSide {
  let name: String
  let terminals: [PseudoTerminal]
  /// Declared after the terminals, so that it outlives them.
  private let daemon: Navd

  convenience init(
    clients: Int,
    size: CellSize,
    in ground: TemporaryDirectory,
    isEncrypted: Bool = false
  ) throws {
    let sizes = Array(repeating: size, count: clients)
    try self.init(sizes: sizes, in: ground, isEncrypted: isEncrypted)
  }

  /// Creates a viewer for each size.
  ///
  /// - Parameters:
  ///   - sizes: the sizes of the terminals.
  ///   - ground: the runtime directory of the daemon, which has none yet.
  ///   - isEncrypted: whether they come over TCP, encrypted and sealed; else over ipc.
  /// - Throws: `BenchError` if a program can't be started, or shows nothing in time.
  init(sizes: [CellSize], in ground: TemporaryDirectory, isEncrypted: Bool = false) throws {
    let daemon = try Navd(in: ground, over: isEncrypted ? .tcp : .ipc, isEncrypted: isEncrypted)
    let client = try Programs.path(of: Programs.client)
    let deck = try ground.write(Deck.small.markdown, to: "deck.md")
    // Nobody opens files of the daemon's machine over an encrypted connection.
    let beginning = [client, "new", "--session", "bench", "--open", deck]
    _ = try output(of: beginning, environment: ground.environment)
    name = isEncrypted ? "navd encrypted" : "navd"
    terminals = try sizes.map { size in
      let terminal = try PseudoTerminal(
        [client, "--session", "bench"] + daemon.clientArguments,
        environment: ground.environment,
        size: size
      )
      try terminal.waitFor("Slide 1", within: .seconds(10))
      return terminal
    }
    self.daemon = daemon
  }

  var daemonProcess: pid_t { daemon.process }

  /// Alternates between the first two slides.
  func key(inRound round: Int) -> String { round.isMultiple(of: 2) ? "l" : "h" }
}
