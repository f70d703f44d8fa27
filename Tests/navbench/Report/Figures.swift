/// The quantiles of a series of measurements.
struct Figures<Value: Comparable> {
  private let sorted: [Value]

  /// - Parameter values: at least one value.
  init(_ values: [Value]) {
    precondition(!values.isEmpty, "cannot summarise no values")
    sorted = values.sorted()
  }

  var p25: Value { quantile(0.25) }
  var p50: Value { quantile(0.5) }
  var p75: Value { quantile(0.75) }
  var p99: Value { quantile(0.99) }
  var least: Value { sorted[0] }
  var largest: Value { sorted[sorted.count - 1] }

  /// Returns the nearest-rank quantile: the smallest value that at least this share of the values
  /// does not exceed.
  private func quantile(_ share: Double) -> Value {
    let rank = (Double(sorted.count) * share).rounded(.up)
    return sorted[min(sorted.count, max(1, Int(rank))) - 1]
  }
}

extension Figures<Duration> {
  /// The width of the middle half of the values, as a share of the median.
  var spread: Double { (p75 - p25) / p50 }

  /// The spread as text, such as `12 %`.
  var spreadText: String { "\(Int((spread * 100).rounded())) %" }
}
