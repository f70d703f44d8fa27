extension Duration {
  /// The duration as text, such as `0.22 ms`.
  var inMilliseconds: String { "\((self / .milliseconds(1)).text(decimals: 2)) ms" }

  /// The duration as text, such as `45.1 us`.
  var inMicroseconds: String { "\((self / .microseconds(1)).text(decimals: 1)) us" }
}

extension Int {
  /// Bytes as text, such as `4.2 KiB`.
  var inKibibytes: String { "\((Double(self) / 1_024).text(decimals: 1)) KiB" }
}

extension Double {
  /// Returns the number with a fixed number of decimals, at least 1.
  func text(decimals: Int) -> String {
    var scale = 1
    for _ in 0..<decimals { scale *= 10 }
    let scaled = Int((magnitude * Double(scale)).rounded())
    let fraction = String(scaled % scale)
    let sign = self < 0 && scaled > 0 ? "-" : ""
    let zeros = String(repeating: "0", count: decimals - fraction.count)
    return "\(sign)\(scaled / scale).\(zeros)\(fraction)"
  }
}
