/// The axis along which the pages of a pager are arranged (PS-2).
package enum PagerAxis: String, CaseIterable, Hashable, Sendable {
  case horizontal
  case vertical

  /// The name in files.
  package var name: String { rawValue }
}

/// The edge at which the leaves of a book are bound (PC-2).
///
/// Only books have a spine.
package enum Spine: String, CaseIterable, Hashable, Sendable {
  /// At the left: one page.
  case min
  /// In the middle: two pages.
  case mid
  /// At the right: one page.
  case max

  /// The name in files.
  package var name: String { rawValue }
}

/// The transition from one page of a pager to the next (PC-1).
package enum PagerStyle: Hashable, Sendable {
  /// Pages slide side by side or below one another, `spacing` cells apart (PS-1, PS-2).
  case slide(PagerAxis, spacing: Int)
  /// Pages are the leaves of a book; on the back of a single-sided leaf its front shows through (PC-3).
  case curl(Spine, isDoubleSided: Bool)
  /// The next page replaces the previous one at once.
  case none

  /// Sliding side by side with the default spacing.
  package static let sliding = PagerStyle.slide(.horizontal, spacing: defaultSpacing)

  /// The default number of cells between two pages.
  package static let defaultSpacing = 2

  /// The largest number of cells between two pages.
  package static let spacingLimit = 100
}
