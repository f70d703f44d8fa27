import NavBase

/// A pan of a pager, in pages (PS-5: beyond the ends the pages follow with increasing resistance).
package struct PagerPan: Hashable, Sendable {
  /// The nearest page when the pan began; during the pan its slot is its index.
  package let base: Int
  /// The position at which the pan began, without the rubber band.
  private let start: Double
  private let count: Int
  /// Whether the pages follow the finger beyond their ends.
  private let bounces: Bool
  /// The seam between the visible pages if the pan interrupted a jump.
  private let seam: PagerSeam?
  /// The indicator's distance from the visible pages: in an interrupted jump it has a motion of its own.
  private let lag: Double
  /// The translation since the pan began, in pages.
  package internal(set) var translation = 0.0

  /// Creates a pan that stops the pages at their current position.
  ///
  /// - Parameters:
  ///   - view: the visible part of the pager.
  ///   - index: the indicator's position.
  ///   - count: the number of pages.
  ///   - bounces: whether the pages follow the finger beyond their ends.
  init(catching view: PagerView, index: Double, count: Int, bounces: Bool) {
    let isNearerRight = view.strip.count > 1 && view.position - Double(view.firstSlot) >= 0.5
    let base = view.strip[isNearerRight ? 1 : 0]
    let seam = PagerSeam(view.strip, baseIsRight: isNearerRight)
    let slot = view.firstSlot + (isNearerRight ? 1 : 0)
    let shown = view.position + Double(base - slot)
    self.base = base
    self.count = count
    self.bounces = bounces
    self.seam = seam
    start = Self.band(of: count, seam, bounces).pulled(shown)
    let lag = index - Self.index(ofSlot: shown, seam)
    self.lag = abs(lag) < CellGrid.tolerance ? 0 : lag
  }

  /// Returns the range of slots in which pages follow the finger one to one.
  private static func band(of count: Int, _ seam: PagerSeam?, _ bounces: Bool) -> RubberBand {
    let range = seam?.slots(of: count) ?? 0...max(0, count - 1)
    return RubberBand(
      range: Double(range.lowerBound)...Double(range.upperBound),
      dimension: bounces ? 1 : 0
    )
  }

  /// The slot at the viewport's left edge; between two slots while it moves.
  package var position: Double {
    Self.band(of: count, seam, bounces).shown(start + translation)
  }

  /// The visible part of the pager.
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

  /// The indicator's position, as a page index.
  var index: Double {
    let followed = Self.index(ofSlot: position, seam)
    guard lag != 0 else { return followed }
    // The distance from the pages stays constant but does not move the indicator beyond the ends.
    let ends = min(0, followed)...max(Double(max(0, count - 1)), followed)
    return (followed + lag).clamped(to: ends)
  }

  /// Returns the page that a release leads to: for an index next to the base the page in that slot, else the page with
  /// that index.
  func neighbor(_ page: Int) -> Int {
    abs(page - base) == 1 ? self.page(inSlot: page) : page
  }

  private func page(inSlot slot: Int) -> Int { seam?.page(inSlot: slot) ?? slot }

  /// Interpolates linearly between the page indices of two slots.
  private static func index(ofSlot position: Double, _ seam: PagerSeam?) -> Double {
    guard let seam else { return position }
    let left = position.rounded(.down)
    let page = seam.page(inSlot: Int(left))
    let next = seam.page(inSlot: Int(left) + 1)
    return Double(page) + (position - left) * Double(next - page)
  }
}

/// The seam between two pages that an interrupted jump shows side by side although they are not neighbours.
///
/// During the pan, the pages left of the seam are those up to `left`, the ones on its right those from `right` on;
/// pages that the jump passes over have no slot. The seam is after slot `slot`, and the page nearest at the beginning
/// of the pan keeps its index as its slot.
struct PagerSeam: Hashable, Sendable {
  let left: Int
  let right: Int
  /// The slot of `left`; that of `right` is the next one.
  let slot: Int

  /// Returns nil if the visible pages are neighbours, or if there is only one.
  init?(_ strip: [Int], baseIsRight: Bool) {
    guard strip.count > 1, strip[1] != strip[0] + 1 else { return nil }
    (left, right) = (strip[0], strip[1])
    slot = baseIsRight ? strip[1] - 1 : strip[0]
  }

  func page(inSlot slot: Int) -> Int {
    slot <= self.slot ? left + slot - self.slot : right + slot - self.slot - 1
  }

  /// Returns the slots of a number of pages.
  func slots(of count: Int) -> ClosedRange<Int> {
    (slot - left)...(slot + count - right)
  }
}
