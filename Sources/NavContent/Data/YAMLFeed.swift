import NavSystem

/// Feeds a document to the parser, and maps character positions to byte offsets.
///
/// The parser counts characters, files count bytes.
final class YAMLFeed {
  private let bytes: DataBytes
  /// The offset at which the text starts, after a byte order mark.
  let origin: Int
  /// The offset of the next byte for the parser.
  private(set) var offset: Int
  /// The number of characters that start before each block of bytes.
  private(set) var characters: [UInt32] = [0]
  private var counted: UInt32 = 0
  private(set) var failure: Int32?

  static let block = 4_096

  init(_ bytes: DataBytes) {
    self.bytes = bytes
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    origin = bytes.bytes(0..<min(bytes.count, mark.count)) == mark ? mark.count : 0
    offset = origin
  }

  /// Fills a buffer; returns 0 at the end.
  func read(into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
    let count: Int
    do throws(SystemFailure) {
      count = try bytes.read(into: buffer, at: offset)
    } catch {
      failure = error.code
      return 0
    }
    var place = 0
    while place < count {
      let inBlock = (offset - origin) % Self.block
      let end = min(count, place + Self.block - inBlock)
      for index in place..<end where buffer[index] & 0xC0 != 0x80 { counted += 1 }
      offset += end - place
      place = end
      if (offset - origin) % Self.block == 0 { characters.append(counted) }
    }
    return count
  }
}

/// Maps character positions of a document to byte offsets.
struct YAMLPlaces: Sendable {
  var origin: Int
  var characters: [UInt32]

  /// Returns the offset of a character's first byte.
  func offset(ofCharacter index: Int, _ window: inout DataWindow) -> Int {
    var low = 0
    var high = characters.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int(characters[middle]) <= index { low = middle } else { high = middle }
    }
    let start = origin + low * YAMLFeed.block
    var left = index - Int(characters[low])
    let isASCII =
      low + 1 < characters.count
      && Int(characters[low + 1]) - Int(characters[low]) == YAMLFeed.block
    if isASCII { return start + left }
    let bytes = window.slice(start..<start + YAMLFeed.block)
    for (distance, byte) in bytes.enumerated() where byte & 0xC0 != 0x80 {
      if left == 0 { return start + distance }
      left -= 1
    }
    return start + bytes.count
  }
}
