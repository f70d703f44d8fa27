import NavBase
package import NavScene

/// The pages of a stack from the bottom to the top, a persistent value.
///
/// Copies share their common pages: a copy, a push and a pop are O(1) however deep the stack is, and finding a page is
/// O(log n). Ids ascend from the bottom to the top.
///
/// A linked list of nodes from the top down, each with a pointer further down (E. W. Myers, "An applicative
/// random-access stack", 1983).
package struct StackPages: Sendable {
  private(set) var top: StackPageNode?

  package init() {}

  package init(_ pages: some Sequence<StackPage>) {
    for page in pages { append(page) }
  }

  /// Creates a number of pages from the bottom up.
  package init(count: Int, page: (_ index: Int) -> StackPage) {
    for index in 0..<count { append(page(index)) }
  }

  // MARK: Changes

  /// Appends a page on top; its id must be greater than those of all pages below.
  package mutating func append(_ page: StackPage) {
    precondition(
      top.map { $0.page.id < page.id } ?? true,
      "cannot put an older page on a newer one"
    )
    top = StackPageNode(page, on: top)
  }

  package mutating func removeLast() {
    precondition(top != nil, "cannot take a page from an empty stack")
    top = top?.below
  }

  /// Keeps a number of pages at the bottom and removes the others.
  ///
  /// O(log n), plus the release of pages that no other copy holds.
  package mutating func keep(first kept: Int) {
    precondition((0...count).contains(kept), "cannot keep \(kept) of \(count) pages")
    top = node(at: kept - 1)
  }

  // MARK: Finding

  /// Returns the index of the page with an id; O(log n).
  package func index(of id: ContainerID) -> Int? {
    guard let found = lowest(where: { $0.page.id >= id }), found.page.id == id else { return nil }
    return found.count - 1
  }

  /// Returns the lowest page that meets a condition, which must hold for all pages above it too; O(log n).
  func lowest(where holds: (StackPageNode) -> Bool) -> StackPageNode? {
    guard var found = top, holds(found) else { return nil }
    while true {
      if let jump = found.jump, holds(jump) {
        found = jump
      } else if let below = found.below, holds(below) {
        found = below
      } else {
        return found
      }
    }
  }

  /// Returns the node at an index; nil for -1, below the bottom.
  func node(at index: Int) -> StackPageNode? {
    index < 0 ? nil : lowest { $0.count > index }
  }

  /// Returns the number of equal pages at the bottom of two stacks.
  ///
  /// O(log n) if the stacks share these pages; else linear in the number of equal pages.
  package func commonCount(with other: StackPages) -> Int {
    let least = Swift.min(count, other.count)
    var (a, b) = (node(at: least - 1), other.node(at: least - 1))
    // Nodes at the same depth have jumps of the same length.
    while let x = a, let y = b, x !== y {
      if let jumpX = x.jump, let jumpY = y.jump, jumpX !== jumpY {
        (a, b) = (jumpX, jumpY)
      } else {
        (a, b) = (x.below, y.below)
      }
    }
    var common = a?.count ?? 0
    // Pages that are not shared may still be equal.
    while common < least, self[common] == other[common] { common += 1 }
    return common
  }
}

extension StackPages: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { count }
  package var count: Int { top?.count ?? 0 }
  package var last: StackPage? { top?.page }

  /// The page at an index; O(log n), faster near the top.
  package subscript(index: Int) -> StackPage {
    guard index < count, let node = node(at: index) else {
      preconditionFailure("cannot read page \(index) of \(count)")
    }
    return node.page
  }

  /// Returns an iterator over all pages, from the bottom to the top; O(n).
  package func makeIterator() -> IndexingIterator<[StackPage]> {
    var pages: [StackPage] = []
    pages.reserveCapacity(count)
    var node = top
    while let here = node {
      pages.append(here.page)
      node = here.below
    }
    pages.reverse()
    return pages.makeIterator()
  }
}

extension StackPages: Hashable {
  /// Returns whether both contain the same pages; O(1) for copies, else linear in the number of pages above the shared
  /// ones.
  package static func == (a: StackPages, b: StackPages) -> Bool {
    guard a.count == b.count else { return false }
    var (x, y) = (a.top, b.top)
    while let above = x, let other = y, above !== other {
      guard above.page == other.page else { return false }
      (x, y) = (above.below, other.below)
    }
    return true
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    hasher.combine(top?.page)
    hasher.combine(top?.upTo)
  }
}

extension StackPages: ExpressibleByArrayLiteral {
  package init(arrayLiteral pages: StackPage...) {
    self.init(pages)
  }
}

/// A page of a stack, linked to the pages below it.
///
/// Immutable except in its deinitializer.
final class StackPageNode: @unchecked Sendable {
  let page: StackPage
  /// The number of pages up to and including this one.
  let count: Int
  /// The same number by page size.
  let upTo: StackCount
  private(set) var below: StackPageNode?
  /// A page further down; nil stands for the position below the bottom.
  ///
  /// The lengths of jumps double where possible, so that descending takes O(log depth) steps.
  private(set) var jump: StackPageNode?

  init(_ page: StackPage, on below: StackPageNode?) {
    self.page = page
    count = (below?.count ?? 0) + 1
    upTo = (below?.upTo ?? .zero) + StackCount(page.size)
    self.below = below
    let near = below?.jump
    let far = near?.jump
    let isDoubled =
      below != nil
      && (below?.count ?? 0) - (near?.count ?? 0) == (near?.count ?? 0) - (far?.count ?? 0)
    jump = isDoubled ? far : below
  }

  var index: Int { count - 1 }

  /// The number of pages below this one, by page size.
  var downTo: StackCount { upTo - StackCount(page.size) }

  /// Frees the uniquely referenced nodes below in a loop, because recursive release would overflow the call stack of a
  /// deep stack.
  deinit {
    jump = nil
    var next = below
    below = nil
    while isKnownUniquelyReferenced(&next) {
      let after = next?.below
      next?.below = nil
      next = after
    }
  }
}

/// A number of half pages and of full pages.
///
/// A page's location follows from the count of the pages below it in every viewport, because counts, unlike widths, do
/// not depend on the viewport.
struct StackCount: Hashable, Sendable {
  var halves = 0
  var fulls = 0

  static let zero = StackCount()

  /// The count of one page.
  init(_ size: StackPageSize) {
    switch size {
    case .half: halves = 1
    case .full: fulls = 1
    }
  }

  init(halves: Int = 0, fulls: Int = 0) {
    self.halves = halves
    self.fulls = fulls
  }

  static func + (a: StackCount, b: StackCount) -> StackCount {
    StackCount(halves: a.halves + b.halves, fulls: a.fulls + b.fulls)
  }

  static func - (a: StackCount, b: StackCount) -> StackCount {
    StackCount(halves: a.halves - b.halves, fulls: a.fulls - b.fulls)
  }
}

extension StackMetrics {
  /// Returns the total width of pages side by side.
  ///
  /// Computed from the counts rather than summed page by page, so that equal positions are exactly equal numbers.
  func length(of count: StackCount) -> Double {
    Double(count.halves) * halfPage + Double(count.fulls) * viewport
  }
}
