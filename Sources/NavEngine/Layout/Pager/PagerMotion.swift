package import NavBase

/// A pager's motion: a strip of pages, and the position as a function of time.
package struct PagerMotion: Hashable, Sendable {
  /// The slot of `strip[0]`.
  private let firstSlot: Int
  /// The pages visible during the motion, ascending from left to right.
  package let strip: [Int]
  /// The slot at the viewport's left edge, over seconds; a detour unfolded to a straight way.
  private let curve: EaseOut
  /// The slot at which a motion to a page between the two visible ones lands first (D-18); nil without a detour.
  ///
  /// Until then the two visible pages, which are the first and the last of the strip, are beside each other in the slots
  /// from `detourSlot` on, and those between them wait in their own slots.
  private let landing: Int?
  /// The indicator's position as a page index, over seconds: it starts and ends with the pages but passes all page
  /// indices in between.
  package let indices: EaseOut
  package let startedAt: Duration
  /// The number of the last frame.
  package let length: Int

  /// Creates a motion from the visible pages to another page over those between; of a jump by more than `mostShown`
  /// pages only the last two are shown (D-8, proto/README.md: Timelines).
  ///
  /// A page that is already visible is only scrolled to. Before one between the two visible pages, the nearer one of these
  /// fills the view, so that pages are always in order (D-18).
  ///
  /// - Parameters:
  ///   - view: the visible part of the pager.
  ///   - index: the indicator's position as a page index.
  ///   - page: the destination.
  ///   - velocity: that of a finger that let go, in pages a second: the motion begins at least as fast (D-19).
  ///   - now: the current time.
  init(from view: PagerView, index: Double, to page: Int, velocity: Double = 0, at now: Duration) {
    let (first, last) = (view.strip[0], view.strip[view.strip.count - 1])
    var strip = view.strip
    // Offsets are those in the strip.
    var offset = view.position - Double(view.firstSlot)
    var landing: Int?
    if page > last {
      strip += Self.pages(from: last, to: page)
    } else if page < first {
      strip = Self.pages(from: first, to: page).reversed() + strip
      offset += Double(strip.count - view.strip.count)
    } else if !strip.contains(page) {
      let isNearerRight = offset >= 0.5
      let passed = Self.pages(from: isNearerRight ? last : first, to: page)
      strip.insert(contentsOf: isNearerRight ? passed.reversed() : passed, at: 1)
      let end = isNearerRight ? strip.count - 1 : 0
      landing = end
      offset = Double(end) + (isNearerRight ? 1 : 0) - offset
    }
    // The destination's slot is its index.
    let firstSlot = page - (strip.firstIndex(of: page) ?? 0)
    self.firstSlot = firstSlot
    self.strip = strip
    self.landing = landing.map { $0 + firstSlot }
    let distance = Double(page - firstSlot) - offset
    let speed = distance < 0 ? -velocity : velocity
    var duration = PagerState.turnDuration
    if speed > 0 {
      duration = min(duration, max(FrameTime.seconds(of: 1), 2 * abs(distance) / speed))
    }
    curve = EaseOut(
      from: offset + Double(firstSlot),
      to: Double(page),
      duration: duration
    )
    indices = EaseOut(from: index, to: Double(page), duration: duration)
    startedAt = now
    length = Int((duration * Double(FrameTime.perSecond)).rounded(.up))
  }

  /// The longest jump of which all pages are shown, in pages.
  static let mostShown = 3

  /// Returns the pages shown on the way from one page to another, including the latter.
  private static func pages(from start: Int, to end: Int) -> [Int] {
    let step = end > start ? 1 : -1
    let first = abs(end - start) > mostShown ? end - step : start + step
    return Array(stride(from: first, through: end, by: step))
  }

  /// The destination page.
  package var target: Int { Int(curve.target) }

  package func frame(at now: Duration) -> Int {
    min(FrameTime.frame(at: now - startedAt), length)
  }

  package func position(atFrame frame: Int) -> Double {
    let way = way(atFrame: frame)
    guard let landing, isDetour(atFrame: frame) else { return way }
    return Double(detourSlot + landing + (landing == firstSlot ? 0 : 1)) - way
  }

  /// Returns the slot of a page of the strip in a frame, by its offset in the strip.
  func slot(ofOffset offset: Int, atFrame frame: Int) -> Int {
    guard isDetour(atFrame: frame) else { return firstSlot + offset }
    return offset == 0
      ? detourSlot : offset == strip.count - 1 ? detourSlot + 1 : firstSlot + offset
  }

  private func way(atFrame frame: Int) -> Double {
    frame >= length ? curve.target : curve.position(at: FrameTime.seconds(of: frame))
  }

  /// Whether the motion has not yet landed on the nearer one of the two pages in view.
  private func isDetour(atFrame frame: Int) -> Bool {
    guard let landing else { return false }
    let way = way(atFrame: frame)
    return landing < target ? way < Double(landing) : way > Double(landing)
  }

  /// The slot in which the first page of the strip waits for the landing.
  private var detourSlot: Int { firstSlot + strip.count - 1 }

  /// Returns the indicator's position in a frame, as a page index.
  package func index(atFrame frame: Int) -> Double {
    frame >= length ? indices.target : indices.position(at: FrameTime.seconds(of: frame))
  }

  /// Returns the visible part in the frame at a time.
  func view(at now: Duration) -> PagerView {
    let frame = frame(at: now)
    let position = position(atFrame: frame)
    let shown = strip.indices.map { (slot: slot(ofOffset: $0, atFrame: frame), page: strip[$0]) }
      .filter { abs(Double($0.slot) - position) < 1 }
    return PagerView(
      position: position,
      firstSlot: shown.first?.slot ?? Int(position.rounded(.down)),
      strip: shown.map(\.page)
    )
  }
}
