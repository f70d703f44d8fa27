/// A message of Protocol Buffers written by hand, as another implementation or a later version sends it: the fields by
/// their numbers, in the order of their bytes.
struct ForeignMessage: ExpressibleByDictionaryLiteral {
  private(set) var bytes: [UInt8] = []

  enum Value {
    /// Nil leaves the field out.
    case varint(UInt64?)
    case fixed64(UInt64)
    case data([UInt8])

    static func text(_ text: String) -> Value { .data(Array(text.utf8)) }
    static func message(_ message: ForeignMessage) -> Value { .data(message.bytes) }
  }

  init(dictionaryLiteral fields: (Int, Value)...) { self.init(fields) }

  init(_ fields: [(Int, Value)]) {
    for (field, value) in fields { add(UInt64(field), value) }
  }

  /// Bytes as they are.
  init(bytes: [UInt8]) { self.bytes = bytes }

  static func + (first: ForeignMessage, second: ForeignMessage) -> ForeignMessage {
    ForeignMessage(bytes: first.bytes + second.bytes)
  }

  private mutating func add(_ field: UInt64, _ value: Value) {
    switch value {
    case .varint(let value):
      guard let value else { return }
      bytes += Self.varint(field << 3) + Self.varint(value)
    case .fixed64(let value):
      bytes += Self.varint(field << 3 | 1)
      for shift in stride(from: 0, to: 64, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: value >> shift))
      }
    case .data(let data):
      bytes += Self.varint(field << 3 | 2) + Self.varint(UInt64(data.count)) + data
    }
  }

  /// Returns the bytes of a number alone.
  static func varint(_ value: UInt64) -> [UInt8] {
    value < 0x80 ? [UInt8(value)] : [UInt8(truncatingIfNeeded: value) | 0x80] + varint(value >> 7)
  }
}

extension ForeignMessage.Value: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  init(integerLiteral value: UInt64) { self = .varint(value) }
  init(stringLiteral text: String) { self = .text(text) }
  init(arrayLiteral data: UInt8...) { self = .data(data) }
  init(dictionaryLiteral fields: (Int, Self)...) { self = .message(ForeignMessage(fields)) }
}
