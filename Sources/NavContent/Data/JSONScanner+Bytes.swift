/// Bytes to tokens.
extension JSONScanner {
  /// Scans the next bytes.
  ///
  /// - Parameters:
  ///   - bytes: the bytes.
  ///   - start: the offset of the first byte.
  /// - Returns: how to continue.
  mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Step {
    var index = 0
    defer { offset = start + index }
    while index < bytes.count {
      let step: Step
      switch token.state {
      case .between: step = readBetween(bytes[index], at: start, &index)
      case .string: step = readString(bytes, at: start, &index)
      case .escape, .hex, .literal: step = readInner(bytes[index], at: start, &index)
      case .minus, .zero, .integer, .point, .fraction, .exponentMark, .exponentSign, .exponent:
        step = readNumber(bytes[index], at: start, &index)
      case .fault: step = readFault(bytes, at: start, &index)
      }
      switch step {
      case .more: break
      case .skip, .stop: return step
      }
    }
    return .more
  }

  /// Reads a blank, or the first byte of a token.
  private mutating func readBetween(_ byte: UInt8, at start: Int, _ index: inout Int) -> Step {
    switch byte {
    case 0x20, 0x09, 0x0D: index += 1
    case 0x0A:
      index += 1
      line.number += 1
      line.start = start + index
    default:
      let step = take(byte, at: start + index)
      // A byte that is a fault is part of it.
      if step != .stop || found.fault == nil, token.state != .fault { index += 1 }
      return step
    }
    return .more
  }

  /// Reads a fault: to the end of its line, or, if the value began in an earlier line, up to a line that begins with an
  /// array or object.
  private mutating func readFault(
    _ bytes: UnsafeBufferPointer<UInt8>,
    at start: Int,
    _ index: inout Int
  ) -> Step {
    let isLong = line.ofValue < line.number
    if isLong, start + index == line.start, bytes[index].isOpeningBracket {
      return endFault(at: start + index)
    }
    index = bytes[index...].firstIndex(of: 0x0A) ?? bytes.count
    guard index < bytes.count else { return .more }
    guard isLong else { return endFault(at: start + index) }
    index += 1
    line.number += 1
    line.start = start + index
    return .more
  }

  /// Reads a string as far as its end or the next escape.
  private mutating func readString(
    _ bytes: UnsafeBufferPointer<UInt8>,
    at start: Int,
    _ index: inout Int
  ) -> Step {
    let end = bytes.count
    var next = index
    while next < end {
      let byte = bytes[next]
      if byte == 0x22 || byte == 0x5C || byte < 0x20 { break }
      next &+= 1
    }
    index = next
    guard index < end else { return .more }
    switch bytes[index] {
    case 0x5C:
      token.state = .escape
      index += 1
    case 0x22:
      index += 1
      if endString(at: start + index) { return .stop }
    default:
      return fail(
        at: start + index,
        "a control character in a string: write it as \\n or \\u00.."
      )
    }
    return .more
  }

  /// Reads a byte of an escape or a literal.
  private mutating func readInner(_ byte: UInt8, at start: Int, _ index: inout Int) -> Step {
    if token.state == .escape {
      guard escape(byte) else {
        return fail(at: start + index, "an unknown escape: write \\\\ for a backslash")
      }
      index += 1
    } else if token.state == .hex {
      guard byte.isHexDigit else {
        return fail(at: start + index, "expected four hexadecimal digits behind \\u")
      }
      token.hexLeft -= 1
      if token.hexLeft == 0 { token.state = .string }
      index += 1
    } else {
      guard byte == token.literal.utf8Start[token.literalRead] else {
        return fail(at: start + index, "expected \(token.literal)")
      }
      token.literalRead += 1
      index += 1
      if token.literalRead == token.literal.utf8CodeUnitCount, endValue(.word, at: start + index) {
        return .stop
      }
    }
    return .more
  }

  private mutating func readNumber(_ byte: UInt8, at start: Int, _ index: inout Int) -> Step {
    if let next = Self.number(token.state, byte) {
      token.state = next
      index += 1
    } else if token.state.endsNumber {
      // A line that begins with a date is no JSON.
      if goal.base == .lines, nesting.outer.isEmpty, byte > 0x20, !byte.isOpeningBracket {
        return fail(at: start + index, "expected a blank behind the number")
      }
      // The byte is part of the next token.
      if endValue(.word, at: start + index) { return .stop }
    } else {
      return fail(at: start + index, "expected a digit")
    }
    return .more
  }

  /// Ends the input.
  mutating func finish() {
    guard goal.base == .lines || found.fault == nil, !found.isComplete else { return }
    if token.state == .fault, endFault(at: offset) == .stop { return }
    if token.state.endsNumber, endValue(.word, at: offset) { return }
    let isDone =
      nesting.outer.isEmpty
      && (expectation == .nothing || goal.base == .lines && token.state == .between)
    if isDone, token.state == .between {
      found.isComplete = true
      return
    }
    let isEmpty = goal.base == .document && found.root == nil && token.state == .between
    record(
      at: offset,
      isEmpty ? "the file is empty: expected a value" : "the file ends here: \(expected)"
    )
  }

  private mutating func escape(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: token.state = .string
    case 0x75:
      token.state = .hex
      token.hexLeft = 4
    default: return false
    }
    return true
  }

  private static func number(_ state: Token.State, _ byte: UInt8) -> Token.State? {
    let isDigit = byte.isDigit
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
    case .between, .string, .escape, .hex, .literal, .fault: return nil
    }
  }
}

extension JSONScanner.Token.State {
  /// Whether a number may end in this state.
  fileprivate var endsNumber: Bool {
    switch self {
    case .zero, .integer, .fraction, .exponent: true
    case .between, .string, .escape, .hex, .minus, .point, .exponentMark, .exponentSign, .literal,
      .fault:
      false
    }
  }
}

extension UInt8 {
  var isOpeningBracket: Bool { self == 0x5B || self == 0x7B }
}
