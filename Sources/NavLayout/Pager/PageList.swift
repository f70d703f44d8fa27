/// The pages of a pager in their order, known by what they are: its data source (MBX-4, MBX-11).
package struct PageList<ID: Hashable & Sendable>: Hashable, Sendable {
  package let pages: [ID]
  private let indices: [ID: Int]

  /// A pager that has nothing to show yet (MBX-1).
  package init() {
    pages = []
    indices = [:]
  }

  /// - Parameter pages: at least one, each once.
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

  /// Nil for a page that is not there.
  package func index(of page: ID) -> Int? { indices[page] }

  /// The page before one; nil for the first page and for one that is not there.
  package func page(before page: ID) -> ID? { neighbor(of: page, by: -1) }

  /// The page after one; nil for the last page and for one that is not there.
  package func page(after page: ID) -> ID? { neighbor(of: page, by: 1) }

  private func neighbor(of page: ID, by distance: Int) -> ID? {
    guard let index = indices[page] else { return nil }
    return pages.indices.contains(index + distance) ? pages[index + distance] : nil
  }
}
