/// A distribution of durations over fixed buckets.
///
/// Adding allocates nothing, and is O(buckets).
package struct Histogram: Hashable, Sendable {
  /// The inclusive upper bounds of the buckets, ascending; the last bucket, which has none, comes in addition.
  package let bounds: [Duration]
  /// The number of durations in each bucket, one more than there are bounds.
  private var counts: [UInt64]
  /// The sum of all durations.
  package private(set) var sum = Duration.zero

  /// - Parameter bounds: the inclusive upper bounds of the buckets, ascending.
  package init(_ bounds: [Duration]) {
    self.bounds = bounds
    counts = Array(repeating: 0, count: bounds.count + 1)
  }

  /// The number of all durations.
  package var count: UInt64 { counts.reduce(0, +) }

  /// The number of durations up to each bound, and last that of all.
  package var cumulative: [UInt64] {
    var sum: UInt64 = 0
    return counts.map {
      sum += $0
      return sum
    }
  }

  /// Adds one duration.
  package mutating func add(_ duration: Duration) {
    var bucket = 0
    while bucket < bounds.count, bounds[bucket] < duration { bucket += 1 }
    counts[bucket] += 1
    sum += duration
  }
}

/// The buckets of navd's histograms.
package enum HistogramBounds {
  /// Of the turns of the poll loop: a key press takes below a millisecond, and a turn is meant to end after 5 ms
  /// (`DaemonTiming.turn`).
  package static let turns: [Duration] = [
    .microseconds(100), .microseconds(250), .microseconds(500), .milliseconds(1),
    .microseconds(2_500), .milliseconds(5), .milliseconds(10), .milliseconds(25), .milliseconds(50),
    .milliseconds(100), .milliseconds(250), .seconds(1),
  ]
  /// Of commits and syncs of the store: from a memory disk to one that stalls.
  package static let store: [Duration] = [
    .microseconds(100), .microseconds(250), .microseconds(500), .milliseconds(1),
    .microseconds(2_500), .milliseconds(5), .milliseconds(10), .milliseconds(25), .milliseconds(50),
    .milliseconds(100), .milliseconds(250), .seconds(1), .seconds(5),
  ]
}
