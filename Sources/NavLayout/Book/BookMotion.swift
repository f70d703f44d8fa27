import NavGeometry

/// A book on its way to its active page: the leaves of both kinds of layouts, and the place that is
/// told.
package struct BookMotion: Hashable, Sendable {
  /// Who began it, and so who is told of its end.
  enum Cause: Hashable, Sendable {
    case program
    case gesture(previous: Int, isCompleted: Bool)
    /// A finger that had a leaf of another layout only.
    case nobody
  }

  /// The place between pages over seconds, in indices: it goes on from what was told before (D-9).
  private let index: EaseOut
  /// When the last request came; a leaf that went to the right side already began before.
  package let startedAt: Duration
  var turns: BySides<BookTurn?>
  let cause: Cause

  /// - Parameters:
  ///   - turns: the leaves; none where nothing moves.
  ///   - position: the place between pages that is told now.
  ///   - page: the one to rest on.
  ///   - cause: who turns to it.
  ///   - now: the time.
  init(
    _ turns: BySides<BookTurn?>,
    from position: Double,
    to page: Int,
    cause: Cause,
    at now: Duration
  ) {
    self.turns = turns
    index = EaseOut(from: position, to: Double(page), duration: BookMetrics.turnDuration)
    startedAt = now
    self.cause = cause
  }

  /// Whether anything moves on.
  func isLasting(at now: Duration) -> Bool {
    frame(at: now) < length || BookSides.allCases.contains { turns[$0]?.lasting(at: now) != nil }
  }

  // MARK: The place

  /// The number of the frame in which the place is the active page.
  package var length: Int { index.start == index.target ? 0 : BookTurn.frames }

  func frame(at now: Duration) -> Int { min(FrameTime.frame(at: now - startedAt), length) }

  /// The place between pages in a frame, in indices.
  func position(atFrame frame: Int) -> Double {
    frame >= length ? index.target : index.position(at: FrameTime.seconds(of: frame))
  }

  /// What has to be told when it is over, or when something else takes its leaf.
  func end(isFinished: Bool) -> [BookEvent] {
    switch cause {
    case .program: [.completion(finished: isFinished)]
    case .gesture(let previous, let isCompleted):
      [.didFinishAnimating(finished: isFinished, previous: previous, completed: isCompleted)]
    case .nobody: []
    }
  }
}
