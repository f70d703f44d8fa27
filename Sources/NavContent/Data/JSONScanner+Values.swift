/// Tokens to values, and to the faults between them.
extension JSONScanner {
  /// Takes the first byte of a token.
  mutating func take(_ byte: UInt8, at place: Int) -> Step {
    switch expectation {
    case .value: return value(byte, at: place)
    case .valueOrEnd:
      if byte == 0x5D { return close(at: place + 1) }
      return value(byte, at: place)
    case .keyOrEnd, .key:
      if byte == 0x22 {
        begin(at: place)
        token.isKey = true
        token.start = place
        token.state = .string
        return .more
      }
      guard byte == 0x7D, expectation == .keyOrEnd else { return fail(at: place) }
      return close(at: place + 1)
    case .colon:
      guard byte == 0x3A else { return fail(at: place) }
      expectation = .value
      return .more
    case .commaOrEnd:
      if byte == 0x2C {
        expectation = nesting.frame.isObject ? .key : .value
        return .more
      }
      guard byte == (nesting.frame.isObject ? 0x7D : 0x5D) else { return fail(at: place) }
      return close(at: place + 1)
    case .nothing: return fail(at: place)
    }
  }

  private mutating func value(_ byte: UInt8, at place: Int) -> Step {
    // In a sequence, a line that begins with a bracket is no value of a key in the line before: that one was cut.
    if nesting.frame.isObject, goal.base == .lines, place == line.start, byte.isOpeningBracket {
      return fail(at: place)
    }
    if !nesting.frame.isObject { begin(at: place) }
    if nesting.outer.isEmpty { line.ofValue = line.number }
    token.start = place
    token.isKey = false
    switch byte {
    case 0x22: token.state = .string
    case 0x5B, 0x7B: return open(isObject: byte == 0x7B, at: place)
    case 0x2D: token.state = .minus
    case 0x30: token.state = .zero
    case 0x31...0x39: token.state = .integer
    case 0x74: begin("true")
    case 0x66: begin("false")
    case 0x6E: begin("null")
    default: return fail(at: place)
    }
    return .more
  }

  private mutating func begin(_ word: StaticString) {
    token.state = .literal
    token.literal = word
    token.literalRead = 1
  }

  /// Records the start of a value or of its key.
  private mutating func begin(at place: Int) {
    if nesting.frame.count == nesting.frame.nextMark, goal.isSurvey || nesting.outer.count <= level
    {
      nesting.marks[nesting.frame.start, default: []].append(place)
      nesting.frame.nextMark += goal.limits.entries
    }
  }

  private mutating func open(isObject: Bool, at place: Int) -> Step {
    let kind: JSONValue.Kind = isObject ? .object : .array
    if !goal.isSurvey, nesting.outer.isEmpty, let landmark = goal.known[place] {
      let value = JSONValue(kind: kind, start: place, end: landmark.end, count: landmark.count)
      return add(value) ? .stop : .skip(to: landmark.end)
    }
    guard nesting.outer.count < goal.limits.depth else {
      return fail(
        at: place,
        "more than \(grouped(goal.limits.depth)) levels in one another, the limit"
      )
    }
    if nesting.outer.isEmpty, goal.base == .document {
      found.root = JSONValue(kind: kind, start: place, end: place, isOpen: true)
    }
    if nesting.outer.count == level { nesting.levelKey = nesting.lastKey }
    nesting.outer.append(nesting.frame)
    nesting.frame = Frame(start: place, nextMark: goal.limits.entries, isObject: isObject)
    expectation = isObject ? .keyOrEnd : .valueOrEnd
    return .more
  }

  private mutating func close(at end: Int) -> Step {
    let closed = nesting.frame
    guard let around = nesting.outer.popLast() else {
      // The end of the scanned array or object.
      found.isComplete = true
      offset = end
      return .stop
    }
    if goal.isSurvey, end - closed.start >= goal.limits.landmarkBytes,
      found.landmarks.count < goal.limits.landmarks
    {
      found.landmarks[closed.start] = JSONLandmark(
        end: end,
        count: closed.count,
        marks: nesting.marks[closed.start] ?? []
      )
    }
    if nesting.outer.count + 1 != level { nesting.marks[closed.start] = nil }
    nesting.frame = around
    let value = JSONValue(
      kind: closed.isObject ? .object : .array,
      start: closed.start,
      end: end,
      count: closed.count
    )
    if nesting.outer.count == level { nesting.lastKey = nesting.levelKey }
    return add(value) ? .stop : .more
  }

  /// Ends a string, which is a key or a value; true if scanning can stop.
  mutating func endString(at end: Int) -> Bool {
    guard token.isKey else { return endValue(.string, at: end) }
    token.state = .between
    expectation = .colon
    nesting.lastKey = token.start..<end
    return false
  }

  mutating func endValue(_ kind: JSONValue.Kind, at end: Int) -> Bool {
    add(JSONValue(kind: kind, start: token.start, end: end))
  }

  /// Adds a complete value; true if scanning can stop.
  private mutating func add(_ value: JSONValue) -> Bool {
    token.state = .between
    if nesting.outer.count == level, goal.wanted.contains(nesting.frame.count) {
      found.children.append(
        JSONChild(key: nesting.frame.isObject ? nesting.lastKey : nil, value: value)
      )
    }
    nesting.frame.count += 1
    if nesting.outer.isEmpty {
      switch goal.base {
      case .document:
        found.root = value
        expectation = .nothing
      case .lines: expectation = .value
      case .array, .object: expectation = .commaOrEnd
      }
      return !goal.isSurvey && nesting.frame.count == goal.wanted.upperBound
    }
    expectation = .commaOrEnd
    return false
  }

  // MARK: Faults

  /// Ends the scan with a fault; a sequence of values goes on behind it, with the value around it as a fault.
  mutating func fail(at place: Int, _ problem: String) -> Step {
    record(at: place, problem)
    guard goal.base == .lines else { return .stop }
    if let around = nesting.outer.first {
      token.start = nesting.outer.count > 1 ? nesting.outer[1].start : nesting.frame.start
      nesting.frame = around
      nesting.outer = []
      nesting.marks = nesting.marks.filter { $0.key == around.start }
    }
    token.state = .fault
    return .more
  }

  mutating func record(at place: Int, _ problem: String) {
    guard found.faults.count < (goal.base == .lines ? Found.faultLimit : 1) else { return }
    found.faults.append(
      JSONFault(offset: place, line: line.number, lineStart: line.start, problem: problem)
    )
  }

  /// Adds a fault to the values of a sequence.
  mutating func endFault(at end: Int) -> Step {
    let number = line.isCounted ? line.ofValue : 0
    return add(JSONValue(kind: .fault, start: token.start, end: end, count: number)) ? .stop : .more
  }

  private mutating func fail(at place: Int) -> Step {
    fail(at: place, expected)
  }

  /// A message that names the expected token.
  var expected: String {
    switch token.state {
    case .string, .escape, .hex: return "expected a \" at the end of the string"
    case .literal: return "expected \(token.literal)"
    case .minus, .zero, .integer, .point, .fraction, .exponentMark, .exponentSign, .exponent:
      return "expected a digit"
    case .between, .fault: break
    }
    return switch expectation {
    case .value:
      "expected a value: an object, an array, a string in double quotes, a number, true, false or null"
    case .valueOrEnd: "expected a value or ]"
    case .keyOrEnd: "expected a key in double quotes or }"
    case .key: "expected a key in double quotes"
    case .colon: "expected : behind the key"
    case .commaOrEnd: nesting.frame.isObject ? "expected , or }" : "expected , or ]"
    case .nothing: "expected nothing more behind the value"
    }
  }
}
