/// What a tap on a tag asks for.
package enum PageTap: Hashable, Sendable {
  case jump(PagerJump)
  /// The current page again: it scrolls to its top, and is reported once (MBX-13, D-16).
  case retap(page: Int)
  /// An arrow at an end of the pages, or one that means nothing: not even an event (MBX-5).
  case nothing
}

/// What chooses among the pages: things of which only the number counts (MBX-3).
///
/// How they look and where they stand is their owner's business.
package struct PageTags: Hashable, Sendable {
  package let mode: PageMode
  package let pageCount: Int

  /// - Parameters:
  ///   - mode: what a tap means.
  ///   - tags: how many things there are to tap, numbered from 0.
  ///   - pages: how many pages there are.
  /// - Throws: `PagerError` where there are no pages or no tags, or another number of segments than
  ///   of pages.
  package init(_ mode: PageMode, tags: Int, pages: Int) throws(PagerError) {
    guard pages > 0 else { throw .noPages }
    guard tags > 0 else { throw .noTags }
    if mode == .segments, tags != pages {
      throw .wrongSegments(given: tags, required: pages)
    }
    self.mode = mode
    pageCount = pages
  }

  /// What a tap means.
  ///
  /// - Parameters:
  ///   - tag: the number of what was hit.
  ///   - current: the active page, also while the pager is still on its way there: a tap then leads
  ///     on from it (MBXQ-2, RK-7).
  /// - Returns: what is to be done.
  /// - Throws: `PagerError.noPage` for a button or a segment that stands for no page.
  package func tap(_ tag: Int, current: Int) throws(PagerError) -> PageTap {
    let page: Int
    switch mode {
    case .buttons, .segments: page = tag
    case .arrows:
      guard let step = [0: -1, 1: 1][tag] else { return .nothing }
      page = current + step
      guard (0..<pageCount).contains(page) else { return .nothing }
    }
    let jump = try PagerJump(from: current, to: page, of: pageCount)
    return page == current ? .retap(page: page) : .jump(jump)
  }

  /// The tag that shows which page is current; arrows do not (MBX-8).
  package func selected(current: Int) -> Int? { mode == .arrows ? nil : current }
}
