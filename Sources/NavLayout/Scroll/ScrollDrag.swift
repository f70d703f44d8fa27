import NavGeometry

/// A finger, or a mouse with its button down, that moves content on one axis.
package struct ScrollDrag: Hashable, Sendable {
  /// Where the finger would have to pull content to for a translation of 0; not stretched.
  private(set) var base: Double
  /// The page on which the drag began.
  let page: Int
  private var moves: [Move]

  /// A finger that has not moved for this long has stopped (SV-7); older moves tell nothing of its
  /// speed.
  package static let pause = Duration.milliseconds(100)
  /// The most moves that are kept.
  package static let moveLimit = 32

  private struct Move: Hashable {
    let time: Duration
    let translation: Double
  }

  init(base: Double, page: Int, at now: Duration) {
    self.base = base
    self.page = page
    moves = [Move(time: now, translation: 0)]
  }

  /// The whole way of the finger since it came down.
  var translation: Double { last.translation }

  private var last: Move {
    // There is always one: the beginning, or what replaced it.
    moves[moves.count - 1]
  }

  /// Where the finger pulls content to.
  var pulled: Double { base - translation }

  /// A finger's move; one that seems to come before the last counts as of the same time.
  mutating func move(to translation: Double, at now: Duration) {
    precondition(translation.isFinite, "cannot drag over a way that is no number")
    let move = Move(time: max(now, last.time), translation: translation)
    if move.time == last.time { moves.removeLast() }
    moves.append(move)
    while moves.count > 2, moves.count > Self.moveLimit || isOld(moves[0]) {
      moves.removeFirst()
    }
  }

  private func isOld(_ move: Move) -> Bool { last.time - move.time > Self.pause }

  /// The content moves under the finger to where a pull of `pulled` has it.
  mutating func rebase(toPulled pulled: Double) {
    base = pulled + translation
  }

  /// The velocity with which the finger pulls content, in units a second (SV-7).
  ///
  /// The mean of the last moves, at most `ScrollMetrics.fastest`; positive reveals what lies
  /// behind.
  ///
  /// - Parameters:
  ///   - measured: what is known of the finger's own velocity, positive to the right or down.
  ///   - now: the time of the release.
  /// - Returns: the content's velocity.
  func velocity(measured: Double? = nil, at now: Duration) -> Double {
    guard now - last.time < Self.pause else { return 0 }
    let seconds = (last.time - moves[0].time).inSeconds
    let mean = seconds > 0 ? (last.translation - moves[0].translation) / seconds : 0
    let velocity = measured ?? mean
    precondition(!velocity.isNaN, "cannot release at a velocity that is no number")
    return (-velocity).clamped(to: -ScrollMetrics.fastest...ScrollMetrics.fastest)
  }
}
