/// The name of a picture: the first 16 bytes of the BLAKE2b-256 hash of its file.
package struct PictureID: Hashable, Sendable, CustomStringConvertible {
  /// 32 hexadecimal digits in lower case.
  package let description: String

  /// Takes the first digits of a hash; nil if these are no 32 hexadecimal digits in lower case.
  package init?(_ digits: some StringProtocol) {
    let start = digits.utf8.prefix(32)
    let isHash = start.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    guard start.count == 32, isHash else { return nil }
    description = String(decoding: start, as: UTF8.self)
  }
}

/// A picture whose blocks are in rows of a text: a viewer may show the picture itself over them.
package struct PlacedPicture: Hashable, Sendable {
  package var id: PictureID
  /// The first row, counted as the rows of the text.
  package var row: Int
  /// The first column, counted from that of the text.
  package var column: Int
  /// The cells that it fills.
  package var columns: Int
  package var rows: Int
  /// The size of the picture, in pixels.
  package var naturalWidth: Int
  package var naturalHeight: Int
  /// Its description, one line.
  package var text: String

  package init(
    _ id: PictureID,
    row: Int,
    column: Int,
    size: (columns: Int, rows: Int),
    natural: (width: Int, height: Int),
    text: String
  ) {
    self.id = id
    (self.row, self.column, self.text) = (row, column, text)
    (columns, rows) = size
    (naturalWidth, naturalHeight) = natural
  }

  package func offset(rows: Int = 0, columns: Int = 0) -> PlacedPicture {
    var moved = self
    moved.row += rows
    moved.column += columns
    return moved
  }
}

/// A picture in the form in which a terminal takes it.
package struct PictureCopy: Hashable, Sendable {
  package var id: PictureID
  package var form: Form

  package enum Form: Hashable, Sendable {
    /// A PNG file.
    case png
    /// Sixel data, without the control string around it, that fill at most so many pixels.
    case sixel(width: Int, height: Int)
  }

  /// The most bytes of a copy.
  package static let byteLimit = 4 << 20
  /// The longest side of a copy, in pixels.
  package static let sideLimit = 2_048
  /// The most bytes of a part, in which a copy is sent.
  package static let partBytes = 64 << 10

  package init(_ id: PictureID, _ form: Form = .png) {
    (self.id, self.form) = (id, form)
  }

  /// Whether bytes are of this form, as far as a terminal may get them: a PNG by its first bytes, sixel data by their
  /// characters, none of which ends a control string.
  package func accepts(_ bytes: [UInt8]) -> Bool {
    guard (1...Self.byteLimit).contains(bytes.count) else { return false }
    return switch form {
    case .png: bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    case .sixel: bytes.allSatisfy { (0x21...0x7E).contains($0) }
    }
  }

  /// Returns the FNV-1a 64 hash of bytes.
  package static func hash(of bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
