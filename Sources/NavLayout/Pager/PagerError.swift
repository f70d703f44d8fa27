/// A request to a pager that cannot be done; the pager is as it was before.
package enum PagerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// An index, from 0, for which there is no page, and how many pages there are (MBX-10).
  case noPage(index: Int, count: Int)
  /// A pager of no pages (MBX-4).
  case noPages
  /// Buttons or segments of which there is none (MBX-4).
  case noTags
  /// A control of another number of segments than there are pages (MBX-5).
  case wrongSegments(given: Int, required: Int)
  /// A page that is given twice, and where it is for the second time (MBX-11).
  case duplicate(index: Int)

  package var description: String {
    switch self {
    case .noPage(_, count: 0), .noPages: "a pager needs a page: give at least one"
    case .noPage(let index, let count):
      "there is no page with index \(index): give 0 to \(count - 1)"
    case .noTags: "there is nothing to choose a page with: give at least one button"
    case .wrongSegments(let given, let required):
      "\(given) segments do not stand for \(required) pages: give one segment for each page"
    case .duplicate(let index):
      "the page with index \(index) is there already: give each page once"
    }
  }
}
