/// How long a command waits for something, as people write it: `500ms`, `5s`, `1m`.
package struct WaitTimeout: Hashable, Sendable {
  package let duration: Duration

  package static let standard = WaitTimeout(.seconds(5))
  package static let longest = WaitTimeout(.seconds(60))

  private init(_ duration: Duration) {
    self.duration = duration
  }

  /// Reads whole milliseconds, seconds or minutes, from 0 (only looks) to a minute.
  ///
  /// - Throws: `.usage` for anything else.
  package init(_ text: String) throws(ClientExit) {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let unit = text[digits.endIndex...]
    guard !digits.isEmpty, let scale = Self.units[String(unit)] else {
      throw ClientExit(.usage, "'\(text)' is no time: write 500ms, 5s or 1m")
    }
    // Digits that no integer holds are too many, too.
    guard let count = Int64(digits), count <= Self.longest.duration.milliseconds / scale
    else {
      throw ClientExit(.usage, "'\(text)' is too long: at most \(Self.longest)")
    }
    duration = .milliseconds(scale * count)
  }

  /// In milliseconds.
  private static let units: [String: Int64] = ["ms": 1, "s": 1000, "m": 60_000]
}

extension WaitTimeout: CustomStringConvertible {
  /// The form that is read: `5s`.
  package var description: String {
    let milliseconds = duration.milliseconds
    return milliseconds % 1000 == 0 ? "\(milliseconds / 1000)s" : "\(milliseconds)ms"
  }
}
