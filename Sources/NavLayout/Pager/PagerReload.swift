/// Taking over a list of pages: which one is current then, and what is done in which order (MBX-2).
package struct PagerReload: Hashable, Sendable {
  /// Which page a pager begins with.
  package enum Start: Hashable, Sendable {
    /// The current page, wherever it is now; where it has gone the one that is there instead, or
    /// the last (PSQ-3).
    case kept
    /// That one: the first, or the page that a pager is to start with (MBX-2, section 2.2).
    case page(Int)
  }

  /// One thing that is done.
  package enum Step: Hashable, Sendable {
    case setCurrent(Int)
    /// The pages' container comes into that of their owner and fills it (MBX-12).
    case attach
    case load(count: Int)
    /// The current page is shown, as if one had gone forward to it.
    case show(page: Int, PagerDirection)
    /// The indicator follows the pages from here on.
    case follow
    case connect(tags: Int)
    /// What the owner asked for besides.
    case configure
  }

  package let current: Int
  package let steps: [Step]

  /// - Parameters:
  ///   - new: the pages.
  ///   - old: those until now; empty the first time.
  ///   - current: the page that was current among them.
  ///   - start: which one is current now.
  ///   - tags: how many things there are to choose a page with; 0 for none.
  ///   - isConfigured: whether the owner does something of its own in the end.
  /// - Throws: `PagerError` for a list without pages and for a start that is none of them.
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
  /// Takes over other pages: rests on the current one at once.
  ///
  /// Whatever moved showed pages by the indices that they had.
  package mutating func reload(_ reload: PagerReload) {
    self = PagerState(current: reload.current)
  }
}
