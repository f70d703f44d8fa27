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
