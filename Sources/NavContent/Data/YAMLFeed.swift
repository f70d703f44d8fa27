import NavSystem

/// Feeds a document to the parser, and maps character positions to byte offsets.
///
/// The parser counts characters, files count bytes. Templates of Helm and Jinja (`{{ ... }}`) are masked for the parser
/// by as many characters: one in a line with nothing else as a comment, any other as text.
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
  /// An offset that one read does not pass.
  private(set) var pause: Int?
  /// The offset of the end of the last template, and the offset before which no other begins.
  private var templateEnd = 0
  private var searchedEnd = 0

  static let block = 4_096
  /// The longest template, and the longest blank before one that is alone in its line, in bytes.
  private static let templateLimit = 4_096
  private static let indentLimit = 256

  init(_ bytes: DataBytes) {
    self.bytes = bytes
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    origin = bytes.bytes(0..<min(bytes.count, mark.count)) == mark ? mark.count : 0
    offset = origin
  }

  /// Fills a buffer; returns 0 at the end.
  func read(into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
    let count: Int
    let size = pause.map { $0 > offset ? min(buffer.count, $0 - offset) : buffer.count }
    do throws(SystemFailure) {
      let piece = UnsafeMutableBufferPointer(rebasing: buffer[..<(size ?? buffer.count)])
      count = try bytes.read(into: piece, at: offset)
    } catch {
      failure = error.code
      return 0
    }
    mask(buffer[..<count])
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

  // MARK: Faults

  /// Returns the offset of the first line from an offset on that begins a document (`---`); nil if there is none.
  ///
  /// - Parameters:
  ///   - start: the offset of the first byte of a line.
  ///   - end: nil, or an offset: then the last such line before it counts.
  func documentStart(from start: Int, lastBefore end: Int? = nil) -> Int? {
    var place = start
    var last: Int?
    /// The bytes of the current line so far, at most four.
    var line: [UInt8] = []
    while true {
      let piece = bytes.bytes(place..<min(bytes.count, place + DataBytes.chunk))
      for byte in piece + (piece.isEmpty ? [0x0A] : []) {
        let isEnd = byte == 0x0A || byte == 0x0D
        if let end, place - line.count >= end { return last }
        if line.count == 3, isEnd || byte == 0x20 || byte == 0x09, line == [0x2D, 0x2D, 0x2D] {
          guard end != nil else { return place - 3 }
          last = place - 3
        }
        if isEnd { line = [] } else if line.count < 4 { line.append(byte) }
        place += 1
      }
      if piece.isEmpty { return last }
    }
  }

  /// Continues at an offset, with another parser.
  ///
  /// - Parameters:
  ///   - target: the offset.
  ///   - pause: an offset that one read does not pass; nil for none.
  /// - Returns: the number of characters before the offset.
  func restart(at target: Int, pausingAt pause: Int?) -> Int {
    self.pause = nil
    // The bytes that were not read yet are counted.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.block) { buffer in
      while offset < target, read(into: buffer) > 0 {}
    }
    // A file may have become shorter.
    let block = min((target - origin) / Self.block, characters.count - 1)
    characters.removeSubrange((block + 1)...)
    let before = bytes.bytes(origin + block * Self.block..<target)
    counted = characters[block] + UInt32(before.count { $0 & 0xC0 != 0x80 })
    (offset, templateEnd, searchedEnd) = (target, 0, 0)
    self.pause = pause
    return Int(counted)
  }

  // MARK: Templates

  /// Masks the templates in the bytes at `offset`.
  private func mask(_ buffer: Slice<UnsafeMutableBufferPointer<UInt8>>) {
    var buffer = buffer
    for index in buffer.indices {
      let place = offset + index
      if buffer[index] == UInt8(ascii: "{"), place >= searchedEnd {
        let isOne = index + 1 < buffer.endIndex && buffer[index + 1] != UInt8(ascii: "{")
        if !isOne, findTemplate(at: place) {
          buffer[index] = isAlone(at: place) ? UInt8(ascii: "#") : UInt8(ascii: "_")
          continue
        }
      }
      // A character of several bytes stays one.
      guard place < templateEnd, buffer[index] < 0x80 else { continue }
      let isPartOfWord = buffer[index].isLetter || buffer[index].isDigit
      if !isPartOfWord { buffer[index] = UInt8(ascii: "_") }
    }
  }

  /// Finds the end of the template that begins at an offset; false if there is none in its line.
  private func findTemplate(at place: Int) -> Bool {
    let text = bytes.bytes(place..<min(bytes.count, place + Self.templateLimit))
    let line = text.prefix { $0 != 0x0A && $0 != 0x0D }
    guard line.starts(with: "{{".utf8) else { return false }
    let end = line.indices.dropFirst(3).first { line[$0] == 0x7D && line[$0 - 1] == 0x7D }
    searchedEnd = place + (end.map { $0 + 1 } ?? line.count)
    if let end { templateEnd = place + end + 1 }
    return end != nil
  }

  /// Whether nothing but templates is in the line of one that begins at an offset.
  private func isAlone(at place: Int) -> Bool {
    let before = bytes.bytes(max(origin, place - Self.indentLimit)..<place)
    let indent = before.reversed().drop { $0 == 0x20 || $0 == 0x09 }
    guard indent.first.map({ $0 == 0x0A || $0 == 0x0D }) ?? (place - before.count == origin) else {
      return false
    }
    var rest = bytes.bytes(templateEnd..<min(bytes.count, templateEnd + Self.templateLimit))[...]
    rest = rest.prefix { $0 != 0x0A && $0 != 0x0D }.drop { $0 == 0x20 || $0 == 0x09 }
    return rest.isEmpty || rest.starts(with: "{{".utf8) && !rest.contains(UInt8(ascii: ":"))
  }
}

/// Maps character positions of a document to byte offsets.
struct YAMLPlaces: Sendable {
  var origin: Int
  var characters: [UInt32]

  /// Returns the offset of a character's first byte.
  func offset(ofCharacter index: Int, _ window: inout DataWindow) -> Int {
    let low = max(0, characters.partitioningIndex { Int($0) > index } - 1)
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
