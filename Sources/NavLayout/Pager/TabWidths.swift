/// Tabs in whole columns.
package enum TabWidths {
  /// Columns below which tabs are not squeezed any more: they become a strip that scrolls (section
  /// 2.5).
  package static let least = 6

  /// Widths that share a bar, of which the first tabs take the columns that are left over.
  ///
  /// - Parameters:
  ///   - columns: the bar's, at least 0.
  ///   - count: how many tabs there are, at least 0.
  /// - Returns: as many widths, in all the bar's; none for no tabs.
  package static func equal(columns: Int, count: Int) -> [Int] {
    precondition(columns >= 0 && count >= 0, "cannot share \(columns) columns among \(count) tabs")
    guard count > 0 else { return [] }
    return (0..<count).map { columns / count + ($0 < columns % count ? 1 : 0) }
  }

  /// Whether tabs share a bar, or scroll because they would be narrower than `least`.
  package static func fits(columns: Int, count: Int) -> Bool {
    count > 0 && columns / count >= least
  }

  /// Where tabs begin that are as wide as their titles, with equal gaps around them (section 2.2).
  ///
  /// - Parameters:
  ///   - widths: the titles'.
  ///   - width: the bar's.
  ///   - offset: what is free at both of its ends, besides the gaps.
  /// - Returns: the tabs, not rounded; nil where they do not fit side by side.
  package static func spread(
    _ widths: [Double],
    in width: Double,
    offset: Double = 0
  ) -> [TabSpan]? {
    let gap = (width - 2 * offset - widths.reduce(0, +)) / Double(widths.count + 1)
    guard gap >= 0 else { return nil }
    var start = offset
    return widths.map { own in
      defer { start += gap + own }
      return TabSpan(start: start + gap, width: own)
    }
  }
}
