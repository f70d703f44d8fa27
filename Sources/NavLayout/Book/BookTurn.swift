package import NavGeometry

/// A leaf in the air, between two pages of the model.
package struct BookLeaf: Hashable, Sendable {
  /// The page that is seen where the leaf lies at share 0.
  package let lower: Int
  /// The page that is seen where it lies at share 1; a later one.
  package let upper: Int
  /// How far it has gone from the lower page to the upper one, from 0 to 1.
  package var share: Double

  package init(lower: Int, upper: Int, share: Double) {
    precondition(lower < upper, "cannot turn a leaf between pages \(lower) and \(upper)")
    precondition((0...1).contains(share), "cannot turn a share of \(share)")
    self.lower = lower
    self.upper = upper
    self.share = share
  }

  /// A leaf that still lies where it is lifted.
  init(lifting page: Int, to other: Int) {
    self.init(lower: min(page, other), upper: max(page, other), share: page < other ? 0 : 1)
  }

  /// The place between its pages, in indices.
  package var position: Double { Double(lower) + share * Double(upper - lower) }

  /// The page of the other end than one of its two.
  func other(than page: Int) -> Int { page == lower ? upper : lower }
}

/// A leaf on its way: the share as a function of time (D-12).
package struct BookTurn: Hashable, Sendable {
  /// Who began it, and so who is told of its end.
  enum Cause: Hashable, Sendable {
    case program
    case gesture(previous: Int, isCompleted: Bool)
  }

  package let lower: Int
  package let upper: Int
  /// The leaf's share over seconds.
  package let curve: EaseOut
  /// The place between pages over seconds, in indices: it goes on from what was told before (D-9).
  private let index: EaseOut
  package let startedAt: Duration
  /// The number of the last frame.
  package let length: Int
  let cause: Cause

  /// From where a leaf is to one of its two pages.
  ///
  /// - Parameters:
  ///   - leaf: as it is seen now.
  ///   - position: the place between pages that is told now.
  ///   - page: the one.
  ///   - cause: who turns it.
  ///   - now: the time.
  init(_ leaf: BookLeaf, from position: Double, to page: Int, cause: Cause, at now: Duration) {
    precondition(page == leaf.lower || page == leaf.upper, "cannot turn a leaf to page \(page)")
    let duration = BookMetrics.turnDuration
    lower = leaf.lower
    upper = leaf.upper
    curve = EaseOut(from: leaf.share, to: page == leaf.upper ? 1 : 0, duration: duration)
    index = EaseOut(from: position, to: Double(page), duration: duration)
    startedAt = now
    length = -CellGrid.cell(at: -duration * Double(FrameTime.perSecond))
    self.cause = cause
  }

  /// The page on which it comes to rest.
  package var target: Int { curve.target == 1 ? upper : lower }

  package func frame(at now: Duration) -> Int {
    min(FrameTime.frame(at: now - startedAt), length)
  }

  /// The leaf in a frame; from the last one on it lies.
  package func leaf(atFrame frame: Int) -> BookLeaf {
    let share = curve.position(at: FrameTime.seconds(of: frame))
    let shown = frame >= length ? curve.target : min(max(0, share), 1)
    return BookLeaf(lower: lower, upper: upper, share: shown)
  }

  /// The place between pages in a frame, in indices.
  package func position(atFrame frame: Int) -> Double {
    frame >= length ? index.target : index.position(at: FrameTime.seconds(of: frame))
  }

  /// What has to be told when it is over, or when something else takes its leaf.
  func end(isFinished: Bool) -> BookEvent {
    switch cause {
    case .program: .completion(finished: isFinished)
    case .gesture(let previous, let isCompleted):
      .didFinishAnimating(finished: isFinished, previous: previous, completed: isCompleted)
    }
  }
}

/// A finger on a book.
package struct BookPan: Hashable, Sendable {
  /// The leaf that was in the air when the finger came, as it was then.
  let caught: BookLeaf?
  /// The place between pages that was told then, in indices.
  let start: Double
  /// The leaf that it holds; nil where none is lifted.
  package internal(set) var leaf: BookLeaf?
  /// The page that was told as pending last.
  var pending: Int?

  /// The place between pages, in indices; of a caught leaf it goes on from where it was.
  var position: Double {
    guard let leaf else { return start }
    guard let caught else { return leaf.position }
    let range = min(start, Double(leaf.lower))...max(start, Double(leaf.upper))
    let moved = start + leaf.position - caught.position
    return min(max(range.lowerBound, moved), range.upperBound)
  }
}
