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
  /// - Parameter mode: the mode of the header; a segmented control reports the destination only.
  /// - Returns: page indices in order, at least one.
  package func callbacks(in mode: PageMode) -> [Int] {
    mode == .segments ? [destination] : passed + [destination]
  }
}
