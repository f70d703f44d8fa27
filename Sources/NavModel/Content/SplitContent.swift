/// Parts side by side or below one another, with borders that can be moved.
package struct SplitContent: Hashable, Sendable {
  package var title: String
  /// The parts in reading order; as many as `NavigationState.Split.partCounts` allows.
  package var parts: [SessionContent]
  /// The weight of each part, in `NavigationState.Split.weights` (SPL-2).
  package var weights: [Int]

  /// - Parameters:
  ///   - title: the title of a page that contains the split.
  ///   - parts: the parts, in reading order.
  ///   - weights: the weight of each part; nil for equal ones.
  package init(title: String, parts: [SessionContent], weights: [Int]? = nil) {
    self.title = title
    self.parts = parts
    self.weights = weights ?? Array(repeating: 1, count: parts.count)
  }

  /// Validates everything but the contents of the parts; throws the first violation.
  func check() throws(Rejection) {
    guard NavigationState.Split.partCounts.contains(parts.count) else {
      throw Rejection("'\(title)' has \(parts.count) parts: give it 2 or 3")
    }
    guard weights.count == parts.count, weights.allSatisfy(NavigationState.Split.weights.contains)
    else {
      let (least, most) = (
        NavigationState.Split.weights.lowerBound, NavigationState.Split.weights.upperBound
      )
      throw Rejection("'\(title)' has shares \(weights): give each part one, \(least) to \(most)")
    }
  }
}
