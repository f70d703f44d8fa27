/// Where a pointer was lately on one axis, and so how fast it lets go (SV-7).
struct PointerTrail: Hashable, Sendable {
  private struct Move: Hashable {
    var time: Duration
    /// Cells from where the pointer went down.
    var translation: Int
  }

  /// Ascending in time; never empty.
  private var moves: [Move]

  /// A pointer that has not moved for this long has stopped; older moves tell nothing of its speed.
  static let pause = Duration.milliseconds(100)
  /// The most moves that are kept.
  static let capacity = 32

  /// - Parameter now: when the pointer went down.
  init(at now: Duration) {
    moves = [Move(time: now, translation: 0)]
  }

  var translation: Int { last.translation }

  /// How many moves are kept.
  var count: Int { moves.count }

  private var last: Move { moves[moves.count - 1] }

  /// A move; one that seems to come before the last counts as of the same time.
  mutating func move(to translation: Int, at now: Duration) {
    let move = Move(time: max(now, last.time), translation: translation)
    if move.time == last.time { moves.removeLast() }
    moves.append(move)
    // Two stay however old the first is: cells are so coarse that a slow pointer enters one only now and then.
    while moves.count > 2, moves.count > Self.capacity || last.time - moves[0].time > Self.pause {
      moves.removeFirst()
    }
  }

  /// The mean over the last moves in one direction, in thousandths of a cell a second; 0 where the pointer had
  /// stopped.
  ///
  /// A pointer that has turned round a moment ago goes where it went last, however far it came before.
  func velocity(at now: Duration) -> Double {
    let first = moves[turn]
    guard now - last.time < Self.pause, last.time > first.time else { return 0 }
    let seconds = (last.time - first.time) / .seconds(1)
    return Double(last.translation - first.translation) * 1000 / seconds
  }

  /// The move from which on the pointer has not turned round; 0 where it has not at all.
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
