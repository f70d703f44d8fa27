package import NavGeometry

/// A scroll pager without any size: which page is active, and the motion that leads there.
///
/// Positions count in slots of one page each; a page's slot is its index, but for pages that a jump passes
/// over, which take no slot (protocol.md: Timelines). Sizes come in with each viewer's layout.
package struct PagerState: Hashable, Sendable {
  /// The active page, from 0; the page that the pager rests on once no motion is left.
  package private(set) var current: Int
  package private(set) var motion: PagerMotion?

  /// Seconds that a turn takes, whatever the distance.
  package static let turnDuration = 1.0 / 3.0

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

  /// Makes a page active and begins the motion to it, from whatever is in view now (decision D-9).
  ///
  /// The active page itself, at rest, moves nothing.
  package mutating func turn(to page: Int, at now: Duration) {
    let running = motion(at: now)
    if page == current, running == nil { return }
    let view = running?.view(at: now) ?? PagerView(position: Double(current), strip: [current])
    motion = PagerMotion(from: view, to: page, at: now)
    current = page
  }
}

/// What of a pager is in view at one moment: `strip[0]` stands in slot `firstSlot`.
package struct PagerView: Hashable, Sendable {
  /// The slot at the viewport's left edge; between two slots while the pager moves.
  package var position: Double
  package var firstSlot: Int
  /// One page, or the two that share the viewport, from left to right.
  package var strip: [Int]

  package init(position: Double, strip: [Int]) {
    self.position = position
    self.firstSlot = Int(position.rounded(.down))
    self.strip = strip
  }
}

/// A pager on its way: pages side by side, and the position as a function of time.
package struct PagerMotion: Hashable, Sendable {
  /// The slot of `strip[0]`.
  package let firstSlot: Int
  /// The pages seen on the way, from left to right.
  package let strip: [Int]
  /// The slot at the viewport's left edge, over seconds.
  package let curve: EaseOut
  package let startedAt: Duration
  /// The number of the last frame.
  package let length: Int

  /// From what is in view to a page: pages between are passed, at most one of them is shown (the
  /// last two of a jump, protocol.md: Timelines).
  ///
  /// A page that is in view already is simply scrolled to.
  init(from view: PagerView, to page: Int, at now: Duration) {
    var strip = view.strip
    var firstSlot = view.firstSlot
    if !strip.contains(page) {
      let nearest =
        strip.count > 1 && view.position - Double(firstSlot) >= 0.5 ? strip[1] : strip[0]
      if page > nearest {
        strip += Self.way(from: strip[strip.count - 1], to: page, notOver: strip)
      } else {
        let way = Self.way(from: strip[0], to: page, notOver: strip)
        strip = way.reversed() + strip
        firstSlot -= way.count
      }
    }
    // Slots are renamed so that the page comes to rest in its own.
    let target = firstSlot + (strip.firstIndex(of: page) ?? 0)
    let shift = page - target
    self.firstSlot = firstSlot + shift
    self.strip = strip
    curve = EaseOut(
      from: view.position + Double(shift),
      to: Double(page),
      duration: PagerState.turnDuration
    )
    startedAt = now
    length = Int((PagerState.turnDuration * Double(FrameTime.perSecond)).rounded(.up))
  }

  /// The pages shown on the way from one to another, the second one included: the page before it too
  /// where there is one between that is not in view already. (A page stands in one slot only.)
  private static func way(from start: Int, to end: Int, notOver shown: [Int]) -> [Int] {
    guard abs(end - start) > 1 else { return [end] }
    let before = end > start ? end - 1 : end + 1
    return shown.contains(before) ? [end] : [before, end]
  }

  package func frame(at now: Duration) -> Int {
    min(FrameTime.frame(at: now - startedAt), length)
  }

  package func position(atFrame frame: Int) -> Double {
    frame >= length ? curve.target : curve.position(at: FrameTime.seconds(of: frame))
  }

  /// What viewers see in the frame of a moment, exactly.
  func view(at now: Duration) -> PagerView {
    let position = position(atFrame: frame(at: now))
    let left = Int(position.rounded(.down))
    let pages = [left, left + 1].filter { Double($0) < position + 1 }
    return PagerView(
      position: position,
      strip: pages.compactMap { slot in
        strip.indices.contains(slot - firstSlot) ? strip[slot - firstSlot] : nil
      }
    )
  }
}
