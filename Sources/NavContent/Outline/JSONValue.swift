/// A value of a JSON text: where it stands, and nothing of what it says.
struct JSONValue: Hashable, Sendable {
  enum Kind: UInt8, Hashable, Sendable {
    case object, array, string
    /// A number, `true`, `false` or `null`.
    case word
    /// All values of a text that has one in each line.
    case lines
  }

  var kind: Kind
  /// The offset of its first byte.
  var start: Int
  /// The offset behind its last byte; of one that is not read to its end, how far it was read.
  var end: Int
  /// How many values an array or object has.
  var count = 0
  /// Whether its end is not known: it is being read, or the text is wrong in it.
  var isOpen = false

  var isContainer: Bool {
    switch kind {
    case .object, .array, .lines: true
    case .string, .word: false
    }
  }
}

/// A value in an array or an object.
struct JSONChild: Hashable, Sendable {
  /// Where its key stands, quotation marks included; nil in an array.
  var key: Range<Int>?
  var value: JSONValue
}

/// An array or object so long that it is kept where it ends, and where in it every so many values begin.
struct JSONLandmark: Hashable, Sendable {
  var end: Int
  var count: Int
  /// The offsets of the values (of an object: of their keys) with the numbers n, 2 n, 3 n ...
  var marks: [Int]
}

/// What is wrong with a JSON text, and where.
struct JSONFault: Error, Hashable, Sendable {
  var offset: Int
  /// From 1.
  var line: Int
  /// The offset of the line's first byte.
  var lineStart: Int
  /// What is the case and what to do.
  var problem: String
}
