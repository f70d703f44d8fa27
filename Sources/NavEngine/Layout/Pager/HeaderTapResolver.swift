package import NavBase
import NavScene

/// The effect of a tap on a tag.
package enum PageTap: Hashable, Sendable {
  case jump(PagerJump)
  /// A tap on the current page's tag: the page scrolls to its top and is reported once (MBX-13, D-16).
  case retap(page: Int)
  /// No effect and no event: an arrow at an end of the pages, or a tag without a meaning (MBX-5).
  case nothing
}

/// The tags that select a page: numbered elements of a header (MBX-3).
///
/// Their appearance and position are defined by their owner.
package struct HeaderTapResolver: Hashable, Sendable {
  package let header: BarStyle
  package let pageCount: Int

  /// - Parameters:
  ///   - header: the kind of header.
  ///   - tags: the number of tags, which are numbered from 0.
  ///   - pages: the number of pages.
  /// - Throws: `PagerError` if there are no pages or no tags, or if the number of segments differs from that of pages.
  package init(_ header: BarStyle, tags: Int, pages: Int) throws(PagerError) {
    guard pages > 0 else { throw .noPages }
    guard tags > 0 else { throw .noTags }
    if header == .segments, tags != pages {
      throw .wrongSegments(given: tags, required: pages)
    }
    self.header = header
    pageCount = pages
  }

  /// Resolves a tap.
  ///
  /// - Parameters:
  ///   - tag: the number of the tapped tag.
  ///   - current: the active page, even if the pager is still moving to it: a tap then continues from that page
  ///     (MBXQ-2, RK-7).
  /// - Returns: the effect of the tap.
  /// - Throws: `PagerError.noPage` for a button or a segment without a page.
  package func tap(_ tag: Int, current: Int) throws(PagerError) -> PageTap {
    let page: Int
    switch header {
    case .buttons, .segments, .options: page = tag
    case .arrows:
      guard let step = [0: -1, 1: 1][tag] else { return .nothing }
      page = current + step
      guard (0..<pageCount).contains(page) else { return .nothing }
    }
    let jump = try PagerJump(from: current, to: page, of: pageCount)
    return page == current ? .retap(page: page) : .jump(jump)
  }
}
