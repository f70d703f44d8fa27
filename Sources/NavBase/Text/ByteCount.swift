/// Formats a number of bytes in decimal units: `999 B`, `4.2 kB`, `10.5 MB`, `139 kB`.
///
/// Values below 100 have one decimal digit, others none. The count must be at least 0.
package func byteCount(_ count: Int) -> String {
  guard count >= 1000 else { return "\(count) B" }
  var unit = 1000
  for name in ["kB", "MB", "GB", "TB", "PB"] {
    let (whole, rest) = count.quotientAndRemainder(dividingBy: unit)
    let tenths = whole * 10 + (rest / (unit / 100) + 5) / 10
    if tenths < 1000 { return "\(tenths / 10).\(tenths % 10) \(name)" }
    let rounded = whole + (rest >= unit / 2 ? 1 : 0)
    if rounded < 1000 { return "\(rounded) \(name)" }
    unit *= 1000
  }
  let (whole, rest) = count.quotientAndRemainder(dividingBy: unit)
  return "\(whole).\(rest / (unit / 10)) EB"
}
