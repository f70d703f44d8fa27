package import NavBase

/// The motion of the leaf in the air, in one kind of layout, until it lies (D-12).
///
/// Only one leaf is in the air at a time. If it does not lead to the requested page, it lands first, in a shorter time,
/// and then the leaf that leads to that page is lifted: at most two legs (D-9).
package struct BookTurn: Hashable, Sendable {
  /// The motion of one leaf from its current position to one of its two sides.
  package struct Leg: Hashable, Sendable {
    package let lower: Int
    package let upper: Int
    /// The number of the leaf's back, as `BookLeaf.back`.
    let back: Int
    /// The leaf's share over seconds since the leg's beginning.
    package let curve: EaseOut
    /// The number of frames of the leg.
    package let length: Int

    init(_ leaf: BookLeaf, to side: Int, frames: Int) {
      precondition(side == leaf.lower || side == leaf.upper, "cannot turn a leaf to page \(side)")
      lower = leaf.lower
      upper = leaf.upper
      back = leaf.back
      length = frames
      curve = EaseOut(
        from: leaf.share,
        to: side == leaf.upper ? 1 : 0,
        duration: FrameTime.seconds(of: frames)
      )
    }

    /// The page on which the leaf lands.
    package var target: Int { curve.target == 1 ? upper : lower }

    /// Returns the leaf in a frame counted from the leg's beginning; from the last frame on it lies.
    func leaf(atFrame frame: Int) -> BookLeaf {
      let share = curve.position(at: FrameTime.seconds(of: frame))
      let shown = frame >= length ? curve.target : min(max(0, share), 1)
      var leaf = BookLeaf(lower: lower, upper: upper, share: shown)
      leaf.back = back
      return leaf
    }
  }

  /// One leg or two; the second begins where the first ends.
  package let legs: [Leg]
  package let startedAt: Duration

  /// The number of frames of a turn, whatever the distance.
  static let frames = -CellGrid.cell(at: -BookMetrics.turnDuration * Double(FrameTime.perSecond))
  /// The number of frames in which a leaf lands while another one waits, if it has its complete turn to go.
  static let hurriedFrames = frames / 2

  /// Creates a motion from the displayed state to a page; nil if nothing has to move.
  ///
  /// - Parameters:
  ///   - leaf: the leaf in the air; nil for none.
  ///   - page: the page on which the book rests apart from the leaf.
  ///   - target: the requested page.
  ///   - sides: the kind of layout.
  ///   - now: the time.
  init?(
    _ leaf: BookLeaf?,
    restingOn page: Int,
    to target: Int,
    _ sides: BookSides,
    at now: Duration
  ) {
    let target = sides.side(of: target)
    var legs: [Leg] = []
    var side = sides.side(of: page)
    if let leaf, let resting = leaf.resting {
      side = resting
    } else if let leaf {
      side = Self.landing(of: leaf, towards: target)
      let isLast = side == target
      let rest = abs((side == leaf.upper ? 1 : 0) - leaf.share)
      let hurried = max(1, -CellGrid.cell(at: -rest * Double(Self.hurriedFrames)))
      legs.append(Leg(leaf, to: side, frames: isLast ? Self.frames : hurried))
    }
    if side != target {
      let next = BookLeaf(lifting: side, to: target, back: leaf.map { 1 - $0.back } ?? 0)
      legs.append(Leg(next, to: target, frames: Self.frames))
    }
    guard !legs.isEmpty else { return nil }
    self.legs = legs
    startedAt = now
  }

  /// Returns the side on which a leaf in the air lands on the way to a page: the one nearer to that page.
  private static func landing(of leaf: BookLeaf, towards page: Int) -> Int {
    page >= leaf.upper ? leaf.upper : page <= leaf.lower ? leaf.lower : leaf.nearest
  }

  /// The page on which the book comes to rest; of a spread the left one.
  package var target: Int { legs[legs.count - 1].target }

  /// The number of the last frame.
  package var length: Int { legs.reduce(0) { $0 + $1.length } }

  package func frame(at now: Duration) -> Int {
    min(FrameTime.frame(at: now - startedAt), length)
  }

  /// Returns the leaf in a frame, and the index of its leg; from the last frame on it lies.
  package func leaf(atFrame frame: Int) -> (leaf: BookLeaf, leg: Int) {
    var rest = frame
    for (index, leg) in legs.enumerated().dropLast() {
      if rest < leg.length { return (leg.leaf(atFrame: rest), index) }
      rest -= leg.length
    }
    return (legs[legs.count - 1].leaf(atFrame: rest), legs.count - 1)
  }

  /// Returns this motion, or nil if it is over.
  func lasting(at now: Duration) -> BookTurn? { frame(at: now) < length ? self : nil }
}
