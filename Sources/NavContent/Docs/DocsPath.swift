import NavBase

/// Paths of files in a book, relative to its directory.
enum DocsPath {
  /// Resolves a path relative to a directory of the book.
  ///
  /// - Returns: the path relative to the book; nil if it leads out of the book or contains a NUL.
  static func resolved(_ path: String, in directory: String) -> String? {
    guard !path.utf8.contains(0) else { return nil }
    var parts: [Substring] = []
    let isFromRoot = path.utf8.first == UInt8(ascii: "/")
    for part in (isFromRoot ? path : directory + "/" + path).split(separator: "/") {
      switch part {
      case ".": continue
      case "..": guard parts.popLast() != nil else { return nil }
      default: parts.append(part)
      }
    }
    return parts.joined(separator: "/")
  }

  /// Returns the directory of a file; empty for the book's own directory.
  static func directory(of file: String) -> String {
    file.split(separator: "/").dropLast().joined(separator: "/")
  }

  // MARK: Tokens

  /// Returns the token of a chapter's page: its path with `/` written as `~1`, `#` as `~2` and `~`
  /// as `~0`.
  ///
  /// A fragment, which names the heading to open the page at, follows after `#`.
  static func token(of file: String, fragment: String = "") -> String {
    var token = ""
    for character in file.unicodeScalars {
      switch character {
      case "~": token += "~0"
      case "/": token += "~1"
      case "#": token += "~2"
      default: token.unicodeScalars.append(character)
      }
    }
    guard !fragment.isEmpty else { return token }
    return token + "#" + fragment.unicodeScalars.map { $0 == "/" ? "~1" : String($0) }.joined()
  }

  /// Returns the path and the fragment of a token.
  static func file(of token: String) -> (path: String, fragment: String) {
    let parts = token.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    var path = ""
    var rest = (parts.first ?? "").unicodeScalars[...]
    while let character = rest.popFirst() {
      guard character == "~", let next = rest.popFirst() else {
        path.unicodeScalars.append(character)
        continue
      }
      switch next {
      case "1": path += "/"
      case "2": path += "#"
      case ":": return (path, "")
      default: path += "~"
      }
    }
    return (path, parts.count > 1 ? String(parts[1]) : "")
  }

  // MARK: Addresses

  /// Returns the token of the page to which a link in a chapter leads.
  ///
  /// - Parameters:
  ///   - address: the address as written.
  ///   - file: the path of the chapter.
  /// - Returns: the token; nil if the page is not in the book.
  static func token(of address: String, in file: String) -> String? {
    guard !address.isEmpty, !address.hasPrefix("//"), schemeLength(of: address) == 0 else {
      return nil
    }
    let parts = address.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let fragment = parts.count > 1 ? percentDecoded(parts[1]) : ""
    let path = percentDecoded(parts[0].prefix { $0 != "?" })
    guard !path.isEmpty else { return token(of: file, fragment: fragment) }
    guard var target = resolved(path, in: directory(of: file)) else { return nil }
    if path.hasSuffix("/") || target.isEmpty { target += (target.isEmpty ? "" : "/") + "README.md" }
    if target.hasSuffix(".html") { target = target.dropLast(5) + ".md" }
    return token(of: target, fragment: fragment)
  }

  /// Returns the length in bytes of the scheme of an address, such as `https` or `mailto`; 0 without one.
  static func schemeLength(of address: String) -> Int {
    let scheme = address.utf8.prefix { $0.isNameCharacter || $0 == 0x2B || $0 == 0x2E }
    return address.utf8[scheme.endIndex...].first == UInt8(ascii: ":") ? scheme.count : 0
  }

  /// Decodes percent escapes, such as `%41` to `A`.
  static func percentDecoded(_ text: Substring) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      if byte == UInt8(ascii: "%"), digits.utf8.count == 2, digits.utf8.allSatisfy(\.isHexDigit),
        let value = UInt8(digits, radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(system: SystemText.bytes(bytes))
  }
}
