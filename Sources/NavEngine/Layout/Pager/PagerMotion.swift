package import NavBase

/// A pager's motion: a strip of pages, and the position as a function of time.
package struct PagerMotion: Hashable, Sendable {
  /// The slot of `strip[0]`.
  package let firstSlot: Int
  /// The pages visible during the motion, from left to right.
  package let strip: [Int]
  /// The slot at the viewport's left edge, over seconds.
  package let curve: EaseOut
  /// The indicator's position as a page index, over seconds: it starts and ends with the pages but passes all page
  /// indices in between.
  package let indices: EaseOut
  package let startedAt: Duration
  /// The number of the last frame.
  package let length: Int

  /// Creates a motion from the visible pages to another page over those between; of a jump by more than `mostShown`
  /// pages only the last two are shown (D-8, proto/README.md: Timelines).
  ///
  /// A page that is already visible is only scrolled to.
  ///
  /// - Parameters:
  ///   - view: the visible part of the pager.
  ///   - index: the indicator's position as a page index.
  ///   - page: the destination.
  ///   - now: the current time.
  init(from view: PagerView, index: Double, to page: Int, at now: Duration) {
    var strip = view.strip
    var firstSlot = view.firstSlot
    if !strip.contains(page) {
      let nearest =
        strip.count > 1 && view.position - Double(firstSlot) >= 0.5 ? strip[1] : strip[0]
      if page > nearest {
        strip += Self.pages(from: strip[strip.count - 1], to: page, notOver: strip)
      } else {
        let passed = Self.pages(from: strip[0], to: page, notOver: strip)
        strip = passed.reversed() + strip
        firstSlot -= passed.count
      }
    }
    // Renumbers the slots so that the destination's slot is its index.
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

  /// The longest jump of which all pages are shown, in pages.
  static let mostShown = 3

  /// Returns the pages shown on the way from one page to another, including the latter, without those already visible,
  /// because a page has one slot only.
  private static func pages(from start: Int, to end: Int, notOver shown: [Int]) -> [Int] {
    let step = end > start ? 1 : -1
    let first = abs(end - start) > mostShown ? end - step : start + step
    return stride(from: first, through: end, by: step).filter { !shown.contains($0) }
  }

  /// The destination page.
  package var target: Int { Int(curve.target) }

  package func frame(at now: Duration) -> Int {
    min(FrameTime.frame(at: now - startedAt), length)
  }

  package func position(atFrame frame: Int) -> Double {
    frame >= length ? curve.target : curve.position(at: FrameTime.seconds(of: frame))
  }

  /// Returns the indicator's position in a frame, as a page index.
  package func index(atFrame frame: Int) -> Double {
    frame >= length ? indices.target : indices.position(at: FrameTime.seconds(of: frame))
  }

  /// Returns the visible part in the frame at a time.
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
