import NavScene
import NavTestKit
import NavWire

/// Any bytes are a message or an error with a text; a decoded message is encoded and decoded as the same message, and
/// encoded again as the same bytes.
///
/// An input whose first byte is even contains such bytes; any other is a script of valid nested fields.
enum WireLaw {
  static func check(_ input: [UInt8]) throws {
    var reader = ByteReader(input)
    let bytes = reader.flag() ? reader.fields(depth: 0) : reader.remaining()
    try check(bytes, read: { try Request(decoding: $0) }, write: { $0.encoded() })
    try check(bytes, read: { try Reply(decoding: $0) }, write: { $0.encoded() })
    try check(bytes, read: { try LayoutMessage(decoding: $0) }, write: { $0.encoded() })
  }

  private static func check<Message: Equatable>(
    _ bytes: [UInt8],
    read: ([UInt8]) throws -> Message,
    write: (Message) -> [UInt8]
  ) throws {
    let message: Message
    do {
      message = try read(bytes)
    } catch let error as WireError {
      return try demand(!error.description.isEmpty, "an error without a text")
    }
    let written = write(message)
    let again = try read(written)
    try demand(again == message, "written and read it is another: \(message) is now \(again)")
    try demand(write(again) == written, "written twice it has other bytes: \(message)")
  }
}

extension ByteReader {
  /// Returns a wire message with fields of any number and kind, down to the depth that is decoded.
  fileprivate mutating func fields(depth: Int) -> [UInt8] {
    var message: [UInt8] = []
    for _ in 0..<int(in: 1...8) where !isEmpty {
      let number = UInt64(int(in: 1...32))
      switch byte() % 8 {
      case 0, 1: message.append(varint: number << 3, oddVarint())
      case 2:
        message.append(varint: number << 3 | 1)
        message += (0..<8).map { _ in byte() }
      case 3: message.append(field: number, (0..<int(in: 0...20)).map { _ in byte() })
      case 4:
        var packed: [UInt8] = []
        for _ in 0..<int(in: 0...12) { packed.append(varint: oddVarint()) }
        message.append(field: number, packed)
      default:
        guard depth < 7 else { continue }
        message.append(field: number, fields(depth: depth + 1))
      }
    }
    return message
  }

  private mutating func oddVarint() -> UInt64 {
    flag() ? UInt64(byte()) : UInt64(bitPattern: Int64(oddNumber()))
  }
}

extension [UInt8] {
  fileprivate mutating func append(varint numbers: UInt64...) {
    for number in numbers {
      var rest = number
      while rest > 0x7f {
        append(UInt8(rest & 0x7f) | 0x80)
        rest >>= 7
      }
      append(UInt8(rest))
    }
  }

  /// Appends a length-delimited field.
  fileprivate mutating func append(field number: UInt64, _ bytes: [UInt8]) {
    append(varint: number << 3 | 2, UInt64(bytes.count))
    self += bytes
  }
}
