import NavGeometry

/// A drag of content on one axis by a finger, or by a mouse with its button down.
package struct ScrollDrag: Hashable, Sendable {
  /// The offset for a translation of 0, before the rubber band.
  private(set) var base: Double
  /// The page on which the drag began.
  let page: Int
  private var moves: [Move]

  /// The time without a move after which a finger counts as stopped (SV-7); older moves do not count for its speed.
  package static let pause = Duration.milliseconds(100)
  /// The largest number of moves that are kept.
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

  /// The whole translation of the finger since it came down.
  var translation: Double { last.translation }

  private var last: Move {
    // There is always at least one move: the beginning, or its replacement.
    moves[moves.count - 1]
  }

  /// The offset requested by the finger, before the rubber band.
  var pulled: Double { base - translation }

  /// Adds a move; one with an earlier time than the last counts as simultaneous with it.
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

  /// Changes the base so that the requested offset becomes `pulled`.
  mutating func rebase(toPulled pulled: Double) {
    base = pulled + translation
  }

  /// Returns the velocity with which the finger moves the content, in units a second (SV-7).
  ///
  /// The mean of the last moves, at most `ScrollMetrics.fastest`; positive reveals content after the visible part.
  ///
  /// - Parameters:
  ///   - measured: the measured velocity of the finger, positive to the right or down; nil if unknown.
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
