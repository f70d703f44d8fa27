/// What lies on either side of a leaf: one page, or the two pages of a spread.
///
/// All layouts of a book are of one of the two kinds. A book has a leaf in the air for each, so that
/// a turn from one page of a spread to the other is a motion where single pages are shown and none
/// where spreads are.
package enum BookSides: CaseIterable, Hashable, Sendable {
  case pages
  case spreads

  /// The page that names the side on which a page lies: of a spread the left one (PC-8).
  package func side(of page: Int) -> Int {
    switch self {
    case .pages: page
    case .spreads: page - page % 2
    }
  }
}

/// Something of a book for each kind of layout.
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
