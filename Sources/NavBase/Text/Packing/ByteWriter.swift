/// Writes numbers and texts one after the other into a buffer.
///
/// The form is that of the memory of one process: it is never stored and never sent.
package struct ByteWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// Gives back the memory behind the last byte; O(bytes).
  package mutating func trim() { bytes.trimCapacity() }

  package mutating func write(byte: UInt8) { bytes.append(byte) }

  /// Writes a number from 0, in 7 bits a byte.
  package mutating func write(count: Int) {
    var rest = UInt64(bitPattern: Int64(count))
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Writes any number; small ones of both signs take one byte.
  package mutating func write(number: Int) {
    write(count: number << 1 ^ number >> (Int.bitWidth - 1))
  }

  package mutating func write(_ text: String) {
    let utf8 = text.utf8
    write(count: utf8.count)
    bytes.append(contentsOf: utf8)
  }

  /// Writes the bytes of a text without their number.
  mutating func writeBytes(of text: String) { bytes.append(contentsOf: text.utf8) }

  /// Writes bytes without their number.
  package mutating func write(_ more: ArraySlice<UInt8>) { bytes.append(contentsOf: more) }

  /// Writes a document, packed or not.
  package mutating func write(_ document: TextDocument) {
    switch document.packedBlocks {
    case let packed?: write(packed.bytes)
    case nil: write(document: document.blocks)
    }
  }
}

extension Array {
  /// Gives back the memory behind the last element, if it is more than an eighth; O(count).
  package mutating func trimCapacity() {
    guard capacity - count > Swift.max(64, count / 8) else { return }
    var exact: [Element] = []
    exact.reserveCapacity(count)
    exact.append(contentsOf: self)
    self = exact
  }
}

/// Reads what a `ByteWriter` wrote, in the same order.
package struct ByteReader {
  private let bytes: [UInt8]
  package private(set) var offset: Int

  package init(_ bytes: [UInt8], at offset: Int) {
    self.bytes = bytes
    self.offset = offset
  }

  package mutating func byte() -> UInt8 {
    defer { offset += 1 }
    return bytes[offset]
  }

  package mutating func count() -> Int {
    var result: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = byte()
      result |= UInt64(byte & 0x7F) << shift
      guard byte >= 0x80 else { return Int(Int64(bitPattern: result)) }
      shift += 7
    }
  }

  package mutating func number() -> Int {
    let code = count()
    return Int(bitPattern: UInt(bitPattern: code) >> 1) ^ -(code & 1)
  }

  package mutating func text() -> String { text(of: count()) }

  mutating func text(of count: Int) -> String {
    defer { offset += count }
    return String(decoding: bytes[offset..<offset + count], as: UTF8.self)
  }

  mutating func raw(_ count: Int) -> [UInt8] {
    defer { offset += count }
    return Array(bytes[offset..<offset + count])
  }

  /// Reads the rest, up to an offset, as a packed document.
  package func document(upTo end: Int) -> TextDocument {
    TextDocument(packed: PackedBlocks(bytes, in: offset..<end))
  }
}
