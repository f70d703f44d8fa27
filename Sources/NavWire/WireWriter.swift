/// Writes protobuf messages from front to back.
///
/// Layout messages are written with it and read with `WireReader`. The library would compute the size of a nested message
/// once for every level above it, which costs more than the rest of publishing.
struct WireWriter {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int) {
    bytes.reserveCapacity(capacity)
  }

  /// Writes a non-negative number; the default, 0, is omitted.
  mutating func unsigned(_ field: Int, _ value: some BinaryInteger) {
    if value != 0 { present(field, value) }
  }

  /// Writes a non-negative number even if it is 0, for a field whose absence has a meaning.
  mutating func present(_ field: Int, _ value: some BinaryInteger) {
    tag(field, type: 0)
    varint(UInt64(clamping: value))
  }

  /// Writes a signed number even if it is 0.
  mutating func presentSigned(_ field: Int, _ value: Int) {
    tag(field, type: 0)
    varint(Self.zigzag(value))
  }

  mutating func fixed64(_ field: Int, _ value: UInt64) {
    guard value != 0 else { return }
    tag(field, type: 1)
    fixed64(value)
  }

  /// Writes packed numbers of eight bytes; none are omitted.
  mutating func packedFixed64(_ field: Int, _ values: [UInt64]) {
    guard !values.isEmpty else { return }
    message(field) { writer in
      for value in values { writer.fixed64(value) }
    }
  }

  private mutating func fixed64(_ value: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
    }
  }

  /// Writes text given as UTF-8.
  mutating func presentText(_ field: Int, _ utf8: [UInt8]) {
    tag(field, type: 2)
    varint(UInt64(utf8.count))
    bytes.append(contentsOf: utf8)
  }

  /// Writes text even if it is empty.
  mutating func presentText(_ field: Int, _ text: String) {
    tag(field, type: 2)
    varint(UInt64(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  mutating func text(_ field: Int, _ text: String) {
    if !text.isEmpty { presentText(field, text) }
  }

  /// Writes packed numbers; none are omitted.
  mutating func packed(_ field: Int, _ values: [UInt32]) {
    guard !values.isEmpty else { return }
    message(field) { writer in
      for value in values { writer.varint(UInt64(value)) }
    }
  }

  mutating func packedSigned(_ field: Int, _ values: [Int]) {
    guard !values.isEmpty else { return }
    message(field) { writer in
      for value in values { writer.varint(Self.zigzag(value)) }
    }
  }

  /// Writes a nested message even if it is empty.
  mutating func message(_ field: Int, _ body: (inout WireWriter) -> Void) {
    tag(field, type: 2)
    // Most messages are shorter than 128 bytes: one byte is reserved for the length and extended if necessary.
    let place = bytes.count
    bytes.append(0)
    body(&self)
    var length = UInt64(bytes.count - place - 1)
    guard length >= 0x80 else {
      bytes[place] = UInt8(length)
      return
    }
    var more: [UInt8] = []
    while length >= 0x80 {
      more.append(UInt8(truncatingIfNeeded: length) | 0x80)
      length >>= 7
    }
    more.append(UInt8(length))
    bytes.replaceSubrange(place...place, with: more)
  }

  private mutating func tag(_ field: Int, type: Int) {
    varint(UInt64(field << 3 | type))
  }

  private mutating func varint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Maps small numbers of either sign to small unsigned ones.
  private static func zigzag(_ value: Int) -> UInt64 {
    UInt64(bitPattern: Int64(value &<< 1 ^ value &>> 63))
  }
}
