/// How a book is bound and printed (PC-2, PC-3).
package struct BookStyle: Hashable, Sendable {
  /// Where its leaves are bound.
  package private(set) var spine: Spine
  /// Whether a leaf has a page on its back; else its front shines through.
  package private(set) var isDoubleSided: Bool

  /// A book; with its spine in the middle it is double-sided whatever is asked for.
  package init(spine: Spine = .min, isDoubleSided: Bool = false) {
    self.spine = spine
    self.isDoubleSided = isDoubleSided || spine == .mid
  }

  /// Binds it elsewhere; the middle makes it double-sided, and it stays so (PC-3).
  package mutating func setSpine(_ spine: Spine) {
    self.spine = spine
    if spine == .mid { isDoubleSided = true }
  }

  /// Prints the backs of leaves, or leaves them blank.
  ///
  /// - Throws: `BookError.middleIsDoubleSided`, and nothing changes (PC-3).
  package mutating func setDoubleSided(_ isDoubleSided: Bool) throws(BookError) {
    guard isDoubleSided || spine != .mid else { throw .middleIsDoubleSided }
    self.isDoubleSided = isDoubleSided
  }

  /// How many pages a transition takes (PC-4, as observed).
  ///
  /// Two are left and right, or the front to show and the back of what was shown before.
  package func requiredPages(isAnimated: Bool) -> Int {
    spine == .mid || (isDoubleSided && isAnimated) ? 2 : 1
  }

  /// Checks how many pages are given for a transition (D-10).
  ///
  /// - Throws: `BookError.wrongCount`, which names both numbers.
  package func check(given count: Int, isAnimated: Bool) throws(BookError) {
    let required = requiredPages(isAnimated: isAnimated)
    guard count == required else { throw .wrongCount(given: count, required: required) }
  }
}

extension PagerStyle {
  /// The book of which the pages are leaves; nil for any other pager.
  package var book: BookStyle? {
    switch self {
    case .curl(let spine, let isDoubleSided):
      BookStyle(spine: spine, isDoubleSided: isDoubleSided)
    case .slide, .none: nil
    }
  }

  /// How many pages a transition takes: one but for some books (PC-4, PS-1).
  package func requiredPages(isAnimated: Bool) -> Int {
    book?.requiredPages(isAnimated: isAnimated) ?? 1
  }

  /// Which gestures turn a page by themselves (PC-10).
  ///
  /// Other pagers leave that to what scrolls.
  ///
  /// - Parameter source: who gives the next page to a gesture; nil disables all of them (PC-6).
  /// - Returns: none for other pagers.
  package func gestures(of source: BookSource?) -> Set<BookGesture> {
    book != nil && source != nil ? [.pan, .edgeTap] : []
  }
}

/// A gesture that turns a leaf (PC-10).
package enum BookGesture: CaseIterable, Hashable, Sendable {
  case pan
  case edgeTap
}
