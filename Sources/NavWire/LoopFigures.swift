/// What the daemon's loop has done since its start: whether it turns, whatever it is given.
package struct LoopFigures: Hashable, Sendable {
  /// How often it has turned.
  package var turns: UInt64
  /// The longest time in which a processor worked on one turn; whole microseconds on the wire.
  ///
  /// What others do on the machine meanwhile does not count, nor does a wait for the disk.
  package var longestTurn: Duration

  package init(turns: UInt64 = 0, longestTurn: Duration = .zero) {
    self.turns = turns
    self.longestTurn = longestTurn
  }

  /// Counts one more turn.
  ///
  /// - Parameter time: for how long a processor worked on it.
  package mutating func add(_ time: Duration) {
    turns += 1
    longestTurn = max(longestTurn, time)
  }
}
