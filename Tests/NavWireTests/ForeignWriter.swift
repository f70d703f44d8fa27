/// Writes Protocol Buffers by hand, as another implementation or a later version sends them.
struct ForeignWriter {
  private(set) var bytes: [UInt8] = []

  init(_ build: (inout ForeignWriter) -> Void = { _ in }) {
    build(&self)
  }

  mutating func varint(_ field: Int, _ value: UInt64) {
    number(UInt64(field) << 3)
    number(value)
  }

  mutating func fixed64(_ field: Int, _ value: UInt64) {
    number(UInt64(field) << 3 | 1)
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }

  mutating func data(_ field: Int, _ value: [UInt8]) {
    number(UInt64(field) << 3 | 2)
    number(UInt64(value.count))
    bytes += value
  }

  mutating func text(_ field: Int, _ value: String) {
    data(field, Array(value.utf8))
  }

  mutating func message(_ field: Int, _ build: (inout ForeignWriter) -> Void) {
    data(field, ForeignWriter(build).bytes)
  }

  /// Writes bytes as they are.
  mutating func bytes(_ more: [UInt8]) {
    bytes += more
  }

  private mutating func number(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
