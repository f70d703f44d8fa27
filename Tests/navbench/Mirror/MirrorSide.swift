import Glibc

/// One side of the comparison: a program that mirrors a terminal to others.
protocol MirrorSide {
  var name: String { get }
  /// One terminal for each client, all at rest; keys are typed in the first.
  var terminals: [PseudoTerminal] { get }

  /// The key of a round, whose effect every terminal shows.
  func key(inRound round: Int) -> String
}

/// A side of which the cost is measured, too.
protocol MeasuredSide: MirrorSide {
  var daemonProcess: pid_t { get }
}

extension MirrorSide {
  /// Types a key in the first terminal and waits for the first bytes of all others, then until all are at rest.
  func latency(inRound round: Int) throws -> PseudoTerminal.FirstBytes {
    // What was written since this side's last round must not pass for the effect of the key.
    try PseudoTerminal.settle(terminals, quiet: .zero)
    let times = try PseudoTerminal.timeToFirstBytes(of: Array(terminals.dropFirst())) {
      try terminals[0].type(key(inRound: round))
    }
    try PseudoTerminal.settle(terminals, quiet: .milliseconds(150))
    return times
  }
}
