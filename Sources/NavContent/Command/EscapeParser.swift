import NavBase

/// Parses the control sequences in a program's output, one scalar at a time (ECMA-48; DEC's VT500 series).
struct EscapeParser {
  /// A CSI sequence: ESC [, numeric parameters and a final byte.
  struct Sequence: Hashable {
    var parameters: [UInt8]
    var final: UInt8

    /// Returns a parameter, the first by default; nil if it is absent.
    func number(_ index: Int = 0) -> Int? {
      let fields = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      guard index < fields.count else { return nil }
      let digits = fields[index].prefix { $0 != UInt8(ascii: ":") }
      guard digits.count <= 5 else { return nil }
      return Int(String(decoding: digits, as: UTF8.self))
    }
  }

  enum Outcome: Hashable {
    case nothing
    /// The scalar is text.
    case print
    /// The scalar is a control character.
    case control
    case sequence(Sequence)
    /// ESC and one of `78DEMc`.
    case escape(UInt8)
    /// Sets or resets private modes (DECSET, DECRST), which `Sequence/number(_:)` returns.
    case modes(Sequence, isSet: Bool)
    /// The following text links to this address; nil ends the link.
    case link(String?)
  }

  /// The maximum size of parameters, in bytes; a longer sequence is ignored.
  static let parameterLimit = 128
  /// The maximum length of a control string, in scalars; the text after that is shown, in case the string never ends.
  static let stringLimit = 1 << 20
  /// The maximum length of a link's address, in bytes.
  static let linkLimit = 2_048

  private enum State {
    case outside
    case escape
    /// ESC followed by bytes from 0x20 to 0x2F; waits for the final byte.
    case escapeIntermediate
    case sequence
    /// An unsupported sequence, up to its final byte.
    case ignoredSequence
    case string
    /// An ESC inside a string; a backslash after it ends the string.
    case stringEscape
  }

  private var state = State.outside
  private var parameters: [UInt8] = []
  /// The text of an OSC, stored only up to the length that a link can have.
  private var text: [UInt8] = []
  private var stringLength = 0
  private var isCommand = false
  /// Whether the sequence began with a question mark.
  private var isPrivate = false

  var isOutside: Bool { state == .outside }

  mutating func receive(_ scalar: Unicode.Scalar) -> Outcome {
    // CAN and SUB abort any sequence.
    if scalar == "\u{18}" || scalar == "\u{1A}" {
      state = .outside
      return .nothing
    }
    switch state {
    case .outside: return outside(scalar)
    case .escape: return escape(scalar)
    case .escapeIntermediate: return escapeIntermediate(scalar)
    case .sequence, .ignoredSequence: return sequence(scalar)
    case .string: return string(scalar)
    case .stringEscape: return stringEscape(scalar)
    }
  }

  private mutating func outside(_ scalar: Unicode.Scalar) -> Outcome {
    switch scalar {
    case "\u{1B}":
      state = .escape
      return .nothing
    case "\u{0}"..."\u{1F}", "\u{7F}": return .control
    case "\u{80}"..."\u{9F}": return begin(UInt8(scalar.value - 0x40))
    default: return .print
    }
  }

  /// Starts a sequence from the byte after ESC or from a C1 control.
  private mutating func begin(_ byte: UInt8) -> Outcome {
    switch byte {
    case UInt8(ascii: "["):
      parameters = []
      isPrivate = false
      state = .sequence
    case UInt8(ascii: "]"): beginString(isCommand: true)
    case UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
      beginString(isCommand: false)
    default: state = .outside
    }
    return .nothing
  }

  private mutating func escape(_ scalar: Unicode.Scalar) -> Outcome {
    switch scalar {
    case "\u{1B}": return .nothing
    case "\u{20}"..."\u{2F}":
      state = .escapeIntermediate
      return .nothing
    case "7", "8", "D", "E", "M", "c":
      state = .outside
      return .escape(UInt8(scalar.value))
    case "\u{30}"..."\u{7E}": return begin(UInt8(scalar.value))
    default: return interrupt(scalar)
    }
  }

  private mutating func escapeIntermediate(_ scalar: Unicode.Scalar) -> Outcome {
    switch scalar {
    case "\u{20}"..."\u{2F}": return .nothing
    case "\u{30}"..."\u{7E}":
      state = .outside
      return .nothing
    default: return interrupt(scalar)
    }
  }

  private mutating func sequence(_ scalar: Unicode.Scalar) -> Outcome {
    switch scalar {
    case "\u{30}"..."\u{3B}":
      if parameters.count < Self.parameterLimit {
        parameters.append(UInt8(scalar.value))
      } else {
        state = .ignoredSequence
      }
      return .nothing
    case "?" where state == .sequence && parameters.isEmpty && !isPrivate:
      isPrivate = true
      return .nothing
    // Sequences with other private parameters or intermediate bytes are not supported.
    case "\u{20}"..."\u{2F}", "\u{3C}"..."\u{3F}":
      state = .ignoredSequence
      return .nothing
    case "\u{40}"..."\u{7E}":
      let isUnderstood = state == .sequence
      state = .outside
      guard isUnderstood else { return .nothing }
      let sequence = Sequence(parameters: parameters, final: UInt8(scalar.value))
      guard isPrivate else { return .sequence(sequence) }
      return "hl".unicodeScalars.contains(scalar)
        ? .modes(sequence, isSet: scalar == "h") : .nothing
    default: return interrupt(scalar)
    }
  }

  /// Handles a scalar that can't be part of a sequence: a control character is executed inside the sequence, any other
  /// ends the sequence.
  private mutating func interrupt(_ scalar: Unicode.Scalar) -> Outcome {
    switch scalar {
    case "\u{1B}":
      state = .escape
      return .nothing
    case "\u{0}"..."\u{1F}", "\u{7F}": return .control
    default:
      state = .outside
      return outside(scalar)
    }
  }

  // MARK: Strings

  private mutating func beginString(isCommand: Bool) {
    state = .string
    text = []
    stringLength = 0
    self.isCommand = isCommand
  }

  private mutating func string(_ scalar: Unicode.Scalar) -> Outcome {
    switch scalar {
    case "\u{1B}":
      state = .stringEscape
      return .nothing
    case "\u{9C}": return endString()
    case "\u{7}" where isCommand: return endString()
    default:
      stringLength += 1
      if stringLength > Self.stringLimit { state = .outside }
      // A longer string is never a link, so the excess can be dropped.
      if isCommand, text.count <= Self.linkLimit * 2 {
        text += UTF8.encode(scalar).map(Array.init) ?? []
      }
      return .nothing
    }
  }

  private mutating func stringEscape(_ scalar: Unicode.Scalar) -> Outcome {
    if scalar == "\\" { return endString() }
    // Any other character after ESC ends the string and starts a new sequence.
    state = .escape
    return escape(scalar)
  }

  private mutating func endString() -> Outcome {
    state = .outside
    guard isCommand else { return .nothing }
    let fields = text.split(
      separator: UInt8(ascii: ";"),
      maxSplits: 2,
      omittingEmptySubsequences: false
    )
    guard fields.count == 3, fields[0].elementsEqual("8".utf8) else { return .nothing }
    return .link(Self.link(fields[2]))
  }

  /// Returns an http, https or mailto address; nil for any other, for one that is too long, and for one that would be
  /// displayed differently.
  private static func link(_ address: ArraySlice<UInt8>) -> String? {
    guard address.count <= linkLimit, address.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
      return nil
    }
    let text = String(decoding: address, as: UTF8.self)
    // Reject bidi controls: they would change how the address is displayed.
    guard sanitized(text) == text, let colon = text.firstIndex(of: ":") else { return nil }
    let scheme = text[..<colon].lowercased()
    return ["http", "https", "mailto"].contains(scheme) ? text : nil
  }
}
