import NavGeometry

/// Counts what a viewer that joins a session costs navd, and what the viewer does from its start to its first screen.
///
/// Both are the real programs, of which one at a time runs under callgrind, and only its main thread is counted. The
/// other one runs at its own speed, so that a join is short and hardly any work that is done once a second falls into
/// it. The figures are the least of several joins.
struct JoinCount {
  private static let joins = 12
  private static let size = CellSize(columns: 80, rows: 24)
  /// How long no program may work before and at the end of a join.
  private static let rest = Duration.milliseconds(50)
  /// How long a program may take under callgrind to show something.
  private static let patience = Duration.seconds(60)

  struct Count {
    var daemon: Callgrind.Tally
    var viewer: Callgrind.Tally
  }

  func measure() throws -> Count {
    Count(daemon: try tallyOfDaemon(), viewer: try tallyOfViewer())
  }

  private func tallyOfDaemon() throws -> Callgrind.Tally {
    let (ground, files) = (try TemporaryDirectory(), try TemporaryDirectory())
    let daemon = try Navd(in: ground, under: try Callgrind.wrapper(in: files))
    let first = try opened(in: ground)
    let callgrind = Callgrind([daemon.process], in: files)
    try callgrind.startCounting()
    return try leastOfJoins {
      daemon.drain()
      // The viewer before has left; navd may still have to tell the first one.
      let before = try callgrind.talliesAtRest([first], for: Self.rest)[0]
      let joiner = try terminal(Self.viewer(), in: ground)
      return try callgrind.talliesAtRest([first, joiner], for: Self.rest)[0] - before
    }
  }

  private func tallyOfViewer() throws -> Callgrind.Tally {
    // Viewers watch the first one, because it may get the directory of their configuration.
    let (ground, files) = (try TemporaryDirectory(), try TemporaryDirectory())
    let daemon = try Navd(in: ground)
    let first = try opened(in: ground)
    let command = try Callgrind.wrapper(in: files, counting: true) + Self.viewer()
    return try leastOfJoins {
      daemon.drain()
      try PseudoTerminal.settle([first], quiet: Self.rest)
      let joiner = try terminal(command, in: ground)
      return try Callgrind([joiner.process], in: files).talliesAtRest([joiner], for: Self.rest)[0]
    }
  }

  private static func viewer() throws -> [String] {
    [try Programs.path(of: Programs.client), "--session", "count"]
  }

  /// Opens the session in a first viewer, which stays.
  private func opened(in ground: TemporaryDirectory) throws -> PseudoTerminal {
    let deck = try ground.write(Deck.small.markdown, to: "deck.md")
    return try terminal(Self.viewer() + ["--open", deck], in: ground)
  }

  /// Starts a viewer and waits until it has shown the session.
  private func terminal(
    _ command: [String],
    in ground: TemporaryDirectory
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(command, environment: ground.environment, size: Self.size)
    try terminal.waitFor("Slide 1", within: Self.patience)
    return terminal
  }

  private func leastOfJoins(_ join: () throws -> Callgrind.Tally) throws -> Callgrind.Tally {
    let tallies = try (0..<Self.joins).map { _ in try join() }
    return Callgrind.Tally(
      instructions: tallies.map(\.instructions).min() ?? 0,
      systemCalls: tallies.map(\.systemCalls).min() ?? 0
    )
  }
}
