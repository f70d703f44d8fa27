/// Which way pages go by (PC-1).
package enum PagerDirection: CaseIterable, Hashable, Sendable {
  /// To later pages.
  case forward
  /// To earlier pages.
  case reverse
}

/// A way from one page to another over those between them (MBX-6, RK-6).
package struct PagerJump: Hashable, Sendable {
  package let start: Int
  package let destination: Int

  /// The most passed pages that are reported of one command (protocol.md: Timelines).
  package static let mostPassed = 64

  /// One page that is shown on the way.
  package struct Step: Hashable, Sendable {
    package let page: Int
    package let direction: PagerDirection

    package init(page: Int, direction: PagerDirection) {
      self.page = page
      self.direction = direction
    }
  }

  /// - Parameters:
  ///   - start: the page that is current.
  ///   - destination: the page to go to.
  ///   - count: how many pages there are.
  /// - Throws: `PagerError.noPage` for an index below 0 or beyond the last page (MBX-10).
  package init(from start: Int, to destination: Int, of count: Int) throws(PagerError) {
    for index in [start, destination] where index < 0 || index >= count {
      throw .noPage(index: index, count: count)
    }
    self.start = start
    self.destination = destination
  }

  /// Forward too where the page is the current one (MBX-10).
  package var direction: PagerDirection { destination < start ? .reverse : .forward }

  /// The pages of the way, the destination last; none to the current page (MBX-6).
  package var steps: [Step] {
    let pages =
      direction == .forward
      ? Array(start..<destination).map { $0 + 1 } : (destination..<start).reversed()
    return pages.map { Step(page: $0, direction: direction) }
  }

  /// The one step of a jump that shows no page between; to the current page it leads there again
  /// (MBX-10).
  package var directStep: Step { Step(page: destination, direction: direction) }

  /// The pages between, in the order in which they are passed.
  package var passed: [Int] { steps.dropLast().map(\.page) }

  /// The pages that the way is reported with, the destination last and once (MBX-7, MBX-13).
  ///
  /// Never the page that it starts from, but for a jump to that page.
  ///
  /// - Parameter mode: a control of segments reports the destination alone.
  /// - Returns: indices in their order, at least one.
  package func callbacks(in mode: PageMode) -> [Int] {
    mode == .segments ? [destination] : passed + [destination]
  }
}
