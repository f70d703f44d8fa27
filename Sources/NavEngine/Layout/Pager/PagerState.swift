import NavBase

/// A sliding pager, independent of viewport sizes: its active page, its motion and its pan.
///
/// There are two kinds of positions, both in pages. The first counts slots and describes what is visible: a page's slot
/// is its index, except that pages which a jump passes over have no slot (proto/README.md: Timelines). The second counts
/// page indices and is the indicator's: it passes every page of a jump. Sizes are applied in each viewer's layout.
package struct PagerState: Hashable, Sendable {
  /// The active page, from 0, on which the pager rests after the motion.
  package private(set) var current: Int
  package private(set) var motion: PagerMotion?
  /// The current pan.
  package private(set) var pan: PagerPan?

  /// The duration of a turn in seconds, whatever the distance, except after a faster finger; equal for all viewers: a
  /// turn belongs to the model.
  package static let turnDuration = 1.0 / 3

  /// Returns the motion unless it is over.
  package func motion(at now: Duration) -> PagerMotion? {
    guard let motion, motion.frame(at: now) < motion.length else { return nil }
    return motion
  }

  /// Removes a motion that is over.
  package mutating func settle(at now: Duration) {
    if motion(at: now) == nil { motion = nil }
  }

  /// Activates a page and moves to it from the visible pages (decision D-9).
  ///
  /// A turn to the active page, at rest or in motion to it, does not restart the motion.
  ///
  /// - Parameters:
  ///   - page: the index of an existing page.
  ///   - now: the current time.
  ///   - isAnimated: whether a motion leads to the page; else the pager rests there at once.
  ///   - velocity: that of a finger, in pages a second: the motion is at least as fast (D-19).
  package mutating func turn(
    to page: Int,
    at now: Duration,
    isAnimated: Bool = true,
    velocity: Double = 0
  ) {
    if !isAnimated {
      self = PagerState(current: page)
    } else if page != current || pan != nil {
      motion = PagerMotion(
        from: view(at: now),
        index: position(at: now),
        to: page,
        velocity: velocity,
        at: now
      )
      current = page
      pan = nil
    }
  }

  /// Returns the visible part in the frame at a time.
  package func view(at now: Duration) -> PagerView {
    if let pan { return pan.view }
    return motion(at: now)?.view(at: now) ?? PagerView(position: Double(current), strip: [current])
  }

  // MARK: Indices

  /// Returns the indicator's position in the frame at a time, as a page index (MBXQ-4, RKQ-2, RKQ-3).
  ///
  /// It is fractional between two neighbours, and beyond the first and the last page only during a pan. It is
  /// continuous: a motion starts from the current position, and passes also the pages that a jump does not show (D-9).
  package func position(at now: Duration) -> Double {
    if let pan { return pan.index }
    guard let motion = motion(at: now) else { return Double(current) }
    return motion.index(atFrame: motion.frame(at: now))
  }

  /// Returns the indicator's positions in the frames after one, until rest; empty without a motion.
  package func positions(from frame: Int) -> [Double] {
    guard let motion, frame < motion.length else { return [] }
    return (max(0, frame)..<motion.length).map { motion.index(atFrame: $0 + 1) }
  }

  // MARK: Fingers

  /// Begins a pan: the pages stop at their current position (SV-11).
  ///
  /// If the pan interrupts a jump, which shows few of the pages between, the two visible pages stay neighbours during
  /// the pan: see `PagerSeam`.
  ///
  /// - Parameters:
  ///   - count: the number of pages.
  ///   - bounces: whether the pages follow the finger beyond their ends.
  ///   - now: the current time.
  package mutating func beginPan(of count: Int, bounces: Bool = true, at now: Duration) {
    let (view, index) = (view(at: now), position(at: now))
    pan = PagerPan(catching: view, index: index, count: count, bounces: bounces)
    motion = nil
  }

  /// Moves the pan, by pages since it began; a positive value reveals content on the right.
  package mutating func pan(by pages: Double) {
    pan?.translation = pages
  }

  /// Ends the pan: the pager moves to a page.
  ///
  /// - Parameters:
  ///   - page: the destination; if the pan interrupted a jump, a neighbour of the pan's base stands for the page shown
  ///     there.
  ///   - velocity: that of the finger, in pages a second; positive towards later pages.
  ///   - now: the current time.
  package mutating func release(to page: Int, velocity: Double = 0, at now: Duration) {
    guard let pan else { return }
    turn(to: pan.neighbor(page), at: now, velocity: velocity)
  }
}

/// The visible part of a pager at one time: `strip[0]` is in slot `firstSlot`.
package struct PagerView: Hashable, Sendable {
  /// The slot at the viewport's left edge; between two slots while the pager moves.
  package var position: Double
  package var firstSlot: Int
  /// One page, or the two that share the viewport, from left to right.
  package var strip: [Int]
}

extension PagerView {
  package init(position: Double, strip: [Int]) {
    self.init(position: position, firstSlot: Int(position.rounded(.down)), strip: strip)
  }
}
