/// A command's time limit, as people write it: `500ms`, `5s`, `1m`, `2h`, `7d`.
///
/// The daemon waits for a minute at most; a longer wait is repeated.
package struct WaitTimeout: Hashable, Sendable {
  package let duration: Duration

  package static let standard = WaitTimeout(.seconds(5))
  package static let longest = WaitTimeout(.seconds(365 * 86_400))

  private init(_ duration: Duration) {
    self.duration = duration
  }

  /// Creates the limit of a time, of which the whole milliseconds count; at most a year.
  init(wholeMilliseconds time: Duration) {
    duration = .milliseconds(min(max(0, time.milliseconds), Self.longest.duration.milliseconds))
  }

  /// Parses whole milliseconds, seconds, minutes, hours or days, from 0 (checks once) to a year.
  ///
  /// - Throws: a `CommandError` for anything else.
  package init(_ text: String) throws(CommandError) {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let unit = text[digits.endIndex...]
    guard !digits.isEmpty, let scale = Self.units[String(unit)] else {
      throw CommandError("'\(text)' is no time: write 500ms, 5s, 1m, 2h or 7d")
    }
    // A number that does not fit an integer is too large, too.
    guard let count = Int64(digits), count <= Self.longest.duration.milliseconds / scale
    else {
      throw CommandError("'\(text)' is too long: at most \(Self.longest)")
    }
    duration = .milliseconds(scale * count)
  }

  /// In milliseconds.
  private static let units: [String: Int64] = [
    "ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000,
  ]
}

extension WaitTimeout: CustomStringConvertible {
  /// The duration in a form that `init(_:)` parses, in the largest unit with a count above 1: `5s`,
  /// `60s`, `2m`.
  package var description: String {
    let milliseconds = duration.milliseconds
    let units = Self.units.sorted { $0.value > $1.value }
    let unit = units.first { milliseconds % $0.value == 0 && milliseconds > $0.value }
    if let unit { return "\(milliseconds / unit.value)\(unit.key)" }
    return milliseconds % 1000 == 0 ? "\(milliseconds / 1000)s" : "\(milliseconds)ms"
  }
}
