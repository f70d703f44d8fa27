import NavGeometry

/// A finger on a pager, in pages (PS-5: beyond the ends they follow less and less).
package struct PagerPan: Hashable, Sendable {
  /// The page that was nearest when it began; under the finger its slot is its index.
  package let base: Int
  /// Where the finger took hold, were there no ends.
  private let start: Double
  private let count: Int
  /// What the pages in view are, where a jump was caught.
  private let seam: PagerSeam?
  /// How far the indicator is from what is in view: a caught jump's was on its own way.
  private let lag: Double
  /// The finger's way since then.
  package internal(set) var translation = 0.0

  /// A finger that stops what is in view.
  ///
  /// - Parameters:
  ///   - view: what is in view.
  ///   - index: where the indicator is.
  ///   - count: how many pages there are.
  init(catching view: PagerView, index: Double, count: Int) {
    let isNearerRight = view.strip.count > 1 && view.position - Double(view.firstSlot) >= 0.5
    let base = view.strip[isNearerRight ? 1 : 0]
    let seam = PagerSeam(view.strip, baseIsRight: isNearerRight)
    let slot = view.firstSlot + (isNearerRight ? 1 : 0)
    let shown = view.position + Double(base - slot)
    self.base = base
    self.count = count
    self.seam = seam
    start = Self.band(of: count, seam).pulled(shown)
    let lag = index - Self.index(ofSlot: shown, seam)
    self.lag = abs(lag) < CellGrid.tolerance ? 0 : lag
  }

  /// The slots between which pages follow the finger one to one.
  private static func band(of count: Int, _ seam: PagerSeam?) -> RubberBand {
    let range = seam?.slots(of: count) ?? 0...max(0, count - 1)
    return RubberBand(
      range: Double(range.lowerBound)...Double(range.upperBound),
      dimension: 1
    )
  }

  /// The slot at the viewport's left edge; between two slots while it moves.
  package var position: Double { Self.band(of: count, seam).shown(start + translation) }

  /// What it shows.
  package var view: PagerView {
    let position = position
    let left = Int(position.rounded(.down))
    let range = seam?.slots(of: count) ?? 0...max(0, count - 1)
    let slots = [left, left + 1].filter {
      range.contains($0) && Double($0) < position + 1 && position < Double($0) + 1
    }
    return PagerView(
      position: position,
      firstSlot: slots.first ?? base,
      strip: slots.map { page(inSlot: $0) }
    )
  }

  /// Where the indicator is, as a page's index.
  var index: Double {
    let followed = Self.index(ofSlot: position, seam)
    guard lag != 0 else { return followed }
    // What was behind or ahead of the pages stays so, but is not led beyond the ends by that.
    let ends = min(0, followed)...max(Double(max(0, count - 1)), followed)
    return (followed + lag).clamped(to: ends)
  }

  /// The page that a release means: the one in a slot beside the base, any other page by its index.
  func neighbor(_ page: Int) -> Int {
    abs(page - base) == 1 ? self.page(inSlot: page) : page
  }

  private func page(inSlot slot: Int) -> Int { seam?.page(inSlot: slot) ?? slot }

  /// Between two slots the way is straight from one page's index to the other's.
  private static func index(ofSlot position: Double, _ seam: PagerSeam?) -> Double {
    guard let seam else { return position }
    let left = position.rounded(.down)
    let page = seam.page(inSlot: Int(left))
    let next = seam.page(inSlot: Int(left) + 1)
    return Double(page) + (position - left) * Double(next - page)
  }
}

/// Two pages that a caught jump shows side by side and that are no neighbours.
///
/// While the finger is down the pages left of the seam are those up to `left`, the ones right of it
/// those from `right` on; those that the jump passed over take no slot. The seam lies behind slot
/// `slot`, and the page that was nearest when the finger came keeps its index as its slot.
struct PagerSeam: Hashable, Sendable {
  let left: Int
  let right: Int
  /// The slot of `left`; that of `right` is the next one.
  let slot: Int

  /// Nil where the pages in view are neighbours, or where there is only one.
  init?(_ strip: [Int], baseIsRight: Bool) {
    guard strip.count > 1, strip[1] != strip[0] + 1 else { return nil }
    (left, right) = (strip[0], strip[1])
    slot = baseIsRight ? strip[1] - 1 : strip[0]
  }

  func page(inSlot slot: Int) -> Int {
    slot <= self.slot ? left + slot - self.slot : right + slot - self.slot - 1
  }

  /// The slots that there are for so many pages.
  func slots(of count: Int) -> ClosedRange<Int> {
    (slot - left)...max(slot - left, slot + count - right)
  }
}
