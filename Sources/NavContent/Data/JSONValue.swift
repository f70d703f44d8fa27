/// The position of a value in a JSON text, without its content.
struct JSONValue: Hashable, Sendable {
  enum Kind: UInt8, Hashable, Sendable {
    case object, array, string
    /// A number, `true`, `false` or `null`.
    case word
    /// The sequence of values of a text with one in each line.
    case lines
    /// A part of a sequence of values that is no JSON.
    case fault
  }

  var kind: Kind
  /// The offset of its first byte.
  var start: Int
  /// The offset after its last byte; for an incomplete value, the offset up to which it was read.
  var end: Int
  /// The number of values in an array or object; for a fault, the line in which it begins, 0 if that is unknown.
  var count = 0
  /// Whether its end is unknown, because it is still being read or contains a fault.
  var isOpen = false

  var isContainer: Bool {
    switch kind {
    case .object, .array, .lines: true
    case .string, .word, .fault: false
    }
  }
}

/// A value in an array or an object.
struct JSONChild: Hashable, Sendable {
  /// The range of its key, including quotation marks; nil in an array.
  var key: Range<Int>?
  var value: JSONValue
}

/// The end of a long array or object, and the positions of values at regular intervals in it.
struct JSONLandmark: Hashable, Sendable {
  var end: Int
  var count: Int
  /// The offsets of the values (in an object, of their keys) with the indices n, 2 n, 3 n ..., where n is the limit of
  /// entries.
  var marks: [Int]
}

/// A syntax error in a JSON text.
struct JSONFault: Error, Hashable, Sendable {
  var offset: Int
  /// The line, from 1.
  var line: Int
  /// The offset of the line's first byte.
  var lineStart: Int
  /// A message that says what is wrong and what to do.
  var problem: String
}
