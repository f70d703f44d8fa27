/// The metrics of a book in cells: the least size for a spread, the durations, and the darkness of a page's back.
package enum BookMetrics {
  /// The least width that shows two pages, in columns (D-4).
  package static let leastColumns = 100
  /// The least ratio of columns to rows that shows two pages (D-4).
  package static let leastRatio = 2
  /// The least width of a page in a book with its spine in the middle, in columns.
  package static let leastPage = 20
  /// The width of the spine between the two pages of a spread (AboutBooks).
  package static let spineWidth = 1
  /// The overlay on a leaf's back through which its front shows, of 255 (PC-3).
  package static let backOverlay = 76
  /// The duration of a turn in seconds, whatever the distance.
  package static let turnDuration = PagerMetrics.cells.turnDuration
}
