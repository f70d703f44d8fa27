import NavBase

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
