/// One side of the comparison: a program that mirrors a terminal to others.
protocol MirrorSide {
  /// One terminal for each client, all at rest; keys are typed in the first.
  var terminals: [PseudoTerminal] { get }

  /// The key of a round, whose effect every terminal shows.
  func key(inRound round: Int) -> String
}

extension MirrorSide {
  /// Types a key in the first terminal and waits for another one's first byte, then until all are at rest.
  ///
  /// The watched viewer changes with the round, because the order of serving viewers may be fixed.
  func latency(inRound round: Int) throws -> Duration {
    let watched = terminals[1 + round % (terminals.count - 1)]
    let time = try watched.timeToFirstByte(after: { try terminals[0].type(key(inRound: round)) })
    try PseudoTerminal.settle(terminals, quiet: .milliseconds(150))
    return time
  }
}
