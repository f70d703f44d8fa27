import NavGeometry
import NavSystem

/// Counts what a key press costs navd, the viewer in which it is pressed, and another one of the same size.
///
/// All three are the real programs under callgrind, each on a pseudo terminal of its own. Only their main threads are
/// counted: those of libzmq also send heartbeats. The viewers have reduced motion, so that each paints one frame for a
/// press, whatever the time that the frame before took. A key is pressed after the last motion has ended.
///
/// The programs also do work by the clock, so the figures are medians: most presses have none of it in their time. What
/// reading the counts adds to them is read, too, and taken off.
struct PressCount {
  /// The counted presses.
  var presses = 9

  /// One key turns a page, so the deck limits the presses.
  static let maximumPresses = 30

  private static let warmUp = 4
  private static let size = CellSize(columns: 80, rows: 24)
  /// Longer than a motion, which is not seen with reduced motion.
  private static let motion = Duration.milliseconds(600)
  /// How long a program may take under callgrind to show something.
  private static let patience = Duration.seconds(60)

  /// The counts of one program.
  struct Count {
    let program: String
    /// The medians.
    let tally: CallgrindProgram.Tally
  }

  func measure() throws -> [Count] {
    let ground = try TemporaryDirectory()
    let wrapper = try CallgrindProgram.wrapper(in: ground)
    let daemon = try Navd(in: ground, under: wrapper)
    let deck = try ground.write(Deck.small.markdown, to: "deck.md")
    let client = try Programs.path(of: Programs.client)
    let viewer =
      wrapper + [client, "--session", "count", "--open", deck, "--reduced-motion", "--fps", "240"]
    let terminals = try (0..<2).map { _ in
      let terminal = try PseudoTerminal(
        viewer,
        environment: ground.environment,
        size: Self.size
      )
      try terminal.waitFor("Slide 1", within: Self.patience)
      return terminal
    }
    let programs = [daemon.process, terminals[0].process, terminals[1].process].map {
      CallgrindProgram($0, in: ground)
    }
    for program in programs { try program.startCounting() }
    for _ in 0..<Self.warmUp { try press(terminals) }
    let tallies = try count(programs) {
      try press(terminals)
      daemon.drain()
    }
    return zip(["navd", "presser", "mirror"], tallies).map { name, tallies in
      Count(
        program: name,
        tally: CallgrindProgram.Tally(
          instructions: Figures(tallies.map(\.instructions)).p50,
          systemCalls: Figures(tallies.map(\.systemCalls)).p50
        )
      )
    }
  }

  /// Returns the counts of each program for each press.
  private func count(
    _ programs: [CallgrindProgram],
    press: () throws -> Void
  ) throws -> [[CallgrindProgram.Tally]] {
    var counts: [[CallgrindProgram.Tally]] = programs.map { _ in [] }
    var last = try programs.map { try $0.tally() }
    for _ in 0..<presses {
      let before = try programs.map { try $0.tally() }
      try press()
      let after = try programs.map { try $0.tally() }
      for index in programs.indices {
        let reading = before[index] - last[index]
        counts[index].append(after[index] - before[index] - reading)
      }
      last = after
    }
    return counts
  }

  /// Turns the page in the first terminal, and waits until both have shown it and all is at rest.
  private func press(_ terminals: [PseudoTerminal]) throws {
    _ = try PseudoTerminal.timeToFirstBytes(of: terminals, within: Self.patience) {
      try terminals[0].type("l")
    }
    try PseudoTerminal.settle(terminals, quiet: Self.motion)
  }
}
