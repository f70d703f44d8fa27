import NavGeometry

/// Counts what a key press costs navd, the viewer in which it is pressed, and another one of the same size.
///
/// All three are the real programs under callgrind, each on a pseudo terminal of its own. Only their main threads are
/// counted: those of libzmq also send heartbeats. The viewers have reduced motion, so that each paints one frame for a
/// press, however long the frame before took. A key is pressed after the motion of the one before has ended in navd.
///
/// The figures are the least of many presses. The programs also work by the clock, and messages that arrive together
/// in one press take several turns of the loop in another: all of that only adds.
struct PressCount {
  /// The counted presses.
  var presses = 20

  /// Each press turns a page of the deck.
  static let maximumPresses = Deck.small.pages.count - 1 - warmUp

  private static let warmUp = 4
  /// The presses whose allocations are counted: writing what each program called takes longer.
  private static let allocationPresses = 12
  private static let size = CellSize(columns: 80, rows: 24)
  /// Longer than a motion, which reduced motion does not show.
  private static let motion = Duration.milliseconds(600)
  /// The time without work of any program that ends a press.
  private static let rest = Duration.milliseconds(50)
  /// The time that a program may take under callgrind to show something.
  private static let patience = Duration.seconds(60)

  /// The counts of one program.
  struct Count {
    let program: String
    let tally: Callgrind.Tally
    /// The number of times that the main thread asked for memory.
    let allocations: Int
  }

  func measure() throws -> [Count] {
    let ground = try TemporaryDirectory()
    // Not in that directory: the viewers watch it, because it may get the directory of their configuration.
    let files = try TemporaryDirectory()
    let wrapper = try Callgrind.wrapper(in: files)
    let daemon = try Navd(in: ground, under: wrapper)
    let deck = try ground.write(Deck.small.markdown, to: "deck.md")
    let viewer =
      wrapper + [
        try Programs.path(of: Programs.client), "--session", "count", "--open", deck,
        "--reduced-motion",
      ]
    let terminals = try (0..<2).map { _ in
      let terminal = try PseudoTerminal(viewer, environment: ground.environment, size: Self.size)
      try terminal.waitFor("Slide 1", within: Self.patience)
      return terminal
    }
    let callgrind = Callgrind([daemon.process] + terminals.map(\.process), in: files)
    try callgrind.startCounting()
    for _ in 0..<Self.warmUp { _ = try press(terminals, callgrind) }
    let tallies = try (0..<presses).map { _ in
      daemon.drain()
      try PseudoTerminal.settle(terminals, quiet: Self.motion)
      let before = try callgrind.tallies()
      return zip(try press(terminals, callgrind), before).map { $0 - $1 }
    }
    let allocations = try allocations(terminals, callgrind)
    return ["navd", "presser", "mirror"].enumerated().map { index, program in
      let own = tallies.map { $0[index] }
      return Count(
        program: program,
        tally: Callgrind.Tally(
          instructions: own.map(\.instructions).min() ?? 0,
          systemCalls: own.map(\.systemCalls).min() ?? 0
        ),
        allocations: allocations.map { $0[index] }.min() ?? 0
      )
    }
  }

  /// Presses the key back, by turns with the counts of what the programs called.
  private func allocations(
    _ terminals: [PseudoTerminal],
    _ callgrind: Callgrind
  ) throws -> [[Int]] {
    try (0..<min(presses, Self.allocationPresses)).map { _ in
      try PseudoTerminal.settle(terminals, quiet: Self.motion)
      // Soon before the press: each heartbeat of a viewer in between is counted, too.
      try callgrind.startAnew()
      _ = try press(terminals, callgrind, key: "h")
      return try callgrind.allocations()
    }
  }

  /// Presses a key that turns the page in the first terminal, and waits until both have shown it and no program works any more.
  ///
  /// - Returns: the counts at that time.
  private func press(
    _ terminals: [PseudoTerminal],
    _ callgrind: Callgrind,
    key: String = "l"
  ) throws -> [Callgrind.Tally] {
    _ = try PseudoTerminal.timeToFirstBytes(of: terminals, within: Self.patience) {
      try terminals[0].type(key)
    }
    return try callgrind.talliesAtRest(terminals, for: Self.rest)
  }
}
