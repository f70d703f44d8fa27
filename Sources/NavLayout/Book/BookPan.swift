/// A pan of a book.
package struct BookPan: Hashable, Sendable {
  /// The kind of layout of the panning viewer.
  let sides: BookSides
  /// The leaves in the air when the pan began, with their state at that time.
  let caught: BySides<BookLeaf?>
  /// The position between pages when the pan began, in indices.
  let start: Double
  /// The leaves that the pan holds; nil if none is lifted.
  var leaves: BySides<BookLeaf?>

  init(in sides: BookSides, catching caught: BySides<BookLeaf?>, at start: Double) {
    self.sides = sides
    self.caught = caught
    self.start = start
    leaves = caught
  }

  /// The leaf held in the panning viewer's layout.
  package var leaf: BookLeaf? { leaves[sides] }

  /// The position between pages, in indices; with a caught leaf it continues from the position at the pan's beginning.
  var position: Double {
    guard let leaf else { return start }
    guard let caught = caught[sides] else {
      // The position counts pages, but a spread's leaf leads from and to left pages only.
      let counted = caught[.pages] == nil ? leaves[.pages] ?? leaf : leaf
      return counted.position
    }
    let range = min(start, Double(leaf.lower))...max(start, Double(leaf.upper))
    let moved = start + leaf.position - caught.position
    return min(max(range.lowerBound, moved), range.upperBound)
  }
}
