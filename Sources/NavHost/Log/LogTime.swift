/// Times as a log writes them (RFC 3339, UTC).
enum LogTime {
  /// Returns a time as text, such as `2026-11-27T23:06:21.123Z`.
  ///
  /// - Parameter unixTime: the time in milliseconds since 1970; before that, and after the year 9999, it is clamped.
  /// - Returns: 24 characters.
  static func text(_ unixTime: Int64) -> String {
    let (seconds, milliseconds) = min(max(unixTime, 0), 253_402_300_799_999)
      .quotientAndRemainder(dividingBy: 1_000)
    let (days, second) = seconds.quotientAndRemainder(dividingBy: 86_400)
    let date = date(ofDay: Int(days))
    let time = Int(second)
    return padded(date.year, 4) + "-" + padded(date.month) + "-" + padded(date.day) + "T"
      + padded(time / 3_600) + ":" + padded(time / 60 % 60) + ":" + padded(time % 60) + "."
      + padded(Int(milliseconds), 3) + "Z"
  }

  private static func padded(_ number: Int, _ width: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }

  /// Returns the date of a day of the Gregorian calendar.
  ///
  /// Years begin in March here, so that a leap day is the last one of its year; 146,097 days are 400 years.
  ///
  /// - Parameter day: the days since 1970-01-01, not negative.
  /// - Returns: year, month and day.
  private static func date(ofDay day: Int) -> (year: Int, month: Int, day: Int) {
    let sinceMarch = day + 719_468
    let (era, dayOfEra) = sinceMarch.quotientAndRemainder(dividingBy: 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let march = (5 * dayOfYear + 2) / 153
    let month = march < 10 ? march + 3 : march - 9
    return (
      year: era * 400 + yearOfEra + (month <= 2 ? 1 : 0),
      month: month,
      day: dayOfYear - (153 * march + 2) / 5 + 1
    )
  }
}
