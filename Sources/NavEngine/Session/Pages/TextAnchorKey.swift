import NavBase

/// Lines by their texts, so that a stored place is found again in a document that was changed meanwhile.
extension TextDocument {
  /// The most bytes of a line's text in a key.
  private static let keyBytes = 64
  /// The last character of a block that has a key: the place is stored whenever it moves.
  private static let lastKeyed = 100_000

  /// Returns the beginning of the text of the line at a position, or of the first line behind it that is not blank.
  ///
  /// O(characters before it). A heading and a paragraph count as one line.
  ///
  /// - Returns: nil at the end of the block and in another kind of block, and for a part of a large text.
  func key(at position: TextPosition) -> [UInt8]? {
    guard window == nil, position != .start, position.grapheme <= Self.lastKeyed else { return nil }
    let leaves = self.leaves
    guard leaves.indices.contains(position.block) else { return nil }
    var end = 0
    for line in Self.lines(of: leaves[position.block]) {
      end += graphemeCount(of: line) + 1
      if end > position.grapheme, let key = Self.key(of: line) { return key }
    }
    return nil
  }

  /// Returns the position of the line with a key that is nearest to a position; that position if it has the key, or no line
  /// has.
  ///
  /// O(document).
  func position(nearest place: TextPosition, withKey key: [UInt8]) -> TextPosition {
    guard window == nil, place.grapheme != .max, self.key(at: place) != key else { return place }
    var nearest: (position: TextPosition, distance: (Int, Int))?
    for (block, leaf) in leaves.enumerated() {
      var start = 0
      for line in Self.lines(of: leaf) {
        let distance = (abs(block - place.block), abs(start - place.grapheme))
        if Self.key(of: line) == key, nearest.map({ distance < $0.distance }) ?? true {
          nearest = (TextPosition(block: block, grapheme: start), distance)
        }
        start += graphemeCount(of: line) + 1
      }
    }
    return nearest?.position ?? place
  }

  /// Returns the lines as positions count them; lazily, since most are behind the place.
  private static func lines(of leaf: TextBlock?) -> some Sequence<String> {
    let (lines, kept): ([StyledText], KeptControls) =
      switch leaf {
      case .heading(_, let text), .paragraph(let text): ([text], .lineFeeds)
      case .picture(let picture): ([picture.text], .lineFeeds)
      case .preformatted(let lines): (lines, .tabs)
      case .code(let code): (code.lines, .tabs)
      default: ([], .none)
      }
    return lines.lazy.map { sanitized($0.text, keeping: kept) }
  }

  private static func key(of line: String) -> [UInt8]? {
    let key = Array(line.utf8.prefix(keyBytes))
    return key.allSatisfy { $0 == 0x20 || $0 == 0x09 } ? nil : key
  }
}
