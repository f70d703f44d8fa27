/// Makes the preview of an array or object from its first bytes, which need not be valid JSON.
struct JSONPreview {
  private var rest: ArraySlice<UInt8>
  private var preview = DataPreview()

  /// The maximum number of bytes that are read.
  static let byteLimit = 640

  /// Returns the preview.
  ///
  /// O(bytes), at most `byteLimit`.
  static func text(of bytes: ArraySlice<UInt8>) -> String {
    var reader = JSONPreview(rest: bytes)
    if !reader.value(nil) { reader.preview.cut() }
    return reader.preview.text
  }

  /// Reads a value; false if the preview is full or the bytes end.
  private mutating func value(_ name: String?) -> Bool {
    skipBlanks()
    guard let byte = rest.first, !preview.isFull else { return false }
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      return container(name, isMap: byte == UInt8(ascii: "{"))
    case UInt8(ascii: "\""):
      let (text, isWhole) = string()
      preview.add(scalar: text, isText: true, name: name)
      return isWhole
    default:
      let word = rest.prefix { !$0.endsJSONWord && $0 != UInt8(ascii: ":") }
      guard !word.isEmpty, word.endIndex < rest.endIndex else { return false }
      rest = rest[word.endIndex...]
      preview.add(scalar: String(decoding: word, as: UTF8.self), isText: false, name: name)
      return true
    }
  }

  private mutating func container(_ name: String?, isMap: Bool) -> Bool {
    let close = isMap ? UInt8(ascii: "}") : UInt8(ascii: "]")
    guard preview.depth < DataPreview.depthLimit else {
      preview.skip(isMap: isMap, name: name)
      return skipContainer()
    }
    preview.begin(isMap: isMap, name: name)
    rest.removeFirst()
    while true {
      skipBlanks()
      guard let byte = rest.first else { return false }
      if byte == close {
        rest.removeFirst()
        preview.end()
        return true
      }
      if byte == UInt8(ascii: ",") {
        rest.removeFirst()
        continue
      }
      guard isMap else {
        guard value(nil) else { return false }
        continue
      }
      guard byte == UInt8(ascii: "\""), !preview.isFull else { return false }
      let (key, isWhole) = string()
      skipBlanks()
      guard isWhole, rest.popFirst() == UInt8(ascii: ":") else { return false }
      skipBlanks()
      guard !rest.isEmpty, value(DataPreview.name(key)) else { return false }
    }
  }

  /// Skips an array or object; false if the bytes end first.
  private mutating func skipContainer() -> Bool {
    var depth = 0
    while let byte = rest.first {
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "\""):
        guard string().isWhole else { return false }
        continue
      default: break
      }
      rest.removeFirst()
      if depth == 0 { return true }
    }
    return false
  }

  /// Reads a string, or its beginning if the bytes end first.
  private mutating func string() -> (text: String, isWhole: Bool) {
    let inner = rest.dropFirst()
    var end = inner.startIndex
    while end < inner.endIndex, inner[end] != UInt8(ascii: "\"") {
      end += inner[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    let isWhole = end < inner.endIndex
    let text = JSONStringDecoder.decoded(inner[..<min(end, inner.endIndex)])
    rest = isWhole ? inner[(end + 1)...] : inner[inner.endIndex...]
    return (isWhole ? text : text.withoutCutCharacter + "…", isWhole)
  }

  private mutating func skipBlanks() {
    rest = rest.drop(while: \.isBlank)
  }
}
