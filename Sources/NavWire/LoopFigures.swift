/// Statistics of the daemon's event loop since its start.
package struct LoopFigures: Hashable, Sendable {
  /// The number of turns.
  package var turns: UInt64
  /// The longest processor time of one turn; whole microseconds on the wire.
  ///
  /// Neither other processes nor waits for the disk count.
  package var longestTurn: Duration

  package init(turns: UInt64 = 0, longestTurn: Duration = .zero) {
    self.turns = turns
    self.longestTurn = longestTurn
  }

  /// Adds one turn.
  ///
  /// - Parameter time: the processor time of the turn.
  package mutating func add(_ time: Duration) {
    turns += 1
    longestTurn = max(longestTurn, time)
  }
}
