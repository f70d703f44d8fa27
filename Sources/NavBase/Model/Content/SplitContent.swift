/// Parts side by side or below one another, with borders that can be moved.
package struct SplitContent: Hashable, Sendable {
  package var title: String
  /// The parts in reading order; as many as `NavigationState.Split.partCounts` allows.
  package var parts: [SessionContent]
  /// The weight of each part, in `NavigationState.Split.weights` (SPL-2).
  package var weights: [Int]

  /// The directions in which its parts may be arranged.
  package var arrangement = Arrangement.automatic

  /// The rule for the direction of the parts (SPL-3).
  package enum Arrangement: Hashable, Sendable {
    /// Side by side where they fit, else below one another.
    case automatic
    /// Below one another in a size of at least this many columns and rows; in a smaller one, only the focused part is
    /// shown.
    case stacked(columns: Int, rows: Int)
  }

  /// - Parameters:
  ///   - title: the title of a page that contains the split.
  ///   - parts: the parts, in reading order.
  ///   - weights: the weight of each part; nil for equal ones.
  package init(title: String, parts: [SessionContent], weights: [Int]? = nil) {
    self.title = title
    self.parts = parts
    self.weights = weights ?? Array(repeating: 1, count: parts.count)
  }
}

extension SplitContent: ContainerContent {
  package var content: SessionContent { .split(self) }
  package var contents: [SessionContent] { parts }

  package mutating func updateContents(_ update: (inout SessionContent) -> Void) {
    for index in parts.indices { update(&parts[index]) }
  }

  package func check() throws(Rejection) {
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

extension NavigationState {
  /// The navigation state of a split.
  package struct Split: Hashable, Sendable {
    /// The share of each part, in thousandths.
    package var shares: [Int]
    /// The index of the part that has the focus, from 0.
    package var focused: Int

    /// The possible numbers of parts.
    package static let partCounts = 2...3
    /// The possible weights of a part, from which the content computes shares.
    package static let weights = 1...1_000

    package init(shares: [Int], focused: Int) {
      self.shares = shares
      self.focused = focused
    }
  }
}
