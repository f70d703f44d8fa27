/// What gestures ask for the pages beside one (PC-6).
///
/// Asking says nothing about where the reader goes (PS-4), and programs do not ask: they name
/// pages.
package struct BookSource: Hashable, Sendable {
  /// How many pages there are.
  package let count: Int

  package init(count: Int) {
    precondition(count >= 0, "cannot have \(count) pages")
    self.count = count
  }

  /// The page in front of another; nil for the first and for a page that is not there.
  package func page(before page: Int) -> Int? {
    (0..<count).contains(page) && page > 0 ? page - 1 : nil
  }

  /// The page behind another; nil for the last and for a page that is not there.
  package func page(after page: Int) -> Int? {
    (0..<count).contains(page) && page < count - 1 ? page + 1 : nil
  }
}
