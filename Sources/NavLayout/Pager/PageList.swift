/// The pages of a pager in order, identified by value: its data source (MBX-4, MBX-11).
package struct PageList<ID: Hashable & Sendable>: Hashable, Sendable {
  package let pages: [ID]
  private let indices: [ID: Int]

  /// Creates an empty list, for a pager without content (MBX-1).
  package init() {
    pages = []
    indices = [:]
  }

  /// - Parameter pages: at least one page, without duplicates.
  /// - Throws: `PagerError.noPages` or `.duplicate`.
  package init(_ pages: [ID]) throws(PagerError) {
    guard !pages.isEmpty else { throw .noPages }
    var indices: [ID: Int] = [:]
    for (index, page) in pages.enumerated() where indices.updateValue(index, forKey: page) != nil {
      throw .duplicate(index: index)
    }
    self.pages = pages
    self.indices = indices
  }

  /// Returns a page's index; nil if the list does not contain it.
  package func index(of page: ID) -> Int? { indices[page] }

  /// Returns the page before another; nil for the first page and for an unknown one.
  package func page(before page: ID) -> ID? { neighbor(of: page, by: -1) }

  /// Returns the page after another; nil for the last page and for an unknown one.
  package func page(after page: ID) -> ID? { neighbor(of: page, by: 1) }

  private func neighbor(of page: ID, by distance: Int) -> ID? {
    guard let index = indices[page] else { return nil }
    return pages.indices.contains(index + distance) ? pages[index + distance] : nil
  }
}
