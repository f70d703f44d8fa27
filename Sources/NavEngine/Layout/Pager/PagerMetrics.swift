/// The metrics of a pager, in one unit of length; set by `Constants`.
package struct PagerMetrics: BitwiseCopyable, Hashable, Sendable {
  /// The space between two pages, visible only while they move (PS-1).
  package var spacing: Double
  /// The duration of a turn in seconds, whatever the distance.
  package var turnDuration: Double
}
