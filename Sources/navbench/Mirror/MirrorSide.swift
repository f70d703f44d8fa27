/// One of the two that mirror a terminal to others.
protocol MirrorSide {
  /// One for each client, all at rest; keys are typed in the first.
  var terminals: [PseudoTerminal] { get }

  /// What is typed in a round: something that every terminal shows.
  func key(inRound round: Int) -> String
}

extension MirrorSide {
  /// Types a key in the first terminal and waits for another one's first byte; then waits until all are at
  /// rest again.
  ///
  /// The viewer that is looked at changes with the round: whoever is served first is not always the same.
  func latency(inRound round: Int) throws -> Duration {
    let watched = terminals[1 + round % (terminals.count - 1)]
    let time = try watched.timeToFirstByte(after: { try terminals[0].type(key(inRound: round)) })
    try PseudoTerminal.settle(terminals, quiet: .milliseconds(150))
    return time
  }
}
