import NavGeometry

/// Counts what a viewer that joins a session costs navd, and what the viewer does from its start to its first screen.
///
/// Both are the real programs under callgrind; only their main threads are counted. The figures are the least of several
/// joins, because the programs also work by the clock.
struct JoinCount {
  private static let joins = 8
  private static let size = CellSize(columns: 80, rows: 24)
  /// How long no program may work at the end of a join.
  private static let rest = Duration.milliseconds(50)
  /// How long a program may take under callgrind to show something.
  private static let patience = Duration.seconds(60)

  struct Count {
    var daemon: Callgrind.Tally
    var viewer: Callgrind.Tally
  }

  func measure() throws -> Count {
    let ground = try TemporaryDirectory()
    let daemon = try Navd(in: ground, under: try Callgrind.wrapper(in: ground))
    let deck = try ground.write(Deck.small.markdown, to: "deck.md")
    let client = [try Programs.path(of: Programs.client), "--session", "count"]
    let first = try PseudoTerminal(
      client + ["--open", deck],
      environment: ground.environment,
      size: Self.size
    )
    try first.waitFor("Slide 1", within: Self.patience)
    try Callgrind([daemon.process], in: ground).startCounting()
    let wrapper = try Callgrind.wrapper(in: ground, counting: true)
    let counts = try (0..<Self.joins).map { _ in
      daemon.drain()
      try PseudoTerminal.settle([first], quiet: Self.rest)
      return try join(wrapper + client, daemon, in: ground)
    }
    return withExtendedLifetime(first) {
      Count(daemon: Self.least(counts.map(\.daemon)), viewer: Self.least(counts.map(\.viewer)))
    }
  }

  private static func least(_ tallies: [Callgrind.Tally]) -> Callgrind.Tally {
    Callgrind.Tally(
      instructions: tallies.map(\.instructions).min() ?? 0,
      systemCalls: tallies.map(\.systemCalls).min() ?? 0
    )
  }

  /// Starts a viewer of the session, waits until it has shown it and no program works any more, and ends it.
  private func join(
    _ command: [String],
    _ daemon: Navd,
    in ground: TemporaryDirectory
  ) throws -> Count {
    let before = try Callgrind([daemon.process], in: ground).tallies()[0]
    let terminal = try PseudoTerminal(command, environment: ground.environment, size: Self.size)
    try terminal.waitFor("Slide 1", within: Self.patience)
    let callgrind = Callgrind([daemon.process, terminal.process], in: ground)
    let tallies = try callgrind.talliesAtRest([terminal], for: Self.rest)
    return Count(daemon: tallies[0] - before, viewer: tallies[1])
  }
}
