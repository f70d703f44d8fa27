import NavGeometry

/// A scroll pager without any size: which page is active, and the motion that leads there.
///
/// There are two kinds of positions, and both count in pages. One counts in slots of one page each,
/// and tells what is in view: a page's slot is its index, but for pages that a jump passes over,
/// which take no slot (protocol.md: Timelines). The other counts in indices, and tells where an
/// indicator is: it goes over every page of the way. Sizes come in with each viewer's layout.
package struct PagerState: Hashable, Sendable {
  /// The active page, from 0; the page that the pager rests on once no motion is left.
  package private(set) var current: Int
  package private(set) var motion: PagerMotion?
  /// A finger that moves the pages.
  package private(set) var pan: PagerPan?

  /// Seconds that a turn takes, whatever the distance.
  package static let turnDuration = PagerMetrics.cells.turnDuration

  package init(current: Int) {
    self.current = current
  }

  /// The motion while it lasts.
  package func motion(at now: Duration) -> PagerMotion? {
    guard let motion, motion.frame(at: now) < motion.length else { return nil }
    return motion
  }

  /// Forgets a motion that is over.
  package mutating func settle(at now: Duration) {
    if motion(at: now) == nil { motion = nil }
  }

  /// Makes a page active and goes to it, from whatever is in view now (decision D-9).
  ///
  /// The active page itself, at rest or on the way to it, begins nothing anew.
  ///
  /// - Parameters:
  ///   - page: the page, which there is.
  ///   - now: the time.
  ///   - isAnimated: whether a motion leads there; else the pager rests there at once.
  package mutating func turn(to page: Int, at now: Duration, isAnimated: Bool = true) {
    if !isAnimated {
      self = PagerState(current: page)
    } else if page != current || pan != nil {
      motion = PagerMotion(from: view(at: now), index: position(at: now), to: page, at: now)
      current = page
      pan = nil
    }
  }

  /// What viewers see in the frame of a moment.
  package func view(at now: Duration) -> PagerView {
    if let pan { return pan.view }
    return motion(at: now)?.view(at: now) ?? PagerView(position: Double(current), strip: [current])
  }

  // MARK: Indices

  /// Where the indicator is in the frame of a moment, as a page's index (MBXQ-4, RKQ-2, RKQ-3).
  ///
  /// A fraction between two neighbours; beyond the first and the last page only under a finger. It
  /// never jumps: a motion leads it from wherever it was, also over the pages that a jump does not
  /// show (D-9).
  package func position(at now: Duration) -> Double {
    if let pan { return pan.index }
    guard let motion = motion(at: now) else { return Double(current) }
    return motion.index(atFrame: motion.frame(at: now))
  }

  /// The same in the frames behind one of the motion, to rest; empty where nothing moves any more.
  package func positions(from frame: Int) -> [Double] {
    guard let motion, frame < motion.length else { return [] }
    return (max(0, frame)..<motion.length).map { motion.index(atFrame: $0 + 1) }
  }

  // MARK: Fingers

  /// A finger begins to move the pages: they stop where they are (SV-11).
  ///
  /// Of a jump, whose way shows few of the pages between, the two pages in view stay neighbours
  /// under the finger: see `PagerSeam`.
  ///
  /// - Parameters:
  ///   - count: how many pages there are.
  ///   - now: the time.
  package mutating func beginPan(of count: Int, at now: Duration) {
    pan = PagerPan(catching: view(at: now), index: position(at: now), count: count)
    motion = nil
  }

  /// The finger has moved, by pages since the pan began; positive reveals what is right.
  package mutating func pan(by pages: Double) {
    pan?.translation = pages
  }

  /// The finger leaves: the pager goes to a page.
  ///
  /// - Parameters:
  ///   - page: the page; the neighbour of the pan's base on that side where a jump was caught is
  ///     the one that is shown there.
  ///   - now: the time.
  package mutating func release(to page: Int, at now: Duration) {
    guard let pan else { return }
    turn(to: pan.neighbor(page), at: now)
  }
}
