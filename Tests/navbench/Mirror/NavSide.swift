import Glibc
import NavGeometry

/// navd with viewers of one deck.
final class NavSide: MeasuredSide {
  let name = "navd"
  let terminals: [PseudoTerminal]
  /// Declared after the terminals, so that it outlives them.
  private let daemon: Navd

  convenience init(clients: Int, size: CellSize, in ground: TemporaryDirectory) throws {
    try self.init(sizes: Array(repeating: size, count: clients), in: ground)
  }

  /// Creates a viewer for each size.
  init(sizes: [CellSize], in ground: TemporaryDirectory) throws {
    let daemon = try Navd(in: ground)
    let client = try Programs.path(of: Programs.client)
    let deck = try ground.write(Deck.small.markdown, to: "deck.md")
    terminals = try sizes.map { size in
      let terminal = try PseudoTerminal(
        [client, "--session", "bench", "--open", deck],
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
