import FoundationEssentials
import NavBase

/// The JSON that all commands print: one line, sorted keys.
package enum JSONText {
  /// Returns a value as JSON; controls that `sanitized(_:keeping:)` would replace are escaped, so that they are kept.
  package static func encode(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let text = String(decoding: try encoder.encode(value), as: UTF8.self)
    guard sanitized(text) != text else { return text }
    var escaped = ""
    for scalar in text.unicodeScalars {
      let character = String(scalar)
      guard sanitized(character) != character else {
        escaped.unicodeScalars.append(scalar)
        continue
      }
      // No control: it stands for a byte of a name.
      guard scalar.value <= 0xFFFF else {
        escaped += sanitized(character)
        continue
      }
      let digits = String(scalar.value, radix: 16)
      escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
    return escaped
  }
}
