/// The numbers of an option bar, in one unit of length.
package struct OptionBarMetrics: BitwiseCopyable, Hashable, Sendable {
  /// What a column takes besides its title; nil where all columns are `leastColumn` wide.
  package var padding: Double?
  /// What a column takes at least.
  package var leastColumn: Double
  /// The width of a cell that leads back or forward.
  package var arrow: Double
  /// What an indicator takes at least that stands for one page of many.
  package var leastMark: Double
  /// How far a bar is seen to scroll at most, in widths of the bar (protocol.md: Timelines).
  package var longestWay: Double

  /// How wide a column is.
  ///
  /// - Parameter title: the columns of its title.
  /// - Returns: its width, in units.
  package func column(forTitleOf title: Int) -> Double {
    guard let padding else { return leastColumn }
    return max(leastColumn, Double(title) + padding)
  }
}

// MARK: Presets

extension OptionBarMetrics {
  /// Rooms with fewer rows have no row for an indicator.
  package static let leastRowsForIndicator = 10
  /// Rooms with fewer rows have no bar at all: the page has the row.
  package static let leastRowsForBar = 2
  /// How dark a cell is covered that can't be chosen, from 0 to 255.
  package static let unavailableOverlay = 128

  /// The originals' numbers: columns of 60 points, whatever their titles.
  package static let points = OptionBarMetrics(
    padding: nil,
    leastColumn: 60,
    arrow: 60,
    leastMark: 1,
    longestWay: .infinity
  )

  /// S15-option-column: one unit is a column, and a bar's column is its title and a blank on either
  /// side.
  package static let cells = OptionBarMetrics(
    padding: 2,
    leastColumn: 6,
    arrow: 3,
    leastMark: 1,
    longestWay: 2
  )
}
