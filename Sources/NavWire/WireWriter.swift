/// Writes messages from front to back.
///
/// The length of a nested message is written when it is known, so that nothing is measured before it is written.
package struct WireWriter {
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
    varint(UInt64(bitPattern: Int64(value &<< 1 ^ value &>> 63)))
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

  /// Writes packed numbers; none are omitted.
  mutating func packed(_ field: Int, _ values: [UInt32]) {
    guard !values.isEmpty else { return }
    nested(field) { writer in
      for value in values { writer.varint(UInt64(value)) }
    }
  }

  /// Writes a nested message even if it is empty.
  mutating func nested(_ field: Int, _ body: (inout WireWriter) -> Void) {
    let place = beginMessage(field)
    body(&self)
    endMessage(place)
  }

  /// Begins a nested message.
  ///
  /// - Returns: the place of its length.
  private mutating func beginMessage(_ field: Int) -> Int {
    tag(field, type: 2)
    // Most messages are shorter than 128 bytes: one byte is reserved for the length and extended if necessary.
    bytes.append(0)
    return bytes.count - 1
  }

  private mutating func endMessage(_ place: Int) {
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
}

extension WireWriter: WireArchive {
  package static var isWriter: Bool { true }

  /// Writes the fields of a message.
  mutating func fields<M: WireMessage>(of message: M) {
    do {
      _ = try M.coded(message, &self)
    } catch {
      preconditionFailure("cannot write a message: \(error)")
    }
  }

  package mutating func varint(_ field: Int, _ value: inout UInt64?) {
    guard let value else { return }
    tag(field, type: 0)
    varint(value)
  }

  package mutating func fixed64(_ field: Int, _ value: inout UInt64?) {
    guard let value else { return }
    tag(field, type: 1)
    fixed64(value)
  }

  package mutating func string(_ field: Int, _ value: inout String?) {
    if let value { presentText(field, value) }
  }

  package mutating func bytes(_ field: Int, _ value: inout [UInt8]?) {
    if let value { presentText(field, value) }
  }

  package mutating func strings(_ field: Int, _ values: inout [String]) {
    for value in values { presentText(field, value) }
  }

  package mutating func bytes(_ field: Int, _ values: inout [[UInt8]]) {
    for value in values { presentText(field, value) }
  }

  package mutating func varints<Number>(
    _ field: Int,
    _ values: inout [Number],
    write: (Number) -> UInt64,
    read: (UInt64) -> Number
  ) {
    guard !values.isEmpty else { return }
    nested(field) { writer in
      for value in values { writer.varint(write(value)) }
    }
  }

  package mutating func fixed64s(_ field: Int, _ values: inout [UInt64]) {
    guard !values.isEmpty else { return }
    nested(field) { writer in
      for value in values { writer.fixed64(value) }
    }
  }

  package mutating func message<M: WireMessage>(_ field: Int, _ value: M?) -> M {
    guard let value else { preconditionFailure("cannot write a message that is not there") }
    nested(field) { $0.fields(of: value) }
    return value
  }

  package mutating func message<M: WireMessage>(_ field: Int, _ value: inout M?) {
    if let value { nested(field) { $0.fields(of: value) } }
  }

  package mutating func message(
    _ field: Int,
    _ body: (inout WireWriter) throws(WireError) -> Void
  ) throws(WireError) {
    let place = beginMessage(field)
    try body(&self)
    endMessage(place)
  }

  package mutating func messages<M>(
    _ field: Int,
    _ values: inout [M],
    _ coded: (M?, inout WireWriter) throws(WireError) -> M?
  ) throws(WireError) {
    for value in values {
      let place = beginMessage(field)
      _ = try coded(value, &self)
      endMessage(place)
    }
  }

  package mutating func table<V>(
    _ field: Int,
    _ value: V?,
    write: (V, inout WireWriter) -> Void,
    read: (inout WireReader) throws(WireError) -> V
  ) -> V? {
    if let value { nested(field) { write(value, &$0) } }
    return value
  }

  package func member(of members: WireMembers) -> Int? { nil }
}
