/// Along which axis the pages of a pager stand (PS-2).
package enum PagerAxis: UInt8, CaseIterable, Hashable, Sendable {
  case horizontal
  case vertical
}

/// Where the leaves of a book are bound (PC-2).
///
/// A pager that is no book has none.
package enum Spine: UInt8, CaseIterable, Hashable, Sendable {
  /// At the left: one page.
  case min = 1
  /// In the middle: two pages.
  case mid = 2
  /// At the right: one page.
  case max = 3
}

/// How a pager goes from one page to the next (PC-1).
package enum PagerStyle: Hashable, Sendable {
  /// Pages stand side by side or below one another, so many cells apart (PS-1, PS-2).
  case slide(PagerAxis, spacing: Int)
  /// Pages are leaves of a book; single-sided ones show their front through their back (PC-3).
  case curl(Spine, isDoubleSided: Bool)
  /// The next page takes the place of the last one at once.
  case none

  /// Side by side, as far apart as is usual.
  package static let sliding = PagerStyle.slide(.horizontal, spacing: PagerLayout.spacing)

  /// The most cells between two pages.
  package static let spacingLimit = 100
}

/// What stands above the pages of a pager and chooses among them (MBX-5, section 6).
package enum PagerHeader: UInt8, CaseIterable, Hashable, Sendable {
  /// A tab for each page.
  case buttons
  /// Back, the title, forward.
  case arrows
  /// A control of as many segments as there are pages.
  case segments
  /// A strip of options that scrolls.
  case options
}
