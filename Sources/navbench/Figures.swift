/// The median and the tail of a series of measurements.
struct Figures: CustomStringConvertible {
  private let sorted: [Duration]

  init(_ values: [Duration]) {
    sorted = values.sorted()
  }

  var p50: Duration { quantile(0.5) }
  var p99: Duration { quantile(0.99) }

  private func quantile(_ share: Double) -> Duration {
    guard !sorted.isEmpty else { return .zero }
    return sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
  }

  var description: String {
    "p50 \(Self.milliseconds(p50))  p99 \(Self.milliseconds(p99))  (\(sorted.count) values)"
  }

  static func milliseconds(_ duration: Duration) -> String {
    let microseconds = duration / .microseconds(1)
    return "\((microseconds / 10).rounded() / 100) ms"
  }
}
