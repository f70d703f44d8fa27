/// The replacement of a pager's pages: the page that becomes current, and the steps in order (MBX-2).
package struct PagerReload: Hashable, Sendable {
  /// The page at which a pager starts.
  package enum Start: Hashable, Sendable {
    /// The current page at its new index; if it was removed, the page that now has its index, or the last one (PSQ-3).
    case kept
    /// The page with this index, such as the first one or a configured start page (MBX-2, AboutPagers).
    case page(Int)
  }

  /// One step of a reload.
  package enum Step: Hashable, Sendable {
    case setCurrent(Int)
    /// Adds the pages' container to that of their owner, which it fills (MBX-12).
    case attach
    case load(count: Int)
    /// Shows the current page, as after a forward turn.
    case show(page: Int, PagerDirection)
    /// From here on, the indicator follows the pages.
    case follow
    case connect(tags: Int)
    /// The owner's additional configuration.
    case configure
  }

  package let current: Int
  package let steps: [Step]

  /// - Parameters:
  ///   - new: the new pages.
  ///   - old: the previous pages; empty on first use.
  ///   - current: the current page among the previous ones.
  ///   - start: the page that becomes current.
  ///   - tags: the number of tags that select a page; 0 for none.
  ///   - isConfigured: whether the owner configures something at the end.
  /// - Throws: `PagerError` for an empty list and for a start index without a page.
  package init<ID>(
    _ new: PageList<ID>,
    replacing old: PageList<ID> = PageList(),
    current: Int = 0,
    start: Start = .kept,
    tags: Int = 0,
    isConfigured: Bool = false
  ) throws(PagerError) {
    guard !new.pages.isEmpty else { throw .noPages }
    let page: Int
    switch start {
    case .page(let index):
      guard new.pages.indices.contains(index) else {
        throw .noPage(index: index, count: new.pages.count)
      }
      page = index
    case .kept:
      let same = old.pages.indices.contains(current) ? new.index(of: old.pages[current]) : nil
      page = same ?? min(max(0, current), new.pages.count - 1)
    }
    self.current = page
    steps =
      [
        .setCurrent(page), .attach, .load(count: new.pages.count), .show(page: page, .forward),
        .follow,
      ] + (tags > 0 ? [.connect(tags: tags)] : []) + (isConfigured ? [.configure] : [])
  }
}

extension PagerState {
  /// Replaces the pages: the pager rests on the current one at once.
  ///
  /// Discards motions and pans, which refer to pages by their previous indices.
  package mutating func reload(_ reload: PagerReload) {
    self = PagerState(current: reload.current)
  }
}
