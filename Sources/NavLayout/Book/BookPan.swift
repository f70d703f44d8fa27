/// A finger on a book.
package struct BookPan: Hashable, Sendable {
  /// The kind of layout in which the finger is.
  let sides: BookSides
  /// The leaves that were in the air when the finger came, as they were then.
  let caught: BySides<BookLeaf?>
  /// The place between pages that was told then, in indices.
  let start: Double
  /// The leaves that it holds; nil where none is lifted.
  var leaves: BySides<BookLeaf?>
  /// The page that was told as pending last.
  var pending: Int?

  init(in sides: BookSides, catching caught: BySides<BookLeaf?>, at start: Double) {
    self.sides = sides
    self.caught = caught
    self.start = start
    leaves = caught
  }

  /// The leaf that is under the finger itself.
  package var leaf: BookLeaf? { leaves[sides] }

  /// The place between pages, in indices; of a caught leaf it goes on from where it was.
  var position: Double {
    guard let leaf else { return start }
    guard let caught = caught[sides] else {
      // A spread is told by its left page, and pages are what is counted.
      let told = caught[.pages] == nil ? leaves[.pages] ?? leaf : leaf
      return told.position
    }
    let range = min(start, Double(leaf.lower))...max(start, Double(leaf.upper))
    let moved = start + leaf.position - caught.position
    return min(max(range.lowerBound, moved), range.upperBound)
  }
}
