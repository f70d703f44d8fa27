/// The data source that gestures query for the neighbours of a page (PC-6).
///
/// A query does not mean that the reader turns to that page (PS-4), and programs do not query: they name pages.
package struct BookSource: Hashable, Sendable {
  /// The number of pages.
  package let count: Int

  package init(count: Int) {
    precondition(count >= 0, "cannot have \(count) pages")
    self.count = count
  }

  /// Returns the page before another; nil for the first page and for an unknown one.
  package func page(before page: Int) -> Int? {
    (0..<count).contains(page) && page > 0 ? page - 1 : nil
  }

  /// Returns the page after another; nil for the last page and for an unknown one.
  package func page(after page: Int) -> Int? {
    (0..<count).contains(page) && page < count - 1 ? page + 1 : nil
  }
}
