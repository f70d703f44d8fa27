/// Reads messages.
///
/// A field that is unknown or of another type is skipped. Of a field that may be there once, the last one counts.
package struct WireReader {
  private var bytes: [UInt8]
  private var position = 0
  /// The message that is being read: its bytes, and the number of its last field that was looked for.
  private var start = 0
  private var end: Int
  private var sought = 0
  /// The numbers below 64 of the fields that it has, known once it has begun.
  private var present: UInt64 = 0
  private var depth = 0
  /// The memory that is left for the lists and rows of the rest of the message.
  var memory = MessageMemory()

  /// The deepest nesting of messages.
  private static let deepestMessage = 16

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

  /// Reads a nested message whose length comes next.
  mutating func frame<Value>(
    _ body: (inout WireReader) throws(WireError) -> Value
  ) throws(WireError) -> Value {
    let outer = (start, end, sought, present)
    let range = try length()
    (start, end, sought, present) = (range.lowerBound, range.upperBound, 0, 0)
    position = start
    let value = try body(&self)
    position = end
    (start, end, sought, present) = outer
    return value
  }

  /// Reads repeated numbers, packed or one alone.
  mutating func numbers<Value>(
    of type: ValueType,
    into values: inout [Value],
    _ read: (inout WireReader) throws(WireError) -> Value
  ) throws(WireError) {
    guard type == .bytes else {
      try memory.take(1, MemoryLayout<Value>.stride)
      values.append(try read(&self))
      return
    }
    try frame { reader throws(WireError) in
      // Each number has at least one byte.
      try reader.memory.take(reader.end - reader.start, MemoryLayout<Value>.stride)
      // Each number has one byte below 128. Lists that are continued grow as arrays do.
      if values.isEmpty {
        values.reserveCapacity(reader.bytes[reader.start..<reader.end].count { $0 < 0x80 })
      }
      while reader.position < reader.end { values.append(try read(&reader)) }
    }
  }

  /// Skips the value of an unknown field.
  ///
  /// - Parameter depth: the number of groups around it.
  mutating func skip(_ tag: Tag, in depth: Int = 0) throws(WireError) {
    switch tag.type {
    case .varint: _ = try varint()
    case .fixed64: try advance(by: 8)
    case .fixed32: try advance(by: 4)
    case .bytes: _ = try length()
    case .groupStart:
      guard depth < Self.deepestGroup else { throw Self.truncated }
      while let inner = try next() {
        if inner.type == .groupEnd, inner.number == tag.number { return }
        try skip(inner, in: depth + 1)
      }
      throw Self.truncated
    case .groupEnd: throw Self.truncated
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

  // MARK: Fields by their numbers

  /// Begins to read a message by its description, which looks for fields in ascending order.
  ///
  /// Fields that are not in that order are put into it first.
  mutating func begin() throws(WireError) {
    var last = 0
    var isInOrder = true
    while let tag = try next() {
      if tag.number < 64 { present |= 1 << UInt64(tag.number) }
      isInOrder = isInOrder && tag.number >= last
      last = tag.number
      try skip(tag)
    }
    position = start
    if !isInOrder { try putInOrder() }
  }

  private mutating func putInOrder() throws(WireError) {
    var fields: [(number: Int, bytes: Range<Int>)] = []
    while position < end {
      let first = position
      guard let tag = try next() else { break }
      try skip(tag)
      fields.append((tag.number, first..<position))
    }
    let sorted = fields.enumerated().sorted {
      ($0.element.number, $0.offset) < ($1.element.number, $1.offset)
    }
    // As many bytes at the same place, so that the messages around it stay where they are.
    bytes.replaceSubrange(start..<end, with: sorted.flatMap { bytes[$0.element.bytes] })
    position = start
  }

  /// Goes to the next value of a field; nil if there is none.
  ///
  /// - Parameters:
  ///   - number: its number.
  ///   - type: the type of its values.
  ///   - other: a second type that they may have.
  private mutating func find(
    _ number: Int,
    _ type: ValueType,
    _ other: ValueType? = nil
  ) throws(WireError) -> ValueType? {
    if number < sought { position = start }
    sought = number
    if number < 64, present >> UInt64(number) & 1 == 0 { return nil }
    while position < end {
      let first = position
      guard let tag = try next() else { return nil }
      if tag.number > number {
        position = first
        return nil
      }
      if tag.number == number, tag.type == type || tag.type == other { return tag.type }
      try skip(tag)
    }
    return nil
  }

  /// Reads a nested message by its description.
  private mutating func nested<Value>(
    _ body: (inout WireReader) throws(WireError) -> Value
  ) throws(WireError) -> Value {
    guard depth < Self.deepestMessage else {
      throw WireError("bytes that are no message: messages in messages too deep")
    }
    depth += 1
    let value = try frame { reader throws(WireError) in
      try reader.begin()
      return try body(&reader)
    }
    depth -= 1
    return value
  }

  private static var truncated: WireError {
    WireError("bytes that are no message: a value that is cut off or has no end")
  }
}

extension WireReader: WireArchive {
  package static var isWriter: Bool { false }

  package mutating func varint(_ field: Int, _ value: inout UInt64?) throws(WireError) {
    value = nil
    while try find(field, .varint) != nil { value = try varint() }
  }

  package mutating func fixed64(_ field: Int, _ value: inout UInt64?) throws(WireError) {
    value = nil
    while try find(field, .fixed64) != nil { value = try fixed64() }
  }

  package mutating func string(_ field: Int, _ value: inout String?) throws(WireError) {
    value = nil
    while try find(field, .bytes) != nil { value = try text() }
  }

  package mutating func bytes(_ field: Int, _ value: inout [UInt8]?) throws(WireError) {
    value = nil
    while try find(field, .bytes) != nil { value = try data() }
  }

  package mutating func strings(_ field: Int, _ values: inout [String]) throws(WireError) {
    while try find(field, .bytes) != nil {
      try memory.take(1, MemoryLayout<String>.stride)
      values.append(try text())
    }
  }

  package mutating func bytes(_ field: Int, _ values: inout [[UInt8]]) throws(WireError) {
    while try find(field, .bytes) != nil {
      try memory.take(1, MessageMemory.array)
      values.append(try data())
    }
  }

  package mutating func varints<Number>(
    _ field: Int,
    _ values: inout [Number],
    write: (Number) -> UInt64,
    read: (UInt64) -> Number
  ) throws(WireError) {
    values = []
    while let type = try find(field, .bytes, .varint) {
      try numbers(of: type, into: &values) { reader throws(WireError) in read(try reader.varint()) }
    }
  }

  package mutating func fixed64s(_ field: Int, _ values: inout [UInt64]) throws(WireError) {
    while let type = try find(field, .bytes, .fixed64) {
      try numbers(of: type, into: &values) { reader throws(WireError) in try reader.fixed64() }
    }
  }

  package mutating func message<M: WireMessage>(
    _ field: Int,
    _ value: M?
  ) throws(WireError) -> M {
    var value: M?
    try message(field, &value)
    if let value { return value }
    var empty = WireReader([])
    return try M.coded(nil, &empty)
  }

  package mutating func message<M: WireMessage>(
    _ field: Int,
    _ value: inout M?
  ) throws(WireError) {
    value = nil
    while try find(field, .bytes) != nil {
      value = try nested { reader throws(WireError) in try M.coded(nil, &reader) }
    }
  }

  package mutating func message(
    _ field: Int,
    _ body: (inout WireReader) throws(WireError) -> Void
  ) throws(WireError) {
    guard try find(field, .bytes) != nil else {
      var empty = WireReader([])
      return try body(&empty)
    }
    repeat { try nested(body) } while try find(field, .bytes) != nil
  }

  package mutating func messages<M>(
    _ field: Int,
    _ values: inout [M],
    _ coded: (M?, inout WireReader) throws(WireError) -> M?
  ) throws(WireError) {
    while try find(field, .bytes) != nil {
      try memory.take(1, MemoryLayout<M>.stride)
      let value = try nested { reader throws(WireError) in try coded(nil, &reader) }
      if let value { values.append(value) }
    }
  }

  package mutating func table<V>(
    _ field: Int,
    _ value: V?,
    write: (V, inout WireWriter) -> Void,
    read: (inout WireReader) throws(WireError) -> V
  ) throws(WireError) -> V? {
    var value: V?
    while try find(field, .bytes) != nil { value = try frame(read) }
    return value
  }

  /// The one with the highest number of those that are there.
  package func member(of members: WireMembers) -> Int? {
    let found = present & members.bits
    return found == 0 ? nil : UInt64.bitWidth - 1 - found.leadingZeroBitCount
  }
}

/// The memory that one message may take once it is read, beyond its texts and bytes.
///
/// Elements are counted before they are read, because few bytes can describe many: an empty row has one byte.
struct MessageMemory {
  /// The bytes that are left (proto/README.md: Limits).
  private var left = 128 << 20

  /// The bytes of an array that is an element, beyond its own elements.
  static let array = 64
  /// The bytes of a row, with those of its text and its list of runs.
  static let row = 128
  /// The bytes that consecutive rows count as: each such list is also compared with those before it.
  static let rowList = 8 << 10

  /// Counts elements of a size in bytes.
  ///
  /// - Throws: `WireError` if there is not enough left.
  mutating func take(_ count: Int, _ size: Int) throws(WireError) {
    let (bytes, overflow) = count.multipliedReportingOverflow(by: size)
    guard !overflow, bytes <= left else { throw WireError("more elements than a message may have") }
    left -= bytes
  }
}
