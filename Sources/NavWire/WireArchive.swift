import NavBase
import NavScene

/// A message: one description of its fields, which serves both directions.
///
/// The form of the bytes is that of Protocol Buffers, and the fields are those of `proto`, under the same numbers. A
/// description calls the archive once for each field, in ascending order of their numbers, so that equal values have
/// equal bytes.
package protocol WireMessage {
  /// Writes a value, or reads one.
  ///
  /// - Parameters:
  ///   - value: the value that is written; nil while one is read.
  ///   - archive: the writer, or the reader.
  /// - Returns: the value that was read; while one is written, a value without a meaning.
  /// - Throws: `WireError` if the bytes have no such value. Writing never throws.
  static func coded(
    _ value: Self?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self
}

/// A message that is read field by field into a value whose fields have their defaults.
package protocol WireFields: WireMessage {
  /// The value of a message without any field.
  static var blank: Self { get }

  /// Describes the fields.
  mutating func fields(_ archive: inout some WireArchive) throws(WireError)
}

extension WireFields {
  package static func coded(
    _ value: Self?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self {
    var value = value ?? .blank
    try value.fields(&archive)
    return value
  }
}

// Calls from other modules reach the generic code of these two, which looks up each function of the archive at run time.
// For the messages of a key press the compiler makes specialized code.
extension WireMessage {
  @_specialize(where Self == LayoutMessage)
  @_specialize(where Self == Reply)
  @_specialize(where Self == Request)
  @_specialize(where Self == NavigationState)
  @_specialize(where Self == NavigationChange)
  package func encoded() -> [UInt8] {
    var writer = WireWriter(capacity: 64)
    writer.fields(of: self)
    return writer.bytes
  }

  /// Decodes a message.
  ///
  /// - Throws: `WireError` for malformed bytes or an impossible value.
  @_specialize(where Self == LayoutMessage)
  @_specialize(where Self == Reply)
  package init(decoding bytes: [UInt8]) throws(WireError) {
    var reader = WireReader(bytes)
    try reader.begin()
    self = try Self.coded(nil, &reader)
  }
}

/// An enumeration of `proto`, by the number of each case.
package protocol WireEnumeration: CaseIterable {
  var number: UInt32 { get }
}

extension WireEnumeration where Self: RawRepresentable, RawValue: FixedWidthInteger {
  package var number: UInt32 { UInt32(rawValue) }
}

/// The numbers of the fields of a `oneof`, below 64.
package struct WireMembers: ExpressibleByArrayLiteral, Sendable {
  package private(set) var bits: UInt64 = 0

  package init(arrayLiteral numbers: Int...) { self.init(numbers) }

  init(_ numbers: [Int]) {
    for number in numbers { bits |= 1 << UInt64(number) }
  }
}

/// Either writes the fields of messages or reads them.
///
/// Each function names a type of `proto`. A field whose value is the default of its type (0, false, empty) is not
/// written, and one that is not there is read as the default; an optional is nil if the field is not there. A number of
/// 32 bits is clamped when it is written, and its low 32 bits are taken when it is read.
package protocol WireArchive {
  /// Whether fields are written.
  static var isWriter: Bool { get }

  mutating func varint(_ field: Int, _ value: inout UInt64?) throws(WireError)
  mutating func fixed64(_ field: Int, _ value: inout UInt64?) throws(WireError)
  mutating func string(_ field: Int, _ value: inout String?) throws(WireError)
  mutating func bytes(_ field: Int, _ value: inout [UInt8]?) throws(WireError)
  mutating func strings(_ field: Int, _ values: inout [String]) throws(WireError)
  mutating func bytes(_ field: Int, _ values: inout [[UInt8]]) throws(WireError)
  /// Packed numbers; also read where they are not packed.
  mutating func varints<Number>(
    _ field: Int,
    _ values: inout [Number],
    write: (Number) -> UInt64,
    read: (UInt64) -> Number
  ) throws(WireError)
  mutating func fixed64s(_ field: Int, _ values: inout [UInt64]) throws(WireError)

  /// A message that is always written. Where it is not there, one without any field is read.
  mutating func message<M: WireMessage>(_ field: Int, _ value: M?) throws(WireError) -> M
  mutating func message<M: WireMessage>(_ field: Int, _ value: inout M?) throws(WireError)
  /// A message that is always written, by its fields.
  mutating func message(
    _ field: Int,
    _ fields: (inout Self) throws(WireError) -> Void
  ) throws(WireError)
  /// Messages; `coded` returns nil for one that is passed over.
  mutating func messages<M>(
    _ field: Int,
    _ values: inout [M],
    _ coded: (M?, inout Self) throws(WireError) -> M?
  ) throws(WireError)
  /// A message that is described by a table of fields, whose two directions are loops over that table.
  mutating func table<V>(
    _ field: Int,
    _ value: V?,
    write: (V, inout WireWriter) -> Void,
    read: (inout WireReader) throws(WireError) -> V
  ) throws(WireError) -> V?

  /// The field of a `oneof` that is there; nil for none.
  func member(of members: WireMembers) -> Int?
}

extension WireArchive {
  var isWriter: Bool { Self.isWriter }

  /// - Parameter written: the field of the value that is written; nil while one is read.
  func member(_ written: Int?, of members: WireMembers) -> Int? { written ?? member(of: members) }

  // MARK: Numbers

  mutating func uint64(_ field: Int, _ value: inout UInt64) throws(WireError) {
    var number = Self.isWriter && value != 0 ? value : nil
    try varint(field, &number)
    if !Self.isWriter { value = number ?? 0 }
  }

  mutating func uint64(_ field: Int, _ value: inout UInt64?) throws(WireError) {
    try varint(field, &value)
  }

  /// A number above 0; nil for 0.
  mutating func uint64(_ field: Int, aboveZero value: inout UInt64?) throws(WireError) {
    var number = value ?? 0
    try uint64(field, &number)
    if !Self.isWriter { value = number == 0 ? nil : number }
  }

  mutating func uint64(_ field: Int, _ value: inout Int) throws(WireError) {
    var number = Self.isWriter ? UInt64(clamping: value) : 0
    try uint64(field, &number)
    if !Self.isWriter { value = Int(clamping: number) }
  }

  mutating func uint32(_ field: Int, _ value: inout UInt32) throws(WireError) {
    var number = UInt64(value)
    try uint64(field, &number)
    if !Self.isWriter { value = UInt32(truncatingIfNeeded: number) }
  }

  mutating func uint32(_ field: Int, _ value: inout Int) throws(WireError) {
    var number = Self.isWriter ? UInt32(clamping: value) : 0
    try uint32(field, &number)
    if !Self.isWriter { value = Int(number) }
  }

  mutating func uint32(_ field: Int, _ value: inout UInt32?) throws(WireError) {
    var number = value.map { UInt64($0) }
    try varint(field, &number)
    if !Self.isWriter { value = number.map { UInt32(truncatingIfNeeded: $0) } }
  }

  /// An index from 0, sent as a number from 1; nil is 0.
  mutating func uint32(_ field: Int, fromOne value: inout Int?) throws(WireError) {
    var number = value.map { $0 + 1 } ?? 0
    try uint32(field, &number)
    if !Self.isWriter { value = number == 0 ? nil : number - 1 }
  }

  mutating func uint32s(_ field: Int, _ values: inout [UInt32]) throws(WireError) {
    try varints(field, &values) {
      UInt64($0)
    } read: {
      UInt32(truncatingIfNeeded: $0)
    }
  }

  mutating func uint32s(_ field: Int, _ values: inout [Int]) throws(WireError) {
    try varints(field, &values) {
      UInt64(UInt32(clamping: $0))
    } read: {
      Int(UInt32(truncatingIfNeeded: $0))
    }
  }

  mutating func sint64(_ field: Int, _ value: inout Int64) throws(WireError) {
    var number = UInt64(bitPattern: value &<< 1 ^ value &>> 63)
    try uint64(field, &number)
    if !Self.isWriter { value = Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1) }
  }

  mutating func sint32s(_ field: Int, _ values: inout [Int]) throws(WireError) {
    try varints(field, &values) { value in
      let value = Int32(clamping: value)
      return UInt64(UInt32(bitPattern: value &<< 1 ^ value &>> 31))
    } read: { number in
      let number = UInt32(truncatingIfNeeded: number)
      return Int(Int32(bitPattern: number >> 1) ^ -Int32(bitPattern: number & 1))
    }
  }

  mutating func bool(_ field: Int, _ value: inout Bool) throws(WireError) {
    var number: UInt64 = value ? 1 : 0
    try uint64(field, &number)
    if !Self.isWriter { value = number != 0 }
  }

  mutating func bool(_ field: Int, _ value: inout Bool?) throws(WireError) {
    var number = value.map { $0 ? UInt64(1) : 0 }
    try varint(field, &number)
    if !Self.isWriter { value = number.map { $0 != 0 } }
  }

  mutating func fixed64(_ field: Int, _ value: inout UInt64) throws(WireError) {
    var number = Self.isWriter && value != 0 ? value : nil
    try fixed64(field, &number)
    if !Self.isWriter { value = number ?? 0 }
  }

  mutating func double(_ field: Int, _ value: inout Double) throws(WireError) {
    var bits = value.bitPattern
    try fixed64(field, &bits)
    if !Self.isWriter { value = Double(bitPattern: bits) }
  }

  // MARK: Times

  /// Whole milliseconds in 32 bits.
  mutating func milliseconds32(_ field: Int, _ value: inout Duration) throws(WireError) {
    var number = Self.isWriter ? UInt32(clamping: value.milliseconds) : 0
    try uint32(field, &number)
    if !Self.isWriter { value = .milliseconds(Int64(number)) }
  }

  mutating func milliseconds(_ field: Int, _ value: inout Duration) throws(WireError) {
    var number = Self.isWriter ? UInt64(clamping: value.milliseconds) : 0
    try uint64(field, &number)
    if !Self.isWriter { value = .milliseconds(Int64(clamping: number)) }
  }

  mutating func microseconds(_ field: Int, _ value: inout Duration) throws(WireError) {
    var number = Self.isWriter ? UInt64(clamping: value.microseconds) : 0
    try uint64(field, &number)
    if !Self.isWriter { value = .microseconds(Int64(clamping: number)) }
  }

  // MARK: Texts and bytes

  mutating func string(_ field: Int, _ value: inout String) throws(WireError) {
    var text = Self.isWriter && !value.isEmpty ? value : nil
    try string(field, &text)
    if !Self.isWriter { value = text ?? "" }
  }

  /// A text that is never empty; nil for an empty one.
  mutating func string(_ field: Int, orEmpty value: inout String?) throws(WireError) {
    var text = value ?? ""
    try string(field, &text)
    if !Self.isWriter { value = text.isEmpty ? nil : text }
  }

  mutating func bytes(_ field: Int, _ value: inout [UInt8]) throws(WireError) {
    var data = Self.isWriter && !value.isEmpty ? value : nil
    try bytes(field, &data)
    if !Self.isWriter { value = data ?? [] }
  }

  // MARK: Enumerations

  /// - Parameter other: the value for a number that is unknown.
  mutating func enumeration<E: WireEnumeration>(
    _ field: Int,
    _ value: inout E,
    or other: E
  ) throws(WireError) {
    var number = value.number
    try uint32(field, &number)
    if !Self.isWriter { value = E.allCases.first { $0.number == number } ?? other }
  }

  /// - Parameter problem: what is wrong with a number that is unknown.
  mutating func enumeration<E: WireEnumeration>(
    _ field: Int,
    _ value: E?,
    unknown problem: (UInt32) -> WireError
  ) throws(WireError) -> E {
    var number = value?.number ?? 0
    try uint32(field, &number)
    if let value { return value }
    guard let value = E.allCases.first(where: { $0.number == number }) else {
      throw problem(number)
    }
    return value
  }

  // MARK: Messages

  mutating func message<M: WireMessage>(_ field: Int, _ value: inout M) throws(WireError) {
    let read = try message(field, Self.isWriter ? value : nil)
    if !Self.isWriter { value = read }
  }

  mutating func messages<M: WireMessage>(_ field: Int, _ values: inout [M]) throws(WireError) {
    try messages(field, &values) { value, archive throws(WireError) in
      try M.coded(value, &archive)
    }
  }

  // MARK: Checks

  /// Rejects a message that can't be understood.
  func check(_ isValid: Bool, _ problem: @autoclosure () -> String) throws(WireError) {
    guard Self.isWriter || isValid else { throw WireError(problem()) }
  }

  /// Rejects a message that can be understood, but has a value that nothing can have.
  func limit(_ isPossible: Bool, _ problem: @autoclosure () -> String) throws(WireError) {
    guard Self.isWriter || isPossible else { throw WireError(impossible: problem()) }
  }
}
