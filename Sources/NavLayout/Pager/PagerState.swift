package import NavGeometry

/// A scroll pager without any size: which page is active, and the motion that leads there.
///
/// Positions count in slots of one page each; a page's slot is its index, but for pages that a jump passes
/// over, which take no slot (protocol.md: Timelines). Sizes come in with each viewer's layout.
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

  /// Leaves out a motion for a viewport that was not there yet when it began.
  package mutating func skipMotion(begunBy time: Duration) {
    if let motion, motion.startedAt < time { self.motion = nil }
  }

  /// Makes a page active and begins the motion to it, from whatever is in view now (decision D-9).
  ///
  /// The active page itself, at rest, moves nothing.
  package mutating func turn(to page: Int, at now: Duration) {
    let isMoving = pan != nil || motion(at: now) != nil
    if page == current, !isMoving { return }
    motion = PagerMotion(from: view(at: now), to: page, at: now)
    current = page
    pan = nil
  }

  /// What viewers see in the frame of a moment.
  package func view(at now: Duration) -> PagerView {
    if let pan { return pan.view }
    return motion(at: now)?.view(at: now) ?? PagerView(position: Double(current), strip: [current])
  }

  // MARK: Fingers

  /// A finger begins to move the pages: the nearest one stops where it is (SV-11).
  ///
  /// Of a jump, whose way shows few of the pages between, the other page in view gives way to the nearest one's
  /// neighbour: under a finger pages stand in their order.
  ///
  /// - Parameters:
  ///   - count: how many pages there are.
  ///   - now: the time.
  package mutating func beginPan(of count: Int, at now: Duration) {
    let view = view(at: now)
    let isNearerRight = view.strip.count > 1 && view.position - Double(view.firstSlot) >= 0.5
    let slot = view.firstSlot + (isNearerRight ? 1 : 0)
    let base = view.strip[isNearerRight ? 1 : 0]
    let shown = view.position + Double(base - slot)
    pan = PagerPan(base: base, start: PagerPan.band(of: count).pulled(shown), count: count)
    motion = nil
  }

  /// The finger has moved, by pages since the pan began; positive reveals what is right.
  package mutating func pan(by pages: Double) {
    pan?.translation = pages
  }

  /// The finger leaves: the pager goes to a page.
  package mutating func release(to page: Int, at now: Duration) {
    guard pan != nil else { return }
    turn(to: page, at: now)
  }
}

/// A finger on a pager, in pages (PS-5: beyond the ends they follow less and less).
package struct PagerPan: Hashable, Sendable {
  /// The page that was nearest when it began.
  package let base: Int
  /// Where the finger took hold, were there no ends.
  let start: Double
  let count: Int
  /// The finger's way since then.
  package fileprivate(set) var translation = 0.0

  fileprivate init(base: Int, start: Double, count: Int) {
    self.base = base
    self.start = start
    self.count = count
  }

  static func band(of count: Int) -> RubberBand {
    RubberBand(range: 0...Double(max(0, count - 1)), dimension: 1)
  }

  /// The page at the viewport's left edge; between two pages while it moves.
  package var position: Double { Self.band(of: count).shown(start + translation) }

  /// What it shows.
  package var view: PagerView {
    let left = Int(position.rounded(.down))
    let strip = [left, left + 1].filter {
      (0..<count).contains($0) && Double($0) < position + 1 && position < Double($0) + 1
    }
    return PagerView(position: position, firstSlot: strip.first ?? base, strip: strip)
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
    self.init(position: position, firstSlot: Int(position.rounded(.down)), strip: strip)
  }

  package init(position: Double, firstSlot: Int, strip: [Int]) {
    self.position = position
    self.firstSlot = firstSlot
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
    let slots = [left, left + 1].filter {
      Double($0) < position + 1 && strip.indices.contains($0 - firstSlot)
    }
    return PagerView(
      position: position,
      firstSlot: slots.first ?? left,
      strip: slots.map { strip[$0 - firstSlot] }
    )
  }
}
