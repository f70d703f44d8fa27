/// How many pages of each size lie somewhere in a stack.
///
/// Where a page begins follows from what lies below it, in every viewport: widths differ, counts do not.
struct StackCount: Hashable, Sendable {
  var halves = 0
  var fulls = 0

  static let zero = StackCount()

  /// One page.
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
  /// How wide so many pages are side by side.
  ///
  /// Equal places are equal numbers, whichever pages they are reached by: nothing is added up page by page.
  func length(of count: StackCount) -> Double {
    Double(count.halves) * halfPage + Double(count.fulls) * viewport
  }
}
