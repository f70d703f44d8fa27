/// The pages that a leaf separates: single ones, or spreads of two.
///
/// A book has a moving leaf for each, because a turn from one page of a spread to the other moves a leaf where pages
/// are shown singly, and nothing where spreads are shown.
package enum BookSides: CaseIterable, Hashable, Sendable {
  case pages
  case spreads

  /// Returns the page that identifies the side of a page: the left page of its spread (PC-8), or the page itself.
  package func side(of page: Int) -> Int {
    switch self {
    case .pages: page
    case .spreads: page - page % 2
    }
  }
}

/// A value for each kind of layout.
struct BySides<Value: Hashable & Sendable>: Hashable, Sendable {
  private var pages: Value
  private var spreads: Value

  init(_ value: (BookSides) -> Value) {
    pages = value(.pages)
    spreads = value(.spreads)
  }

  subscript(sides: BookSides) -> Value {
    get {
      switch sides {
      case .pages: pages
      case .spreads: spreads
      }
    }
    set {
      switch sides {
      case .pages: pages = newValue
      case .spreads: spreads = newValue
      }
    }
  }
}

/// The two pages that face one another in a book with its spine in the middle (PC-8).
///
/// A page with an even index is at the left.
package struct BookSpread: Hashable, Sendable {
  package let left: Int
  /// The right page; nil for the blank half beside the last page of an odd number (PCQ-1).
  package let right: Int?

  /// Creates the spread that contains a page.
  ///
  /// - Parameters:
  ///   - index: the page's index, which must exist.
  ///   - count: the number of the book's pages.
  package init(of index: Int, count: Int) {
    precondition((0..<count).contains(index), "cannot find page \(index) among \(count)")
    left = index - index % 2
    right = left + 1 < count ? left + 1 : nil
  }

  /// The spread's pages, from left to right.
  package var pages: [Int] { [left] + (right.map { [$0] } ?? []) }
}
