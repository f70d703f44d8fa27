/// The two pages that face one another where the spine is in the middle (PC-8).
///
/// A page of an even index is at the left.
package struct BookSpread: Hashable, Sendable {
  package let left: Int
  /// Nil for the blank half beside the last page of an odd number (PCQ-1).
  package let right: Int?
  /// How many pages the book has.
  package let count: Int

  /// The spread in which a page is.
  ///
  /// - Parameters:
  ///   - index: the page's, one of the book's.
  ///   - count: how many pages the book has.
  package init(of index: Int, count: Int) {
    precondition((0..<count).contains(index), "cannot find page \(index) among \(count)")
    left = index - index % 2
    right = left + 1 < count ? left + 1 : nil
    self.count = count
  }

  /// Its pages, from left to right.
  package var pages: [Int] { [left] + (right.map { [$0] } ?? []) }

  /// The spread behind it; nil for the last.
  package var next: BookSpread? {
    left + 2 < count ? BookSpread(of: left + 2, count: count) : nil
  }

  /// The spread in front of it; nil for the first.
  package var previous: BookSpread? {
    left > 0 ? BookSpread(of: left - 1, count: count) : nil
  }

  package func contains(_ page: Int) -> Bool { page == left || page == right }
}
