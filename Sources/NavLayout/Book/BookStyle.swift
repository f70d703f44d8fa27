package import NavModel

/// The spine of a book and the sides of its leaves (PC-2, PC-3).
package struct BookStyle: Hashable, Sendable {
  /// The edge at which the leaves are bound.
  package private(set) var spine: Spine
  /// Whether a leaf has a page on its back; else its front shows through.
  package private(set) var isDoubleSided: Bool

  /// Creates a style; a book with its spine in the middle is always double-sided.
  package init(spine: Spine = .min, isDoubleSided: Bool = false) {
    self.spine = spine
    self.isDoubleSided = isDoubleSided || spine == .mid
  }

  /// Sets the spine; the middle makes the book double-sided, and it stays so (PC-3).
  package mutating func setSpine(_ spine: Spine) {
    self.spine = spine
    if spine == .mid { isDoubleSided = true }
  }

  /// Sets whether leaves have a page on their back.
  ///
  /// - Throws: `BookError.middleIsDoubleSided`; the style is then unchanged (PC-3).
  package mutating func setDoubleSided(_ isDoubleSided: Bool) throws(BookError) {
    guard isDoubleSided || spine != .mid else { throw .middleIsDoubleSided }
    self.isDoubleSided = isDoubleSided
  }

  /// Returns the number of pages that a transition requires (PC-4, as observed).
  ///
  /// Two pages are left and right, or the front to show and the back of the previously shown page.
  package func requiredPages(isAnimated: Bool) -> Int {
    spine == .mid || (isDoubleSided && isAnimated) ? 2 : 1
  }

  /// Checks the number of pages given for a transition (D-10).
  ///
  /// - Throws: `BookError.wrongCount`, which names both numbers.
  package func check(given count: Int, isAnimated: Bool) throws(BookError) {
    let required = requiredPages(isAnimated: isAnimated)
    guard count == required else { throw .wrongCount(given: count, required: required) }
  }
}

extension PagerStyle {
  /// The style of the book that the pages form; nil for any other pager.
  package var book: BookStyle? {
    switch self {
    case .curl(let spine, let isDoubleSided):
      BookStyle(spine: spine, isDoubleSided: isDoubleSided)
    case .slide, .none: nil
    }
  }

  /// Returns the number of pages that a transition requires: one, except in some books (PC-4, PS-1).
  package func requiredPages(isAnimated: Bool) -> Int {
    book?.requiredPages(isAnimated: isAnimated) ?? 1
  }

  /// Returns the gestures that turn leaves (PC-10).
  ///
  /// In other pagers, scrolling turns the pages.
  ///
  /// - Parameter source: the data source for gestures; nil disables all of them (PC-6).
  /// - Returns: the gestures; none for other pagers.
  package func gestures(of source: BookSource?) -> Set<BookGesture> {
    book != nil && source != nil ? [.pan, .edgeTap] : []
  }
}

/// A gesture that turns a leaf (PC-10).
package enum BookGesture: CaseIterable, Hashable, Sendable {
  case pan
  case edgeTap
}
