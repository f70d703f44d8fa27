import ArgumentParser
import NavProcessKit

/// Counts what a key press costs navd, the viewer in which it is pressed, and another one of the same size; what a viewer
/// that joins costs navd, and what the viewer does from its start to its first screen; and what navd publishes for moves.
///
/// All are the real programs under callgrind, each on a pseudo terminal of its own. Only their main threads are counted:
/// those of libzmq also send heartbeats. The viewers have reduced motion, so that each paints one frame for a press,
/// however long the frame before took. A key is pressed after the motion of the one before has ended in navd. Of a join,
/// one program at a time runs under callgrind, so that it is short and hardly any work that is done once a second falls
/// into it.
///
/// The figures are the least of many. The programs also work by the clock, and messages that arrive together in one press
/// take several turns of the loop in another: all of that only adds.
struct Presses: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "What a key press and a join cost in instructions, system calls, messages and bytes.",
    discussion: """
      navd and the viewers run under callgrind, so the counts hardly depend on what else the machine does. Each line \
      is a name and a number. deploy/count compares them with those that it has recorded.

      Examples:
        navbench presses
        navbench presses --presses 20
      """
  )

  // Each press turns a page of the deck.
  @Option(
    help: "Presses to count, 1 to 35; the figures are the least.",
    transform: within(1...Deck.small.pages.count - 1 - warmUp)
  )
  var presses = 20

  private static let warmUp = 4
  private static let joins = 12
  /// The presses whose allocations are counted: writing what each program called takes longer.
  private static let allocationPresses = 12
  /// Longer than a motion, which reduced motion does not show.
  private static let motion = Duration.milliseconds(600)
  /// The time that a program may take under callgrind to show something.
  static let patience = Duration.seconds(60)

  func run() throws {
    try Interruption.watch()
    try countPresses()
    let (daemon, viewer) = (try joinOfDaemon(), try joinOfViewer())
    print("instructions-join \(daemon.instructions)")
    print("instructions-joiner \(viewer.instructions)")
    print("calls-joiner \(viewer.systemCalls)")
    for move in try Bytes.counts() {
      print("messages-\(move.name) \(move.messages)")
      print("bytes-\(move.name) \(move.bytes)")
    }
  }

  private static func viewer() throws -> [String] {
    [try Programs.path(of: Programs.client), "--session", "count"]
  }

  /// Returns the command of a viewer that opens the session.
  static func opener(in ground: TemporaryDirectory) throws -> [String] {
    try viewer() + ["--open", ground.write(Deck.small.markdown, to: "deck.md")]
  }

  /// Starts a viewer and waits until it has shown the session.
  static func shown(
    _ command: [String],
    in ground: TemporaryDirectory
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(command, in: ground)
    try terminal.waitFor("Slide 1", within: patience)
    return terminal
  }

  // MARK: Presses

  private func countPresses() throws {
    // The files of callgrind are not in the directory of the programs: the viewers watch that one, because it may get the
    // directory of their configuration.
    let (ground, files) = (try TemporaryDirectory("navbench"), try TemporaryDirectory("navbench"))
    let wrapper = try Callgrind.wrapper(in: files)
    let daemon = try Navd(in: ground, under: wrapper)
    let viewer = try wrapper + Self.opener(in: ground) + ["--reduced-motion"]
    let terminals = try (0..<2).map { _ in try Self.shown(viewer, in: ground) }
    let callgrind = Callgrind([daemon.process] + terminals.map(\.process), in: files)
    // Turns the page in the first terminal, and waits until both have shown it and no program works any more.
    let press = { (key: String) in
      _ = try PseudoTerminal.timeToFirstBytes(of: terminals, within: Self.patience) {
        try terminals[0].type(key)
      }
      return try callgrind.talliesAtRest(terminals)
    }
    try callgrind.startCounting()
    for _ in 0..<Self.warmUp { _ = try press("l") }
    let tallies = try (0..<presses).map { _ in
      daemon.drain()
      try PseudoTerminal.settle(terminals, quiet: Self.motion)
      let before = try callgrind.tallies()
      return zip(try press("l"), before).map { $0 - $1 }
    }
    let works = try (0..<min(presses, Self.allocationPresses)).map { _ in
      try PseudoTerminal.settle(terminals, quiet: Self.motion)
      // Soon before the press: each heartbeat of a viewer in between is counted, too.
      try callgrind.startAnew()
      _ = try press("h")
      return try callgrind.work()
    }
    for (index, program) in ["navd", "presser", "mirror"].enumerated() {
      let least = Callgrind.Tally.least(of: tallies.map { $0[index] })
      print("instructions-\(program) \(least.instructions)")
      print("calls-\(program) \(least.systemCalls)")
      print("allocations-\(program) \(works.map { $0[index].allocations }.min() ?? 0)")
    }
    print("lines-navd \(works.map { $0[0].lines }.min() ?? 0)")
    print("pages-navd \(works.map { $0[0].pages }.min() ?? 0)")
  }

  // MARK: Joins

  private func joinOfDaemon() throws -> Callgrind.Tally {
    let (ground, files) = (try TemporaryDirectory("navbench"), try TemporaryDirectory("navbench"))
    let daemon = try Navd(in: ground, under: try Callgrind.wrapper(in: files))
    let first = try Self.shown(Self.opener(in: ground), in: ground)
    let callgrind = Callgrind([daemon.process], in: files)
    try callgrind.startCounting()
    return .least(
      of: try (0..<Self.joins).map { _ in
        daemon.drain()
        // The viewer before has left; navd may still have to tell the first one.
        let before = try callgrind.talliesAtRest([first])[0]
        let joiner = try Self.shown(Self.viewer(), in: ground)
        return try callgrind.talliesAtRest([first, joiner])[0] - before
      }
    )
  }

  private func joinOfViewer() throws -> Callgrind.Tally {
    let (ground, files) = (try TemporaryDirectory("navbench"), try TemporaryDirectory("navbench"))
    let daemon = try Navd(in: ground)
    let first = try Self.shown(Self.opener(in: ground), in: ground)
    let command = try Callgrind.wrapper(in: files, counting: true) + Self.viewer()
    return .least(
      of: try (0..<Self.joins).map { _ in
        daemon.drain()
        try PseudoTerminal.settle([first], quiet: .milliseconds(50))
        let joiner = try Self.shown(command, in: ground)
        return try Callgrind([joiner.process], in: files).talliesAtRest([joiner])[0]
      }
    )
  }
}
