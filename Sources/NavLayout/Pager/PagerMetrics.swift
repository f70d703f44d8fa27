/// The numbers of a pager, in one unit of length; `Constants` has them.
package struct PagerMetrics: BitwiseCopyable, Hashable, Sendable {
  /// What is between two pages, seen only while they move (PS-1).
  package var spacing: Double
  /// Seconds that a turn takes, whatever the distance.
  package var turnDuration: Double
}
