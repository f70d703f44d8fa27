/// The length of a talk, as the front matter of a deck states it.
enum TalkLength {
  /// The longest one; a longer one is ignored.
  private static let longest = Duration.seconds(24 * 60 * 60)

  /// Reads a length: minutes (`20`), hours and minutes (`1:30`), or numbers with units (`1h 30m`, `45 min`, `90 s`).
  ///
  /// - Returns: nil for anything else, for no time, and for more than 24 hours.
  static func duration(_ text: String) -> Duration? {
    let text = text.lowercased().trimmingBlanks()
    guard let length = withColon(text) ?? withUnits(text), length > .zero, length <= longest else {
      return nil
    }
    return length
  }

  private static func withColon(_ text: String) -> Duration? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let hours = number(parts[0]), let minutes = number(parts[1]),
      minutes < 60
    else { return nil }
    return .seconds((hours * 60 + minutes) * 60)
  }

  private static func withUnits(_ text: String) -> Duration? {
    var rest = text[...]
    var seconds = 0
    /// The unit of the number before, in seconds: units come in order, each once.
    var last = Int.max
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && $0.isWholeNumber }
      guard let count = number(digits) else { return nil }
      rest = rest.dropFirst(digits.count).drop { $0.isWhitespace }
      let unit = rest.prefix { $0.isLetter }
      rest = rest.dropFirst(unit.count).drop { $0.isWhitespace }
      let size: Int
      switch unit {
      case "", "m", "min", "mins", "minute", "minutes": size = 60
      case "h", "hour", "hours": size = 3_600
      case "s", "sec", "second", "seconds": size = 1
      default: return nil
      }
      guard size < last else { return nil }
      last = size
      seconds += count * size
    }
    return .seconds(seconds)
  }

  /// A number of at most 6 digits, so that no sum overflows.
  private static func number(_ digits: Substring) -> Int? {
    guard (1...6).contains(digits.count), digits.allSatisfy({ ("0"..."9").contains($0) }) else {
      return nil
    }
    return Int(digits)
  }
}
