/// A control string: ESC, an introducer, text and a terminator.
struct ControlString {
  /// The longest text that can be a known answer, in bytes.
  static let limit = 256

  /// `]` for an operating system command, `P` for a device control string.
  let introducer: UInt8
  let text: String

  /// The terminal's answer in this string; nil for any other string.
  var report: TerminalReport? {
    switch introducer {
    case 0x5D where text.hasPrefix("11;"): background(text.dropFirst(3))
    case 0x50 where text.hasPrefix(">|"): .version(Self.printable(text.dropFirst(2)))
    case 0x50 where text.hasPrefix("1$r"): .setting(String(text.dropFirst(3)))
    case 0x50 where text.hasPrefix("0$r"): .setting(nil)
    case 0x50 where text.hasPrefix("1+r"): capability(text.dropFirst(3), isPresent: true)
    case 0x50 where text.hasPrefix("0+r"): capability(text.dropFirst(3), isPresent: false)
    default: nil
    }
  }

  /// Parses a colour in X11's notation: `rgb:` and one to four hexadecimal digits per part, or `rgba:` with
  /// a fourth part.
  private func background(_ color: Substring) -> TerminalReport? {
    let halves = color.split(separator: ":", omittingEmptySubsequences: false)
    guard halves.count == 2, halves[0] == "rgb" || halves[0] == "rgba" else { return nil }
    let parts = halves[1].split(separator: "/", omittingEmptySubsequences: false).map(Self.part)
    guard parts.count == (halves[0] == "rgb" ? 3 : 4), let red = parts[0], let green = parts[1],
      let blue = parts[2]
    else { return nil }
    return .background(red: red, green: green, blue: blue)
  }

  private static func part(_ digits: Substring) -> Int? {
    guard (1...4).contains(digits.utf8.count), let value = Int(digits, radix: 16), value >= 0
    else { return nil }
    return value * 0xFFFF / ((1 << (4 * digits.utf8.count)) - 1)
  }

  /// Parses the answer to a terminfo query: the name in hexadecimal, optionally followed by a value.
  private func capability(_ answer: Substring, isPresent: Bool) -> TerminalReport? {
    let digits = Array((answer.split(separator: "=").first ?? "").utf8)
    guard !digits.isEmpty, digits.count.isMultiple(of: 2) else { return nil }
    var name = ""
    for index in stride(from: 0, to: digits.count, by: 2) {
      let pair = String(decoding: digits[index...index + 1], as: UTF8.self)
      guard let byte = UInt8(pair, radix: 16), (0x21...0x7E).contains(byte) else { return nil }
      name.unicodeScalars.append(Unicode.Scalar(byte))
    }
    return .capability(name, isPresent: isPresent)
  }

  private static func printable(_ text: Substring) -> String {
    let kept = text.unicodeScalars.filter { (0x20...0x7E).contains($0.value) }
    return String(String.UnicodeScalarView(kept.prefix(TerminalReport.versionLimit)))
  }
}
