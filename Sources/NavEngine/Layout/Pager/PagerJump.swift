/// The direction in which pages change (PC-1).
package enum PagerDirection: CaseIterable, Hashable, Sendable {
  /// To later pages.
  case forward
  /// To earlier pages.
  case reverse
}

/// A jump from one page to another over the pages between them (MBX-6, RK-6).
package struct PagerJump: Hashable, Sendable {
  package let start: Int
  package let destination: Int

  /// The largest number of passed pages that are reported for one command (proto/README.md: Timelines).
  package static let mostPassed = 64

  /// - Parameters:
  ///   - start: the current page.
  ///   - destination: the requested page.
  ///   - count: the number of pages.
  /// - Throws: `PagerError.noPage` for an index below 0 or beyond the last page (MBX-10).
  package init(from start: Int, to destination: Int, of count: Int) throws(PagerError) {
    for index in [start, destination] where index < 0 || index >= count {
      throw .noPage(index: index, count: count)
    }
    self.start = start
    self.destination = destination
  }
}

/// A request that a pager refuses; the pager is unchanged.
package enum PagerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// An index, from 0, without a page, and the number of pages (MBX-10).
  case noPage(index: Int, count: Int)
  /// A pager without pages (MBX-4).
  case noPages
  /// A header without buttons or segments (MBX-4).
  case noTags
  /// A control whose number of segments differs from the number of pages (MBX-5).
  case wrongSegments(given: Int, required: Int)

  package var description: String {
    switch self {
    case .noPage(_, count: 0), .noPages: "a pager needs a page: give at least one"
    case .noPage(let index, let count):
      "there is no page with index \(index): give 0 to \(count - 1)"
    case .noTags: "there is nothing to choose a page with: give at least one button"
    case .wrongSegments(let given, let required):
      "\(given) segments do not stand for \(required) pages: give one segment for each page"
    }
  }
}
