import NavGeometry
import NavSystem

/// A navd that is killed and started again, with a navclient in a terminal.
final class KilledNavd {
  static let size = CellSize(columns: 80, rows: 24)

  private let daemon: Navd
  private let terminal: PseudoTerminal

  /// Two pages without a common letter at one place, so that each writes its words whole in the one frame of a motion that
  /// is not shown.
  private static let words = ["Mountain", "Seashore"]
  private static let patience = Duration.seconds(10)
  /// The interval at which a terminal repeats a key that is held.
  private static let repeatInterval = Duration.milliseconds(33)

  /// The times from a kill.
  struct Recovery {
    /// Until navd answers a request.
    let answer: Duration
    /// Until navclient shows the result of a key that is held from the kill on.
    let screen: Duration
  }

  init(in ground: TemporaryDirectory) throws {
    let deck = Deck(pages: Self.words.map { "\($0)\n" })
    let path = try ground.write(deck.markdown, to: "deck.md")
    daemon = try Navd(in: ground)
    terminal = try PseudoTerminal(
      [
        try Programs.path(of: Programs.client), "--session", "recovery", "--open", path,
        "--reduced-motion",
      ],
      environment: ground.environment,
      size: Self.size
    )
    try terminal.waitFor(Self.words[0], within: Self.patience)
  }

  /// Kills the daemon and starts it again, while a key is held.
  func recover(inRound round: Int) throws -> Recovery {
    try PseudoTerminal.settle([terminal], quiet: .milliseconds(300))
    let awaited = Self.words[(round + 1) % 2]
    let start = monotonicNow()
    daemon.killNow()
    var nextKey = monotonicNow()
    _ = try daemon.startAgain()
    var output = ""
    var shownAt: Duration?
    let look = { [terminal] in
      output += terminal.readText()
      guard shownAt == nil else { return }
      let now = monotonicNow()
      if output.contains(awaited) { return shownAt = now }
      guard now >= nextKey else { return }
      nextKey = now + Self.repeatInterval
      try terminal.type(round.isMultiple(of: 2) ? "l" : "h")
    }
    let answeredAt = try daemon.firstAnswer(look)
    while shownAt == nil {
      try Interruption.check()
      guard monotonicNow() < start + Self.patience, !terminal.hasEnded() else {
        throw BenchError("navclient does not show '\(awaited)' after kill -9 of navd: \(output)")
      }
      output += terminal.readText(within: .milliseconds(1))
      try look()
    }
    return Recovery(answer: answeredAt - start, screen: (shownAt ?? start) - start)
  }
}
