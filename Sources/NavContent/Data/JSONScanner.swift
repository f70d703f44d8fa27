/// An incremental JSON scanner (RFC 8259), in one pass and without recursion.
///
/// It stores the positions of the values in one array or object, and the ends of long values inside them (see
/// `JSONLandmark`). Strings are not decoded and need not be valid UTF-8.
struct JSONScanner {
  /// The kind of text to scan.
  enum Base: Hashable, Sendable {
    /// A single value; the values in it are stored.
    case document
    /// A sequence of values, each of which is stored.
    case lines
    /// The inside of an array or an object, starting after its bracket or at one of its values.
    case array, object
  }

  /// The values and landmarks that a scan stores.
  struct Goal {
    let base: Base
    let limits: DataLimits
    /// The indices of the values to store.
    let wanted: Range<Int>
    /// Whether to scan to the end and collect landmarks at all depths.
    let isSurvey: Bool
    /// Landmarks from an earlier pass.
    let known: [Int: JSONLandmark]
  }

  /// The token that the scanner is inside of.
  struct Token {
    enum State: UInt8 {
      case between, string, escape, hex
      case minus, zero, integer, point, fraction, exponentMark, exponentSign, exponent
      case literal
      /// A part of a sequence of values that is no JSON.
      case fault
    }

    var state = State.between
    /// The offset of its first byte.
    var start = 0
    var isKey = false
    /// The hexadecimal digits that an escape still needs.
    var hexLeft = 0
    var literal: StaticString = "null"
    /// The bytes of the literal that have been read.
    var literalRead = 0
  }

  /// The token that may come next.
  enum Expectation: UInt8 {
    case value, valueOrEnd, keyOrEnd, key, colon, commaOrEnd, nothing
  }

  /// An array or object that is being scanned.
  struct Frame {
    var start: Int
    var count = 0
    /// The index of the next value whose position is stored as a mark.
    var nextMark: Int
    var isObject: Bool
  }

  /// The arrays and objects around the next byte.
  struct Nesting {
    /// The innermost one.
    var frame: Frame
    /// Those around it, the outermost first.
    var outer: [Frame] = []
    /// The last key in the innermost object.
    var lastKey: Range<Int>?
    /// The key of the stored value around the next byte.
    var levelKey: Range<Int>?
    /// The offsets of values at whole multiples of the limit of entries, by the start of their array or object.
    var marks: [Int: [Int]] = [:]
  }

  /// The line of the next byte.
  struct Line {
    var number = 1
    /// The offset of its first byte.
    var start: Int
    /// Whether the lines are counted from the start of the text.
    var isCounted = true
    /// The line in which the value of a sequence begins that is being scanned.
    var ofValue = 1
  }

  /// The values found so far.
  struct Found {
    /// The value of a document; nil before it begins.
    var root: JSONValue?
    var children: [JSONChild] = []
    var landmarks: [Int: JSONLandmark] = [:]
    /// The first fault of each value of a sequence, at most `faultLimit`; of any other text only the first one.
    var faults: [JSONFault] = []
    /// Whether everything was scanned.
    var isComplete = false

    var fault: JSONFault? { faults.first }

    static let faultLimit = 100
  }

  /// The result of scanning some bytes.
  enum Step: Hashable {
    case more
    /// Continue at this offset.
    case skip(to: Int)
    /// Scanning has ended: everything wanted has been found, or there is a fault.
    case stop
  }

  let goal: Goal
  var token = Token()
  var expectation: Expectation
  var nesting: Nesting
  var line: Line
  /// The offset of the next byte.
  var offset: Int
  var found = Found()

  /// - Parameters:
  ///   - base: the kind of text to scan.
  ///   - offset: the offset of the first byte.
  ///   - first: the index of the first value.
  ///   - wanted: the indices of the values to store.
  ///   - known: landmarks from an earlier pass, which are skipped.
  ///   - isSurvey: whether to scan to the end and collect landmarks.
  ///   - limits: the limits of stored values.
  init(
    _ base: Base,
    at offset: Int,
    first: Int = 0,
    wanted: Range<Int>,
    known: [Int: JSONLandmark] = [:],
    isSurvey: Bool,
    limits: DataLimits
  ) {
    goal = Goal(base: base, limits: limits, wanted: wanted, isSurvey: isSurvey, known: known)
    self.offset = offset
    line = Line(start: offset, isCounted: first == 0)
    nesting = Nesting(
      frame: Frame(
        start: offset,
        count: first,
        nextMark: first - first % limits.entries + limits.entries,
        isObject: base == .object
      )
    )
    expectation =
      switch base {
      case .document, .lines: .value
      case .array: first > 0 ? .value : .valueOrEnd
      case .object: first > 0 ? .key : .keyOrEnd
      }
    precondition(base != .document || first == 0, "cannot begin in the middle of a document")
  }

  /// Begins with a whole document, and notes its landmarks.
  init(surveying base: Base, at offset: Int, limits: DataLimits) {
    self.init(base, at: offset, wanted: 0..<limits.entries, isSurvey: true, limits: limits)
  }

  /// The number of values so far in the scanned array or object.
  var count: Int {
    guard nesting.outer.count >= level else { return found.root?.count ?? 0 }
    return level < nesting.outer.count ? nesting.outer[level].count : nesting.frame.count
  }

  /// The offsets of the values with the indices n, 2 n, 3 n and so on in the scanned array or object, where n is the
  /// limit of entries.
  var baseMarks: [Int] { nesting.marks[level == 0 ? baseStart : found.root?.start ?? -1] ?? [] }

  private var baseStart: Int { nesting.outer.first?.start ?? nesting.frame.start }

  /// The nesting depth of the values that are stored.
  var level: Int { goal.base == .document ? 1 : 0 }

  /// The stored value that is still incomplete.
  var openChild: JSONChild? {
    guard nesting.outer.count > level else { return nil }
    let inner = level + 1 < nesting.outer.count ? nesting.outer[level + 1] : nesting.frame
    guard goal.wanted.contains(count) else { return nil }
    let value = JSONValue(
      kind: inner.isObject ? .object : .array,
      start: inner.start,
      end: offset,
      count: inner.count,
      isOpen: true
    )
    return JSONChild(key: nesting.outer[level].isObject ? nesting.levelKey : nil, value: value)
  }
}
