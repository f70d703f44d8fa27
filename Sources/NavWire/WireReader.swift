/// Reads protobuf messages from front to back.
///
/// Layout messages are read with it and written with `WireWriter`, both by the table of fields. Like the library it
/// takes only the low 32 bits of a number of 32 bits, and skips fields that are unknown or of another type.
struct WireReader {
  private let bytes: [UInt8]
  private var position = 0
  /// The end of the message that is being read.
  private var end: Int

  /// The deepest nesting of groups, which only unknown fields can have.
  private static let deepestGroup = 16

  /// A field's number and the type of its value, which comes next.
  struct Tag: Hashable {
    var number: Int
    var type: ValueType
  }

  enum ValueType: UInt64 {
    case varint = 0
    case fixed64 = 1
    case bytes = 2
    case groupStart = 3
    case groupEnd = 4
    case fixed32 = 5
  }

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    end = bytes.count
  }

  /// Reads the tag of the next field; nil at the end of the message.
  mutating func next() throws(WireError) -> Tag? {
    guard position < end else { return nil }
    let tag = try varint()
    guard tag <= UInt64(UInt32.max), tag >> 3 > 0, let type = ValueType(rawValue: tag & 7) else {
      throw WireError("bytes that are no message: a field without a number or type")
    }
    return Tag(number: Int(tag >> 3), type: type)
  }

  mutating func varint() throws(WireError) -> UInt64 {
    guard position < end else { throw Self.truncated }
    var byte = bytes[position]
    position += 1
    if byte < 0x80 { return UInt64(byte) }
    var value = UInt64(byte & 0x7F)
    var shift: UInt64 = 7
    repeat {
      guard position < end, shift < 64 else { throw Self.truncated }
      byte = bytes[position]
      position += 1
      value |= UInt64(byte & 0x7F) &<< shift
      shift += 7
    } while byte >= 0x80
    return value
  }

  mutating func unsigned32() throws(WireError) -> UInt32 {
    UInt32(truncatingIfNeeded: try varint())
  }

  /// Reads a number whose sign is in its lowest bit.
  mutating func signed32() throws(WireError) -> Int32 {
    let value = try unsigned32()
    return Int32(bitPattern: value >> 1) ^ -Int32(bitPattern: value & 1)
  }

  mutating func fixed64() throws(WireError) -> UInt64 {
    guard end - position >= 8 else { throw Self.truncated }
    var value: UInt64 = 0
    for offset in 0..<8 { value |= UInt64(bytes[position + offset]) << UInt64(offset * 8) }
    position += 8
    return value
  }

  mutating func text() throws(WireError) -> String {
    let range = try length()
    guard let text = String(validating: bytes[range], as: UTF8.self) else {
      throw WireError("bytes that are no message: a text that is not UTF-8")
    }
    return text
  }

  /// Reads bytes that are no text.
  mutating func data() throws(WireError) -> [UInt8] { Array(bytes[try length()]) }

  /// Reads a nested message.
  mutating func message<Value>(
    _ body: (inout WireReader) throws(WireError) -> Value
  ) throws(WireError) -> Value {
    let outer = end
    let range = try length()
    position = range.lowerBound
    end = range.upperBound
    let value = try body(&self)
    position = end
    end = outer
    return value
  }

  /// Reads repeated numbers, packed or one alone.
  mutating func numbers<Value>(
    of type: ValueType,
    into values: inout [Value],
    _ read: (inout WireReader) throws(WireError) -> Value
  ) throws(WireError) {
    guard type == .bytes else {
      values.append(try read(&self))
      return
    }
    try message { reader throws(WireError) in
      while reader.position < reader.end { values.append(try read(&reader)) }
    }
  }

  /// Skips the value of an unknown field.
  mutating func skip(_ tag: Tag) throws(WireError) {
    var groups: [Int] = []
    var tag = tag
    while true {
      switch tag.type {
      case .varint: _ = try varint()
      case .fixed64: try advance(by: 8)
      case .fixed32: try advance(by: 4)
      case .bytes: _ = try length()
      case .groupStart:
        guard groups.count < Self.deepestGroup else { throw Self.truncated }
        groups.append(tag.number)
      case .groupEnd:
        guard groups.popLast() == tag.number else { throw Self.truncated }
      }
      guard !groups.isEmpty else { return }
      guard let next = try next() else { throw Self.truncated }
      tag = next
    }
  }

  /// Reads a length and passes over as many bytes.
  ///
  /// - Returns: where these bytes are.
  private mutating func length() throws(WireError) -> Range<Int> {
    let length = try varint()
    guard length <= UInt64(end - position) else { throw Self.truncated }
    let start = position
    position += Int(length)
    return start..<position
  }

  private mutating func advance(by count: Int) throws(WireError) {
    guard count <= end - position else { throw Self.truncated }
    position += count
  }

  private static var truncated: WireError {
    WireError("bytes that are no message: a value that is cut off or has no end")
  }
}
