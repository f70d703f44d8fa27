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

  /// The token that the scanner is inside of.
  fileprivate enum State: UInt8 {
    case between, string, escape, hex
    case minus, zero, integer, point, fraction, exponentMark, exponentSign, exponent
    case literal
  }

  /// The token that may come next.
  private enum Expectation: UInt8 {
    case value, valueOrEnd, keyOrEnd, key, colon, commaOrEnd, nothing
  }

  /// An array or object that is being scanned.
  private struct Frame {
    var start: Int
    var count = 0
    /// The index of the next value whose position is stored as a mark.
    var nextMark: Int
    var isObject: Bool
  }

  /// The result of scanning some bytes.
  enum Step: Hashable {
    case more
    /// Continue at this offset.
    case skip(to: Int)
    /// Scanning has ended: everything wanted has been found, or there is a fault.
    case stop
  }

  let base: Base
  private let limits: DataLimits
  /// The indices of the values to store.
  private let wanted: Range<Int>
  /// Whether to scan to the end and collect landmarks at all depths.
  private let isSurvey: Bool
  /// Landmarks from an earlier pass.
  private let known: [Int: JSONLandmark]

  private var state = State.between
  private var expectation: Expectation
  private var frame: Frame
  private var outer: [Frame] = []
  private var tokenStart = 0
  private var isKey = false
  private var hexLeft = 0
  private var literal: StaticString = "null"
  private var literalRead = 0
  private var lastKey: Range<Int>?
  private var levelKey: Range<Int>?
  private var levelStart = 0
  private var marks: [Int: [Int]] = [:]
  private var line = 1
  private var lineStart: Int
  /// The offset of the next byte.
  private(set) var offset: Int

  /// The value of a document; nil before it begins.
  private(set) var root: JSONValue?
  private(set) var children: [JSONChild] = []
  private(set) var landmarks: [Int: JSONLandmark] = [:]
  private(set) var fault: JSONFault?
  /// Whether everything was scanned without a fault.
  private(set) var isComplete = false

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
    self.base = base
    self.limits = limits
    self.wanted = wanted
    self.known = known
    self.isSurvey = isSurvey
    self.offset = offset
    lineStart = offset
    frame = Frame(
      start: offset,
      count: first,
      nextMark: first - first % limits.entries + limits.entries,
      isObject: base == .object
    )
    expectation =
      switch base {
      case .document, .lines: .value
      case .array: first > 0 ? .value : .valueOrEnd
      case .object: first > 0 ? .key : .keyOrEnd
      }
    precondition(base != .document || first == 0, "cannot begin in the middle of a document")
  }

  /// The number of values so far in the scanned array or object.
  var count: Int {
    guard outer.count >= level else { return root?.count ?? 0 }
    return level < outer.count ? outer[level].count : frame.count
  }

  /// The offsets of the values with the indices n, 2 n, 3 n and so on in the scanned array or object, where n is the
  /// limit of entries.
  var baseMarks: [Int] { marks[level == 0 ? baseStart : root?.start ?? -1] ?? [] }

  private var baseStart: Int { outer.first?.start ?? frame.start }

  /// The nesting depth of the values that are stored.
  private var level: Int { base == .document ? 1 : 0 }

  /// The stored value that is still incomplete.
  var openChild: JSONChild? {
    guard outer.count > level else { return nil }
    let inner = level + 1 < outer.count ? outer[level + 1] : frame
    guard wanted.contains(count) else { return nil }
    let value = JSONValue(
      kind: inner.isObject ? .object : .array,
      start: inner.start,
      end: offset,
      count: inner.count,
      isOpen: true
    )
    return JSONChild(key: outer[level].isObject ? levelKey : nil, value: value)
  }

  // MARK: Bytes

  /// Scans the next bytes.
  ///
  /// - Parameters:
  ///   - bytes: the bytes.
  ///   - start: the offset of the first byte.
  /// - Returns: how to continue.
  mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Step {
    var index = 0
    let end = bytes.count
    defer { offset = start + index }
    while index < end {
      let byte = bytes[index]
      switch state {
      case .between:
        switch byte {
        case 0x20, 0x09, 0x0D: index += 1
        case 0x0A:
          index += 1
          line += 1
          lineStart = start + index
        default:
          switch token(byte, at: start + index) {
          case .more: index += 1
          case .skip(let target):
            index += 1
            return .skip(to: target)
          case .stop:
            if fault == nil { index += 1 }
            return .stop
          }
        }
      case .string:
        var next = index
        while next < end {
          let byte = bytes[next]
          if byte == 0x22 || byte == 0x5C || byte < 0x20 { break }
          next &+= 1
        }
        index = next
        guard index < end else { break }
        if bytes[index] == 0x5C {
          state = .escape
          index += 1
        } else if bytes[index] == 0x22 {
          index += 1
          if endString(at: start + index) { return .stop }
        } else {
          return fail(
            at: start + index,
            "a control character in a string: write it as \\n or \\u00.."
          )
        }
      case .escape:
        guard escape(byte) else {
          return fail(at: start + index, "an unknown escape: write \\\\ for a backslash")
        }
        index += 1
      case .hex:
        guard byte.isHexDigit else {
          return fail(at: start + index, "expected four hexadecimal digits behind \\u")
        }
        hexLeft -= 1
        if hexLeft == 0 { state = .string }
        index += 1
      case .literal:
        guard byte == literal.utf8Start[literalRead] else {
          return fail(at: start + index, "expected \(literal)")
        }
        literalRead += 1
        index += 1
        if literalRead == literal.utf8CodeUnitCount {
          if endValue(.word, at: start + index) { return .stop }
        }
      case .minus, .zero, .integer, .point, .fraction, .exponentMark, .exponentSign, .exponent:
        if let next = Self.number(state, byte) {
          state = next
          index += 1
        } else if state.endsNumber {
          // The byte is part of the next token.
          if endValue(.word, at: start + index) { return .stop }
        } else {
          return fail(at: start + index, "expected a digit")
        }
      }
    }
    return .more
  }

  /// Ends the input.
  mutating func finish() {
    guard fault == nil, !isComplete else { return }
    if state.endsNumber, endValue(.word, at: offset) { return }
    let isDone = outer.isEmpty && (expectation == .nothing || base == .lines && state == .between)
    if isDone, state == .between {
      isComplete = true
      return
    }
    let isEmpty = base == .document && root == nil && state == .between
    _ = fail(
      at: offset,
      isEmpty ? "the file is empty: expected a value" : "the file ends here: \(expected)"
    )
  }

  private mutating func escape(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: state = .string
    case 0x75:
      state = .hex
      hexLeft = 4
    default: return false
    }
    return true
  }

  private static func number(_ state: State, _ byte: UInt8) -> State? {
    let isDigit = byte &- 0x30 < 10
    switch state {
    case .minus: return byte == 0x30 ? .zero : isDigit ? .integer : nil
    case .integer where isDigit: return .integer
    case .zero, .integer:
      return byte == 0x2E ? .point : byte | 0x20 == 0x65 ? .exponentMark : nil
    case .point: return isDigit ? .fraction : nil
    case .fraction: return isDigit ? .fraction : byte | 0x20 == 0x65 ? .exponentMark : nil
    case .exponentMark:
      return isDigit ? .exponent : byte == 0x2B || byte == 0x2D ? .exponentSign : nil
    case .exponentSign, .exponent: return isDigit ? .exponent : nil
    case .between, .string, .escape, .hex, .literal: return nil
    }
  }

  // MARK: Tokens

  private mutating func token(_ byte: UInt8, at place: Int) -> Step {
    switch expectation {
    case .value: return value(byte, at: place)
    case .valueOrEnd:
      if byte == 0x5D { return close(at: place + 1) }
      return value(byte, at: place)
    case .keyOrEnd, .key:
      if byte == 0x22 {
        begin(at: place)
        isKey = true
        tokenStart = place
        state = .string
        return .more
      }
      guard byte == 0x7D, expectation == .keyOrEnd else { return fail(at: place, byte) }
      return close(at: place + 1)
    case .colon:
      guard byte == 0x3A else { return fail(at: place, byte) }
      expectation = .value
      return .more
    case .commaOrEnd:
      if byte == 0x2C {
        expectation = frame.isObject ? .key : .value
        return .more
      }
      guard byte == (frame.isObject ? 0x7D : 0x5D) else { return fail(at: place, byte) }
      return close(at: place + 1)
    case .nothing: return fail(at: place, byte)
    }
  }

  private mutating func value(_ byte: UInt8, at place: Int) -> Step {
    if !frame.isObject { begin(at: place) }
    tokenStart = place
    isKey = false
    switch byte {
    case 0x22: state = .string
    case 0x5B, 0x7B: return open(isObject: byte == 0x7B, at: place)
    case 0x2D: state = .minus
    case 0x30: state = .zero
    case 0x31...0x39: state = .integer
    case 0x74: begin("true")
    case 0x66: begin("false")
    case 0x6E: begin("null")
    default: return fail(at: place, byte)
    }
    return .more
  }

  private mutating func begin(_ word: StaticString) {
    state = .literal
    literal = word
    literalRead = 1
  }

  /// Records the start of a value or of its key.
  private mutating func begin(at place: Int) {
    if frame.count == frame.nextMark, isSurvey || outer.count <= level {
      marks[frame.start, default: []].append(place)
      frame.nextMark += limits.entries
    }
    if outer.count == level { levelStart = place }
  }

  private mutating func open(isObject: Bool, at place: Int) -> Step {
    let kind: JSONValue.Kind = isObject ? .object : .array
    if !isSurvey, outer.isEmpty, let landmark = known[place] {
      let value = JSONValue(kind: kind, start: place, end: landmark.end, count: landmark.count)
      return add(value) ? .stop : .skip(to: landmark.end)
    }
    guard outer.count < limits.depth else {
      return fail(at: place, "more than \(grouped(limits.depth)) levels in one another, the limit")
    }
    if outer.isEmpty, base == .document {
      root = JSONValue(kind: kind, start: place, end: place, isOpen: true)
    }
    if outer.count == level { levelKey = lastKey }
    outer.append(frame)
    frame = Frame(start: place, nextMark: limits.entries, isObject: isObject)
    expectation = isObject ? .keyOrEnd : .valueOrEnd
    return .more
  }

  private mutating func close(at end: Int) -> Step {
    let closed = frame
    guard let around = outer.popLast() else {
      // The end of the scanned array or object.
      isComplete = true
      offset = end
      return .stop
    }
    if isSurvey, end - closed.start >= limits.landmarkBytes,
      landmarks.count < limits.landmarks
    {
      landmarks[closed.start] = JSONLandmark(
        end: end,
        count: closed.count,
        marks: marks[closed.start] ?? []
      )
    }
    if outer.count + 1 != level { marks[closed.start] = nil }
    frame = around
    let value = JSONValue(
      kind: closed.isObject ? .object : .array,
      start: closed.start,
      end: end,
      count: closed.count
    )
    if outer.count == level { lastKey = levelKey }
    return add(value) ? .stop : .more
  }

  /// Ends a string, which is a key or a value; true if scanning can stop.
  private mutating func endString(at end: Int) -> Bool {
    guard isKey else { return endValue(.string, at: end) }
    state = .between
    expectation = .colon
    lastKey = tokenStart..<end
    return false
  }

  private mutating func endValue(_ kind: JSONValue.Kind, at end: Int) -> Bool {
    add(JSONValue(kind: kind, start: tokenStart, end: end))
  }

  /// Adds a complete value; true if scanning can stop.
  private mutating func add(_ value: JSONValue) -> Bool {
    state = .between
    if outer.count == level, wanted.contains(frame.count) {
      children.append(JSONChild(key: frame.isObject ? lastKey : nil, value: value))
    }
    frame.count += 1
    if outer.isEmpty {
      switch base {
      case .document:
        root = value
        expectation = .nothing
      case .lines: expectation = .value
      case .array, .object: expectation = .commaOrEnd
      }
      return !isSurvey && frame.count == wanted.upperBound
    }
    expectation = .commaOrEnd
    return false
  }

  // MARK: Faults

  private mutating func fail(at place: Int, _ problem: String) -> Step {
    fault = JSONFault(offset: place, line: line, lineStart: lineStart, problem: problem)
    return .stop
  }

  private mutating func fail(at place: Int, _ byte: UInt8) -> Step {
    fail(at: place, expected)
  }

  /// A message that names the expected token.
  private var expected: String {
    switch state {
    case .string, .escape, .hex: return "expected a \" at the end of the string"
    case .literal: return "expected \(literal)"
    case .minus, .zero, .integer, .point, .fraction, .exponentMark, .exponentSign, .exponent:
      return "expected a digit"
    case .between: break
    }
    return switch expectation {
    case .value:
      "expected a value: an object, an array, a string in double quotes, a number, true, false or null"
    case .valueOrEnd: "expected a value or ]"
    case .keyOrEnd: "expected a key in double quotes or }"
    case .key: "expected a key in double quotes"
    case .colon: "expected : behind the key"
    case .commaOrEnd: frame.isObject ? "expected , or }" : "expected , or ]"
    case .nothing: "expected nothing more behind the value"
    }
  }
}

extension JSONScanner.State {
  /// Whether a number may end in this state.
  fileprivate var endsNumber: Bool {
    switch self {
    case .zero, .integer, .fraction, .exponent: true
    case .between, .string, .escape, .hex, .minus, .point, .exponentMark, .exponentSign, .literal:
      false
    }
  }
}

extension UInt8 {
  fileprivate var isHexDigit: Bool {
    self &- 0x30 < 10 || (self | 0x20) &- 0x61 < 6
  }
}
