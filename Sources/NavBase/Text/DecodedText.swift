/// The text of a file's bytes.
///
/// It is UTF-8, or UTF-16 or UTF-32 with a byte order mark; UTF-16 of mostly Latin letters is recognised without one.
package struct DecodedText {
  /// The text without its byte order mark; U+FFFD for each invalid part.
  package let text: String
  /// Whether all of the bytes are valid.
  package let isValid: Bool

  /// - Parameters:
  ///   - bytes: the bytes.
  ///   - isCut: whether more bytes follow, so that a part of a character at the end is left out.
  package init(_ bytes: [UInt8], isCut: Bool = false) {
    let encoding = TextEncoding(of: bytes)
    self.init(bytes.dropFirst(encoding.markLength), in: encoding, isCut: isCut)
  }

  /// - Parameters:
  ///   - content: bytes without a byte order mark, from the beginning of a character on.
  ///   - encoding: their encoding.
  ///   - isCut: whether more bytes follow, so that a part of a character at the end is left out.
  package init(_ content: ArraySlice<UInt8>, in encoding: TextEncoding, isCut: Bool = false) {
    switch encoding.unitLength {
    case 1: self.init(isCut ? content.withoutPartOfCharacter : content, as: UTF8.self)
    case 2:
      var units: [UInt16] = encoding.units(of: content)
      // Half of a unit at the end is invalid, as a lone surrogate is.
      if content.count % 2 != 0, !isCut { units.append(0xD800) }
      if isCut, let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
      self.init(units, as: UTF16.self)
    default: self.init(encoding.units(of: content) as [UInt32], as: UTF32.self)
    }
  }

  private init<Encoding: Unicode.Encoding>(
    _ units: some Collection<Encoding.CodeUnit>,
    as encoding: Encoding.Type
  ) {
    let valid = String(validating: units, as: encoding)
    isValid = valid != nil
    text = valid ?? String(decoding: units, as: encoding)
  }

  /// Returns bytes in UTF-8: those of UTF-16 and UTF-32 are converted, others are unchanged.
  package static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    TextEncoding(of: bytes).unitLength == 1 ? bytes : Array(DecodedText(bytes).text.utf8)
  }

  /// Whether bytes are no text: a NUL is among the first ones, and more of them than strays are control characters or
  /// invalid.
  package static func isBinary(_ bytes: [UInt8]) -> Bool {
    let start = Array(bytes.prefix(TextEncoding.sniffedBytes))
    guard start.contains(0) else { return false }
    let scalars = DecodedText(start, isCut: start.count < bytes.count).text.unicodeScalars
    guard scalars.contains("\0") else { return false }
    let strays = scalars.count { scalar in
      switch scalar.value {
      // Backspace to carriage return, and escape, are in texts of programs.
      case 0x08...0x0D, 0x1B: false
      case 0..<0x20, 0x7F, 0xFFFD: true
      default: false
      }
    }
    return strays > 1 + scalars.count / 100
  }
}

/// The encoding of a text, by its first bytes.
package struct TextEncoding: Hashable, Sendable {
  /// The length of the byte order mark, in bytes.
  package private(set) var markLength = 0
  /// The length of a code unit, in bytes: 1, 2 or 4.
  package private(set) var unitLength = 1
  package private(set) var isBigEndian = false

  /// The number of first bytes that decide.
  package static let sniffedBytes = 8 << 10

  /// The byte order mark of UTF-32 begins with that of UTF-16.
  private static let marks: [(mark: [UInt8], unitLength: Int, isBigEndian: Bool)] = [
    ([0xFF, 0xFE, 0, 0], 4, false), ([0, 0, 0xFE, 0xFF], 4, true), ([0xEF, 0xBB, 0xBF], 1, false),
    ([0xFF, 0xFE], 2, false), ([0xFE, 0xFF], 2, true),
  ]

  package init(of bytes: [UInt8]) {
    if let found = Self.marks.first(where: { bytes.starts(with: $0.mark) }) {
      (markLength, unitLength, isBigEndian) = (
        found.mark.count, found.unitLength, found.isBigEndian
      )
    } else {
      let start = bytes.prefix(Self.sniffedBytes)
      for isBigEndian in [false, true] where Self.isUTF16(start, isBigEndian: isBigEndian) {
        (unitLength, self.isBigEndian) = (2, isBigEndian)
      }
    }
  }

  /// Whether nine of ten units are printable and below U+0100, and none is a control character.
  private static func isUTF16(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> Bool {
    guard bytes.count >= 8 else { return false }
    var narrow = 0
    for index in stride(from: 0, to: bytes.count - 1, by: 2) {
      let low = bytes[isBigEndian ? index + 1 : index]
      guard bytes[isBigEndian ? index : index + 1] == 0 else { continue }
      guard (0x20...0x7E).contains(low) || low >= 0xA0 || [0x09, 0x0A, 0x0D].contains(low) else {
        return false
      }
      narrow += 1
    }
    return narrow * 20 >= bytes.count * 9
  }

  /// Returns the whole code units of some bytes.
  fileprivate func units<Unit: FixedWidthInteger>(of bytes: ArraySlice<UInt8>) -> [Unit] {
    stride(from: bytes.startIndex, through: bytes.endIndex - unitLength, by: unitLength).map {
      let unit = bytes[$0..<$0 + unitLength]
      return isBigEndian
        ? unit.reduce(0) { $0 << 8 | Unit($1) } : unit.reversed().reduce(0) { $0 << 8 | Unit($1) }
    }
  }
}

extension ArraySlice<UInt8> {
  /// The bytes without an incomplete character at the end.
  fileprivate var withoutPartOfCharacter: ArraySlice<UInt8> {
    // A character has at most three bytes after its first one.
    for length in 1...4 where length <= count {
      let byte = self[endIndex - length]
      if byte & 0xC0 == 0x80 { continue }
      let expected = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return length < expected ? dropLast(length) : self
    }
    return self
  }
}
