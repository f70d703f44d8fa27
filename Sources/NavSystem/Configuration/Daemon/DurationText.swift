/// Durations in a configuration file, as people write them: `90s`, `10m`, `2h`.
package enum DurationText {
  /// The longest valid duration.
  package static let longest = Duration.seconds(86_400)

  /// In seconds, the largest first.
  private static let units: [(name: String, seconds: Int64)] = [("h", 3600), ("m", 60), ("s", 1)]

  /// Parses whole seconds, minutes or hours, from 0 to `longest`; nil for anything else.
  package static func duration(_ text: String) -> Duration? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let unit = text[digits.endIndex...]
    guard let scale = units.first(where: { $0.name == unit })?.seconds, let count = Int64(digits),
      count <= longest.components.seconds / scale
    else { return nil }
    return .seconds(scale * count)
  }

  /// Returns a duration of whole seconds in a form that `duration(_:)` parses, in the largest unit that divides it.
  package static func text(_ duration: Duration) -> String {
    let seconds = duration.components.seconds
    let unit = units.first { seconds >= $0.seconds && seconds % $0.seconds == 0 }
    return unit.map { "\(seconds / $0.seconds)\($0.name)" } ?? "0s"
  }
}
