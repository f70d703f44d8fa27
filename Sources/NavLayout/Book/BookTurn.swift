package import NavGeometry

/// The way of the leaf in the air of one kind of layout to where it lies (D-12).
///
/// One leaf is in the air at a time. A leaf on its way to another page than the one that is wanted
/// lands first, in a hurry, and then the leaf that leads to that page is lifted: two legs, and no
/// more (D-9).
package struct BookTurn: Hashable, Sendable {
  /// One leaf from where it is to one of its two sides.
  package struct Leg: Hashable, Sendable {
    package let lower: Int
    package let upper: Int
    /// As `BookLeaf.back`.
    let back: Int
    /// The leaf's share over seconds, from the leg's own beginning.
    package let curve: EaseOut
    /// How many frames it takes.
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

    /// The page on which it lands.
    package var target: Int { curve.target == 1 ? upper : lower }

    /// The leaf so many frames after the leg's beginning; from the last one on it lies.
    func leaf(atFrame frame: Int) -> BookLeaf {
      let share = curve.position(at: FrameTime.seconds(of: frame))
      let shown = frame >= length ? curve.target : min(max(0, share), 1)
      var leaf = BookLeaf(lower: lower, upper: upper, share: shown)
      leaf.back = back
      return leaf
    }
  }

  /// One, or two; each begins where the one before it ends.
  package let legs: [Leg]
  package let startedAt: Duration

  /// The frames of a turn, whatever the distance.
  static let frames = -CellGrid.cell(at: -BookMetrics.turnDuration * Double(FrameTime.perSecond))
  /// The frames in which a leaf lands that has all of its way to go, while another one waits.
  static let hurriedFrames = frames / 2

  /// From what is seen now to a page; nil where nothing has to move.
  ///
  /// - Parameters:
  ///   - leaf: what is in the air; nil where all lie.
  ///   - page: the page on which the book lies without a leaf.
  ///   - target: the page to turn to.
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

  /// The side of a leaf in the air on the way to a page: the one that is nearer to that page.
  private static func landing(of leaf: BookLeaf, towards page: Int) -> Int {
    page >= leaf.upper ? leaf.upper : page <= leaf.lower ? leaf.lower : leaf.nearest
  }

  /// The page on which it comes to rest; of a spread the left one.
  package var target: Int { legs[legs.count - 1].target }

  /// The number of the last frame.
  package var length: Int { legs.reduce(0) { $0 + $1.length } }

  package func frame(at now: Duration) -> Int {
    min(FrameTime.frame(at: now - startedAt), length)
  }

  /// The leaf in a frame, and which leg it is on; from the last frame on it lies.
  package func leaf(atFrame frame: Int) -> (leaf: BookLeaf, leg: Int) {
    var rest = frame
    for (index, leg) in legs.enumerated().dropLast() {
      if rest < leg.length { return (leg.leaf(atFrame: rest), index) }
      rest -= leg.length
    }
    return (legs[legs.count - 1].leaf(atFrame: rest), legs.count - 1)
  }

  /// It while it lasts.
  func lasting(at now: Duration) -> BookTurn? { frame(at: now) < length ? self : nil }
}
