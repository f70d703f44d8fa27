import NavBase

/// A turning leaf in cells: the part that still lies flat, and the part that is turned over at the fold.
///
/// A turn is a column wipe from the leaf's free edge to the spine (AboutBooks). When `u` columns of a leaf are peeled
/// off, the same number of columns of the page below is uncovered, and the peeled part lies over the flat part beside
/// the fold, showing its back. If the leaf is bound at an edge, the part beyond the spine is not visible; if it is
/// bound in the middle, that part lies on the other side.
struct BookFold: Hashable {
  /// A part of the leaf: its position in the book, and the first visible column of its page.
  struct Part: Hashable {
    var x: Int
    var width: Int
    var scrollX = 0
  }

  var flat: Part
  var turned: Part

  init(_ layout: BookLayout, share: Double) {
    let columns = layout.room.columns
    switch layout.spine {
    case .min:
      let peeled = Self.peeled(share, of: columns)
      flat = Part(x: 0, width: columns - peeled)
      turned = Part(x: columns - 2 * peeled, width: peeled)
    case .max:
      // The leaf is the later page: a forward turn lays it down from the spine.
      let peeled = Self.peeled(1 - share, of: columns)
      flat = Part(x: peeled, width: columns - peeled, scrollX: peeled)
      turned = Part(x: peeled, width: peeled, scrollX: columns - peeled)
    case .mid:
      let right = layout.restingFrame(of: 1)
      let peeled = Self.peeled(share, of: right.width)
      flat = Part(x: right.x, width: right.width - peeled)
      turned = Self.turnedOver(peeled, of: right.width, onto: layout.leftColumns, from: right.x)
    }
  }

  /// Returns the number of peeled columns, `ceil(p * w)` at progress `p`.
  private static func peeled(_ share: Double, of width: Int) -> Int {
    min(max(0, -CellGrid.cell(at: -share * Double(width))), width)
  }

  /// Returns the turned part of a right page: first over the page itself, then over the spine, then on the left side.
  ///
  /// The spine hides no column of the leaf.
  private static func turnedOver(
    _ peeled: Int,
    of width: Int,
    onto left: Int,
    from right: Int
  ) -> Part {
    let fold = left + width - peeled
    let edge = max(0, fold - peeled)
    let gap = right - left
    let x = edge >= left ? edge + gap : edge
    let end = fold > left ? fold + gap : fold
    return Part(x: x, width: end - x)
  }
}
