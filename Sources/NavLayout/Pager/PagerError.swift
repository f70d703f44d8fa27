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
