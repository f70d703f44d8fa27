import NavBase
import Glibc

/// The target of a link to a local file.
struct LocalAddress {
  /// The path of the target.
  let path: String

  /// Nil for a link within the same file, and for a link to anything but a local file.
  ///
  /// - Parameters:
  ///   - address: the address in the Markdown text.
  ///   - file: the path of the file that contains the link.
  init?(_ address: String, in file: String) {
    guard !address.hasPrefix("#"), !address.hasPrefix("//"), !Self.hasScheme(address) else {
      return nil
    }
    let written = address.prefix { $0 != "#" && $0 != "?" }
    let name = Self.decoded(written)
    guard !name.isEmpty, !name.utf8.contains(0) else { return nil }
    if name.hasPrefix("/") {
      path = name
    } else {
      path = (file.lastIndex(of: "/").map { String(file[...$0]) } ?? "") + name
    }
  }

  /// The path, if no file exists there; nil if one does.
  var missingPath: String? {
    var status = stat()
    guard stat(path.utf8.terminated, &status) != 0, errno == ENOENT || errno == ENOTDIR else {
      return nil
    }
    return path
  }

  /// Whether an address starts with a scheme, such as `https:` or `mailto:`; a single letter is not
  /// a scheme.
  private static func hasScheme(_ address: String) -> Bool {
    guard let colon = address.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let name = address[..<colon].utf8
    return name.count > 1
      && name.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
          UInt8(ascii: "."):
          true
        default: false
        }
      }
  }

  /// Decodes percent escapes, such as `%20`.
  private static func decoded(_ text: Substring) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let high = bytes[index + 1].hexValue, let low = bytes[index + 2].hexValue
      {
        result.append(high << 4 | low)
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(system: SystemText.bytes(result))
  }
}

extension UInt8 {
  fileprivate var hexValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
