import Glibc

/// Formats a limit in bytes, in MiB or KiB if it is a whole number of them.
func byteLimit(_ limit: Int) -> String {
  if limit >= 1 << 20 && limit % (1 << 20) == 0 { return "\(limit >> 20) MiB" }
  if limit >= 1 << 10 && limit % (1 << 10) == 0 { return "\(limit >> 10) KiB" }
  return limit == 1 ? "1 byte" : "\(limit) bytes"
}

/// Formats a number with a comma between groups of three digits.
func grouped(_ number: Int) -> String {
  let digits = String(number)
  var text = ""
  for (index, digit) in digits.enumerated() {
    if index > 0 && (digits.count - index).isMultiple(of: 3) { text += "," }
    text.append(digit)
  }
  return text
}

/// Formats a time since 1970 in the local time zone, to the minute: `2024-05-01 12:30`; nil if the year is not from 0
/// to 9999.
func timeText(_ time: Duration) -> String? {
  var seconds = time_t(time.components.seconds)
  var parts = tm()
  guard localtime_r(&seconds, &parts) != nil, (0...9_999).contains(parts.tm_year + 1_900) else {
    return nil
  }
  func digits(_ number: Int32, _ count: Int = 2) -> String {
    padded(String(number), to: count, with: "0")
  }
  let date = [digits(parts.tm_year + 1_900, 4), digits(parts.tm_mon + 1), digits(parts.tm_mday)]
  let clock = [digits(parts.tm_hour), digits(parts.tm_min)]
  return date.joined(separator: "-") + " " + clock.joined(separator: ":")
}

/// Pads a text of one-column characters on the left to a width in columns.
func padded(_ text: String, to columns: Int, with character: Character = " ") -> String {
  String(repeating: character, count: max(0, columns - text.count)) + text
}
