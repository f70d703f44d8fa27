/// A machine that is reached through the user's own ssh, as `ssh://[USER@]HOST[:PORT]`.
///
/// Its parts become arguments of a program, so only characters are accepted that neither `ssh` nor a shell interprets:
/// ASCII letters and digits, and `.`, `_`, `-`; in a user also `+` and `@`, in brackets those of an IPv6 address. No part
/// begins with `-`, which `ssh` would take for an option.
package struct SSHAddress: Hashable, Sendable, CustomStringConvertible {
  /// The user's name there; nil for that of ssh's configuration, or of this user.
  package let user: String?
  /// A name, also one of ssh's configuration, an IPv4 address, or an IPv6 address without brackets.
  package let host: String
  /// The port, 1 to 65,535; nil for that of ssh's configuration, or 22.
  package let port: UInt16?

  package static let form = "ssh://[USER@]HOST[:PORT], with letters, digits and . _ - in names"

  private static let scheme = "ssh://"
  /// The most bytes of a host, as in the domain name system, and of a user.
  private static let longestName = 255

  /// Returns whether a text is to be parsed as such an address, valid or not.
  package static func isMeant(by text: String) -> Bool { text.hasPrefix(scheme) }

  /// Parses `ssh://[USER@]HOST[:PORT]`; nil for any other text.
  package init?(_ text: String) {
    guard Self.isMeant(by: text) else { return nil }
    var rest = text.dropFirst(Self.scheme.count)
    if let at = rest.lastIndex(of: "@") {
      let user = rest[..<at]
      guard Self.isName(user, also: "+@") else { return nil }
      self.user = String(user)
      rest = rest[rest.index(after: at)...]
    } else {
      user = nil
    }
    let name: Substring
    let number: Substring?
    if rest.first == "[" {
      guard let end = rest.firstIndex(of: "]") else { return nil }
      name = rest[rest.index(after: rest.startIndex)..<end]
      let tail = rest[rest.index(after: end)...]
      guard Self.isIPv6(name), tail.isEmpty || tail.first == ":" else { return nil }
      number = tail.isEmpty ? nil : tail.dropFirst()
    } else {
      name = rest.prefix { $0 != ":" }
      number = name.endIndex == rest.endIndex ? nil : rest[name.endIndex...].dropFirst()
      guard Self.isName(name) else { return nil }
    }
    host = String(name)
    guard let number else {
      port = nil
      return
    }
    guard number.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
      let value = UInt16(number), value > 0
    else { return nil }
    port = value
  }

  /// The address in the form that is parsed.
  package var description: String {
    let place = host.contains(":") ? "[\(host)]" : host
    return Self.scheme + (user.map { "\($0)@" } ?? "") + place + (port.map { ":\($0)" } ?? "")
  }

  /// The destination as an argument of `ssh`: `USER@HOST` or `HOST`.
  package var destination: String { (user.map { "\($0)@" } ?? "") + host }

  /// The command line that logs in there by hand.
  package var command: String { "ssh " + (port.map { "-p \($0) " } ?? "") + destination }

  private static func isName(_ text: Substring, also more: String = "") -> Bool {
    guard (1...longestName).contains(text.utf8.count), text.first != "-" else { return false }
    return text.utf8.allSatisfy { isPlain($0) || ".-_".utf8.contains($0) || more.utf8.contains($0) }
  }

  /// Whether a text can be an IPv6 address; after `%` an interface may follow.
  private static func isIPv6(_ text: Substring) -> Bool {
    let parts = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts[0].utf8.count <= longestName, parts[0].contains(":"),
      parts[0].allSatisfy({ $0.isASCII && ($0.isHexDigit || $0 == ":" || $0 == ".") })
    else { return false }
    return parts.count == 1 || isName(parts[1])
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
