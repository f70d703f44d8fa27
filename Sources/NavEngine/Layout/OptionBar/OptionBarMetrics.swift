/// The metrics of an option bar, in one unit of length.
package struct OptionBarMetrics: BitwiseCopyable, Hashable, Sendable {
  /// The width of a column beyond its title; nil if all columns are `leastColumn` wide.
  package var padding: Double?
  /// The least width of a column.
  package var leastColumn: Double
  /// The width of a back or forward cell.
  package var arrow: Double
  /// The least length of an indicator below arrows, which marks one page of many.
  package var leastMark: Double
  /// The longest scroll distance that is shown, in widths of the bar (proto/README.md: Timelines).
  package var longestDistance: Double

  /// Returns the width of a column.
  ///
  /// - Parameter title: the width of its title, in columns.
  /// - Returns: the column's width, in units.
  package func column(forTitleOf title: Int) -> Double {
    guard let padding else { return leastColumn }
    return max(leastColumn, Double(title) + padding)
  }
}

// MARK: Presets

extension OptionBarMetrics {
  /// The least number of rows of the available size with which the bar has an indicator row.
  package static let leastRowsForIndicator = 10
  /// The least number of rows with which there is a bar: below it, the page uses the row.
  package static let leastRowsForBar = 2
  /// The overlay of a cell that cannot be chosen, from 0 to 255.
  package static let unavailableOverlay = 128

  /// Metrics in terminal columns: the width of a bar's column is its title and a blank on either side
  /// (S15-option-column).
  package static let cells = OptionBarMetrics(
    padding: 2,
    leastColumn: 6,
    arrow: 3,
    leastMark: 1,
    longestDistance: 2
  )
}
