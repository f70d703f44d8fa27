package import NavGeometry

/// A pager on its way: pages side by side, and the position as a function of time.
package struct PagerMotion: Hashable, Sendable {
  /// The slot of `strip[0]`.
  package let firstSlot: Int
  /// The pages seen on the way, from left to right.
  package let strip: [Int]
  /// The slot at the viewport's left edge, over seconds.
  package let curve: EaseOut
  /// The indicator's place as a page's index, over seconds: as fast as the pages are, over all of
  /// them.
  package let indices: EaseOut
  package let startedAt: Duration
  /// The number of the last frame.
  package let length: Int

  /// From what is in view to a page, over those between; of a jump over more than `mostShown` pages
  /// the last two are shown (D-8, protocol.md: Timelines).
  ///
  /// A page that is in view already is simply scrolled to.
  ///
  /// - Parameters:
  ///   - view: what is in view.
  ///   - index: where the indicator is, as a page's index.
  ///   - page: the page to go to.
  ///   - now: the time.
  init(from view: PagerView, index: Double, to page: Int, at now: Duration) {
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
    let duration = PagerState.turnDuration
    curve = EaseOut(
      from: view.position + Double(shift),
      to: Double(page),
      duration: duration
    )
    indices = EaseOut(from: index, to: Double(page), duration: duration)
    startedAt = now
    length = Int((duration * Double(FrameTime.perSecond)).rounded(.up))
  }

  /// The farthest jump of which all pages are shown, in pages.
  static let mostShown = 3

  /// The pages shown on the way from one to another, the second one included, without those in view
  /// already: a page stands in one slot only.
  private static func way(from start: Int, to end: Int, notOver shown: [Int]) -> [Int] {
    let step = end > start ? 1 : -1
    let first = abs(end - start) > mostShown ? end - step : start + step
    return stride(from: first, through: end, by: step).filter { !shown.contains($0) }
  }

  /// The page that it leads to.
  package var target: Int { Int(curve.target) }

  package func frame(at now: Duration) -> Int {
    min(FrameTime.frame(at: now - startedAt), length)
  }

  package func position(atFrame frame: Int) -> Double {
    frame >= length ? curve.target : curve.position(at: FrameTime.seconds(of: frame))
  }

  /// Where the indicator is in a frame, as a page's index.
  package func index(atFrame frame: Int) -> Double {
    frame >= length ? indices.target : indices.position(at: FrameTime.seconds(of: frame))
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
