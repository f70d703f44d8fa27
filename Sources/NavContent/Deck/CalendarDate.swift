import Glibc

/// A calendar date.
package struct CalendarDate: Hashable, Sendable {
  package var year: Int
  /// The month, from 1 to 12.
  package var month: Int
  /// The day of the month, from 1.
  package var day: Int

  /// Today's date in the local time zone.
  package static var today: CalendarDate {
    var now = time(nil)
    var parts = tm()
    localtime_r(&now, &parts)
    return CalendarDate(
      year: Int(parts.tm_year) + 1900,
      month: Int(parts.tm_mon) + 1,
      day: Int(parts.tm_mday)
    )
  }

  /// Replaces `YYYY`, `MMMM`, `DD` and similar placeholders in a format; nil if it contains none of them.
  func written(as format: String) -> String? {
    guard (1...12).contains(month) else { return nil }
    let name = Self.months[month - 1]
    func two(_ number: Int) -> String { padded(String(number), to: 2, with: "0") }
    let parts: [(String, String)] = [
      ("YYYY", String(year)), ("YY", two(year % 100)), ("MMMM", name),
      ("MMM", String(name.prefix(3))), ("MM", two(month)), ("mm", String(month)),
      ("DD", two(day)), ("dd", String(day)),
    ]
    var result = ""
    var rest = format[...]
    var isFormat = false
    while let first = rest.first {
      // A placeholder must be a whole word.
      let word = rest.prefix { $0.isLetter }
      if let part = parts.first(where: { $0.0 == word }) {
        result += part.1
        isFormat = true
        rest = rest[word.endIndex...]
      } else if word.isEmpty {
        result.append(first)
        rest.removeFirst()
      } else {
        result += word
        rest = rest[word.endIndex...]
      }
    }
    return isFormat ? result : nil
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
}
