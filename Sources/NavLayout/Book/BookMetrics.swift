/// The numbers of a book in cells: how wide a room has to be for a spread, and how dark a page's
/// back is.
package enum BookMetrics {
  /// The columns from which on a room that is wide enough for its rows shows two pages (D-4).
  package static let leastColumns = 100
  /// How many times as wide as high such a room is at least, in cells (D-4).
  package static let leastRatio = 2
  /// The columns that a page needs at least where the spine is in the middle by itself.
  package static let leastPage = 20
  /// What is between the two pages of a spread (section 3.4).
  package static let spineWidth = 1
  /// How dark the front of a leaf is that shines through its back, of 255 (PC-3).
  package static let backOverlay = 76
  /// Seconds that a turn takes, whatever the distance.
  package static let turnDuration = PagerMetrics.cells.turnDuration
}
