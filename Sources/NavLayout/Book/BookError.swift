/// A request that a book refuses; the book is unchanged (D-10).
package enum BookError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number of given pages differs from the number that the transition requires (PC-4).
  case wrongCount(given: Int, required: Int)
  /// A book with its spine in the middle cannot be single-sided, because it shows two pages (PC-3).
  case middleIsDoubleSided
  /// The page to show is not in the book (PCQ-4).
  case noPage(given: Int?, count: Int)
  /// The given pages do not face one another; the value is the left page of the spread that contains the first of them
  /// (PC-8).
  case noSpread(left: Int)

  package var description: String {
    switch self {
    case .wrongCount(let given, let required):
      "\(given) pages were given for a transition that takes \(required): give \(required)"
    case .middleIsDoubleSided:
      "a book with its spine in the middle is double-sided: move the spine to an edge first"
    case .noPage(_, count: 0):
      "there is no page to turn to: the book has none"
    case .noPage(let given, let count):
      "there is no page \(given.map { "\($0 + 1)" } ?? "") to turn to: name one from 1 to \(count)"
    case .noSpread(let left):
      "these pages do not face one another: give \(left + 1) and the page behind it, if any"
    }
  }
}
