import NavGeometry

/// A leaf that turns, in cells: the part that still lies flat, and the part that is turned over at
/// the fold.
///
/// A turn is a column wipe from the leaf's free edge to the spine (section 3.4). Of a leaf `w`
/// columns wide, `u` are peeled off: as many columns of the page below are uncovered, and the
/// peeled part lies over the flat one beside the fold, where its back is seen. Where the leaf is
/// bound at an edge, what reaches beyond the spine is not seen; in the middle it comes to lie on
/// the other side.
struct BookFold: Hashable {
  /// A part of the leaf: where it stands in the book, and the first column of its page that is
  /// seen.
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
      // The leaf is the later page: forward it is laid down from the spine.
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

  /// Progress `p` peels `ceil(p * w)` columns off.
  private static func peeled(_ share: Double, of width: Int) -> Int {
    min(max(0, -CellGrid.cell(at: -share * Double(width))), width)
  }

  /// The part of a right page that lies over: at first on the page itself, then over the spine,
  /// then on the left.
  ///
  /// The spine takes no column of the leaf.
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
