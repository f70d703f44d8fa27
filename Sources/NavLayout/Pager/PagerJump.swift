package import NavScene

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

  /// One page of the jump.
  package struct Step: Hashable, Sendable {
    package let page: Int
    package let direction: PagerDirection

    package init(page: Int, direction: PagerDirection) {
      self.page = page
      self.direction = direction
    }
  }

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

  /// The jump's direction; forward for a jump to the current page (MBX-10).
  package var direction: PagerDirection { destination < start ? .reverse : .forward }

  /// The pages of the jump, the destination last; none for a jump to the current page (MBX-6).
  package var steps: [Step] {
    let pages =
      direction == .forward
      ? Array(start..<destination).map { $0 + 1 } : (destination..<start).reversed()
    return pages.map { Step(page: $0, direction: direction) }
  }

  /// The intermediate pages, in the order in which they are passed.
  package var passed: [Int] { steps.dropLast().map(\.page) }

  /// Returns the pages reported for the jump, the destination last and once (MBX-7, MBX-13).
  ///
  /// The start page is not among them, except in a jump to that page.
  ///
  /// - Parameter header: the kind of header; a segmented control reports the destination only.
  /// - Returns: page indices in order, at least one.
  package func callbacks(in header: BarStyle) -> [Int] {
    header == .segments ? [destination] : passed + [destination]
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
