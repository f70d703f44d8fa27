/// A pointer's recent positions on one axis, and its velocity at release (SV-7).
struct PointerTrail: Hashable, Sendable {
  private struct Move: Hashable {
    var time: Duration
    /// In cells from the press.
    var translation: Int
  }

  /// Ascending in time; never empty.
  private var moves: [Move]

  /// The time after which a pointer counts as stopped; older moves do not count for the velocity.
  static let pause = Duration.milliseconds(100)
  /// The most moves that are kept.
  static let capacity = 32

  /// - Parameter now: the time of the press.
  init(at now: Duration) {
    moves = [Move(time: now, translation: 0)]
  }

  var translation: Int { last.translation }

  /// The number of moves that are kept.
  var count: Int { moves.count }

  private var last: Move { moves[moves.count - 1] }

  /// Records a move; one with an earlier time than the last gets the last one's time.
  mutating func move(to translation: Int, at now: Duration) {
    let move = Move(time: max(now, last.time), translation: translation)
    if move.time == last.time { moves.removeLast() }
    moves.append(move)
    // At least two are kept, however old the first: a slow pointer enters a new cell only now and then.
    while moves.count > 2, moves.count > Self.capacity || last.time - moves[0].time > Self.pause {
      moves.removeFirst()
    }
  }

  /// Returns the mean velocity over the last moves in one direction, in thousandths of a cell per second; 0 if the
  /// pointer had stopped.
  ///
  /// After a turn, only the moves in the new direction count.
  func velocity(at now: Duration) -> Double {
    let first = moves[turn]
    guard now - last.time < Self.pause, last.time > first.time else { return 0 }
    let seconds = (last.time - first.time) / .seconds(1)
    return Double(last.translation - first.translation) * 1000 / seconds
  }

  /// The index of the last turn of the pointer; 0 if it never turned.
  private var turn: Int {
    var direction = 0
    var index = moves.count - 1
    while index > 0 {
      let step = (moves[index].translation - moves[index - 1].translation).signum()
      if step * direction < 0 { return index }
      if step != 0 { direction = step }
      index -= 1
    }
    return 0
  }
}
