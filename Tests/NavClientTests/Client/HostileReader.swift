import NavBase
import NavScene
import NavWire

/// Reads a message that a lying daemon could send: its description asks for its fields, and each text is the same.
///
/// So a field that a description gets is tried with all others.
struct HostileReader: WireArchive {
  static let isWriter = false

  let text: String
  /// The scene of a message that has one; a table of fields describes its texts.
  let scene: Scene
  /// Added to the number of a field for its value, so that enumerations take several values.
  let shift: UInt64
  let choice: Choice

  /// The members that are there of each `oneof`.
  final class Choice {
    /// Its remainders are the members; 0 in the end, unless the message has fewer `oneof`s.
    private(set) var rest: Int
    /// The member of the outermost `oneof`, and the number of its members.
    private(set) var first: (member: Int, count: Int)?

    init(_ number: Int) { rest = number }

    func member(of numbers: [Int]) -> Int {
      defer { rest /= numbers.count }
      let member = numbers[rest % numbers.count]
      if first == nil { first = (member, numbers.count) }
      return member
    }
  }

  func member(of members: WireMembers) -> Int? {
    let numbers = (0..<64).filter { members.bits >> UInt64($0) & 1 == 1 }
    // With one number it is a question whether a field is there.
    return numbers.count > 1 ? choice.member(of: numbers) : nil
  }

  // MARK: Fields

  mutating func varint(_ field: Int, _ value: inout UInt64?) { value = UInt64(field) + shift }

  mutating func fixed64(_ field: Int, _ value: inout UInt64?) { value = UInt64(field) }

  mutating func string(_ field: Int, _ value: inout String?) { value = text }

  mutating func bytes(_ field: Int, _ value: inout [UInt8]?) { value = Self.key }

  mutating func strings(_ field: Int, _ values: inout [String]) { values = [text, text] }

  mutating func bytes(_ field: Int, _ values: inout [[UInt8]]) { values = [Self.key] }

  mutating func varints<Number>(
    _ field: Int,
    _ values: inout [Number],
    write: (Number) -> UInt64,
    read: (UInt64) -> Number
  ) {
    values = [read(0), read(1)]
  }

  mutating func fixed64s(_ field: Int, _ values: inout [UInt64]) { values = [1] }

  /// Of the length of a key and of a hash.
  private static let key = [UInt8](repeating: 7, count: 32)

  // MARK: Messages

  mutating func message<M: WireMessage>(_ field: Int, _ value: M?) throws(WireError) -> M {
    try M.coded(nil, &self)
  }

  mutating func message<M: WireMessage>(_ field: Int, _ value: inout M?) throws(WireError) {
    value = try M.coded(nil, &self)
  }

  mutating func message(
    _ field: Int,
    _ fields: (inout HostileReader) throws(WireError) -> Void
  ) throws(WireError) {
    try fields(&self)
  }

  mutating func messages<M>(
    _ field: Int,
    _ values: inout [M],
    _ coded: (M?, inout HostileReader) throws(WireError) -> M?
  ) throws(WireError) {
    for _ in 0..<3 {
      if let value = try coded(nil, &self) { values.append(value) }
    }
  }

  mutating func table<V>(
    _ field: Int,
    _ value: V?,
    write: (V, inout WireWriter) -> Void,
    read: (inout WireReader) throws(WireError) -> V
  ) -> V? {
    scene as? V
  }
}
