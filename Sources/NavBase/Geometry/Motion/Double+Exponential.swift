// A pure module has no mathematics library, so the two functions that motions need are implemented here. They give the
// same bits on every machine: a daemon and its tests agree about every frame.

extension Double {
  /// ln 2 in two parts; the high part has so few digits that its integer multiples are exact.
  private static let logarithmOfTwoHigh = 0x1.62e42feep-1
  private static let logarithmOfTwoLow = 0x1.a39ef35793c76p-33

  /// Returns e to a power, correct to a few units in the last place.
  ///
  /// The result is infinite above 709.78 and 0 below -745.2.
  package static func exp(_ power: Double) -> Double {
    if power.isNaN { return power }
    if power > 709.78 { return .infinity }
    if power < -745.2 { return 0 }
    let doublings = (power / (logarithmOfTwoHigh + logarithmOfTwoLow)).rounded()
    let rest = (power - doublings * logarithmOfTwoHigh) - doublings * logarithmOfTwoLow
    // The series for |rest| <= ln 2 / 2, evaluated from its smallest term.
    var sum = 1.0
    for order in stride(from: 15.0, through: 1, by: -1) {
      sum = 1 + sum * rest / order
    }
    return Double(sign: .plus, exponent: Int(doublings), significand: sum)
  }

  /// Returns the natural logarithm, correct to a few units in the last place.
  ///
  /// The result is minus infinity for 0 and not a number for negative values.
  package static func log(_ value: Double) -> Double {
    if value.isNaN || value < 0 { return .nan }
    if value == 0 { return -.infinity }
    if value == .infinity { return value }
    let isHigh = value.significand > 1.414
    let mantissa = isHigh ? value.significand / 2 : value.significand
    let doublings = Double(value.exponent) + (isHigh ? 1 : 0)
    // ln m = 2 artanh((m - 1) / (m + 1)), whose argument is at most 0.172.
    let ratio = (mantissa - 1) / (mantissa + 1)
    var sum = 0.0
    for order in stride(from: 23.0, through: 1, by: -2) {
      sum = sum * ratio * ratio + 1 / order
    }
    return doublings * logarithmOfTwoHigh + (2 * ratio * sum + doublings * logarithmOfTwoLow)
  }
}
