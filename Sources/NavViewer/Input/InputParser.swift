package import NavBase

/// Parses the bytes that a terminal sends into events.
///
/// Laws:
/// - The events depend on the bytes alone, not on how they are split into reads.
/// - An unknown sequence is consumed whole and becomes one `.unknown` event; no part of it becomes typed
///   text.
/// - Memory is bounded: `sequenceLimit` bytes of a control sequence, 256 of a control string and
///   `pasteLimit` of a paste are kept, plus one byte that marks a longer one.
///
/// Every Unicode scalar becomes a separate key, including combining marks; bytes that are not UTF-8 are
/// dropped. The Escape key and the start of a sequence are the same byte: while `isWaiting`, the caller
/// arms a timer of 25-50 ms and calls `flush()` if no byte arrives.
package struct InputParser: Sendable {
  /// The most bytes of a control sequence that is parsed; a longer one is unknown.
  package static let sequenceLimit = 64
  /// The most bytes that are kept of a paste; the rest is dropped.
  package static let pasteLimit = 1 << 20
  /// The number of bytes after which an unterminated control string is abandoned.
  static let stringLimit = 4096

  private enum State: Sendable {
    case ground
    /// Inside a UTF-8 character of several bytes.
    case character(UTF8Sequence, isAlt: Bool)
    /// After ESC.
    case escape
    /// After ESC [; the parameters are in `buffer`.
    case control
    /// After ESC [ [, which the Linux console sends for F1 ... F5.
    case linuxFunction
    /// After ESC [ M, which only mouse mode 1000 sends, with the number of bytes that remain.
    case oldMouse(Int)
    /// After ESC O; `buffer` has the modifiers that some terminals put before the letter.
    case singleShift
    /// After ESC and one of `P X ] ^ _`: a string up to ESC \ (or BEL), `count` bytes so far, the first of
    /// them in `buffer`.
    case string(introducer: UInt8, count: Int, sawEscape: Bool)
    /// Inside a bracketed paste.
    case paste
  }

  private var state = State.ground
  private var buffer: [UInt8] = []
  private var paste = PasteBuffer(limit: Self.pasteLimit)

  package init() {}

  /// Whether the bytes so far may be a complete key press (Escape, Alt-`[`) or the start of a sequence.
  package var isWaiting: Bool {
    switch state {
    case .escape: true
    case .singleShift, .control: buffer.isEmpty
    case .string(_, let count, let sawEscape): count == 0 && !sawEscape
    case .ground, .character, .linuxFunction, .oldMouse, .paste: false
    }
  }

  /// Whether a paste has started and not ended.
  ///
  /// Its end may never arrive: the caller calls `endPaste()` if no byte arrives for a second.
  package var isPasting: Bool {
    if case .paste = state { true } else { false }
  }

  /// Ends a paste whose end sequence did not arrive; later bytes are keys.
  ///
  /// Does nothing outside a paste.
  package mutating func endPaste() -> [InputEvent] {
    guard isPasting else { return [] }
    defer {
      paste = PasteBuffer(limit: Self.pasteLimit)
      state = .ground
    }
    return [.paste(paste.text)]
  }

  /// The number of bytes kept for unfinished input.
  package var keptBytes: Int { buffer.count + paste.count }

  /// - Returns: the events that these bytes complete, together with those before them.
  package mutating func receive(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
    var events: [InputEvent] = []
    for byte in bytes {
      receive(byte, &events)
    }
    return events
  }

  /// Interprets the waiting bytes as a key press, because no byte followed.
  ///
  /// Does nothing unless `isWaiting`.
  package mutating func flush() -> [InputEvent] {
    guard isWaiting else { return [] }
    defer { state = .ground }
    switch state {
    case .control: return [.key(Key(.character("["), .alt))]
    case .singleShift: return [.key(Key(.character("O"), .alt))]
    case .string(let introducer, _, _):
      return [.key(Key(.character(Character(Unicode.Scalar(introducer))), .alt))]
    case .escape, .ground, .character, .linuxFunction, .oldMouse, .paste:
      return [.key(Key(.escape))]
    }
  }

  private mutating func receive(_ byte: UInt8, _ events: inout [InputEvent]) {
    switch state {
    case .ground: begin(with: byte, isAlt: false, &events)
    case .character(let sequence, let isAlt):
      continueCharacter(sequence, isAlt: isAlt, with: byte, &events)
    case .escape: continueEscape(with: byte, &events)
    case .control: continueControl(with: byte, &events)
    case .linuxFunction:
      state = .ground
      let isFunction = (0x41...0x45).contains(byte)
      events.append(isFunction ? .key(Key(.function(Int(byte) - 0x40))) : .unknown)
    case .oldMouse(let left):
      state = left > 1 ? .oldMouse(left - 1) : .ground
      if left == 1 { events.append(.unknown) }
    case .singleShift: continueSingleShift(with: byte, &events)
    case .string(let introducer, let count, let sawEscape):
      continueString(introducer, count: count, sawEscape: sawEscape, with: byte, &events)
    case .paste:
      guard paste.append(byte) else { return }
      events.append(.paste(paste.text))
      paste = PasteBuffer(limit: Self.pasteLimit)
      state = .ground
    }
  }
}

// MARK: - Characters

extension InputParser {
  private mutating func begin(with byte: UInt8, isAlt: Bool, _ events: inout [InputEvent]) {
    state = .ground
    switch byte {
    case 0x1B: state = .escape
    case 0..<0x80:
      var key = Key(control: byte)
      if isAlt { key.modifiers.insert(.alt) }
      events.append(.key(key))
    default:
      if let sequence = UTF8Sequence(first: byte) {
        state = .character(sequence, isAlt: isAlt)
      } else if isAlt {
        events.append(.unknown)
      }
    }
  }

  private mutating func continueCharacter(
    _ sequence: UTF8Sequence,
    isAlt: Bool,
    with byte: UInt8,
    _ events: inout [InputEvent]
  ) {
    var sequence = sequence
    guard sequence.append(byte) else {
      if isAlt { events.append(.unknown) }
      begin(with: byte, isAlt: false, &events)
      return
    }
    guard sequence.isComplete else {
      state = .character(sequence, isAlt: isAlt)
      return
    }
    state = .ground
    guard let scalar = sequence.scalar, scalar.value >= 0xA0 else {
      events.append(.unknown)
      return
    }
    events.append(.key(Key(.character(Character(scalar)), isAlt ? .alt : [])))
  }
}

// MARK: - Sequences

extension InputParser {
  private mutating func continueEscape(with byte: UInt8, _ events: inout [InputEvent]) {
    switch byte {
    case 0x1B: events.append(.key(Key(.escape)))
    case 0x5B:
      buffer.removeAll(keepingCapacity: true)
      state = .control
    case 0x4F:
      buffer.removeAll(keepingCapacity: true)
      state = .singleShift
    case 0x50, 0x58, 0x5D, 0x5E, 0x5F:
      buffer.removeAll(keepingCapacity: true)
      state = .string(introducer: byte, count: 0, sawEscape: false)
    default: begin(with: byte, isAlt: true, &events)
    }
  }

  private mutating func continueControl(with byte: UInt8, _ events: inout [InputEvent]) {
    switch byte {
    case 0x24 where ControlSequence.isShifted(buffer):
      state = .ground
      finishControl(with: byte, &events)
    case 0x20...0x3F:
      // One byte above the limit marks a sequence as too long.
      if buffer.count <= Self.sequenceLimit { buffer.append(byte) }
    case 0x40...0x7E:
      state = .ground
      finishControl(with: byte, &events)
    default:
      events.append(.unknown)
      begin(with: byte, isAlt: false, &events)
    }
  }

  private mutating func finishControl(with final: UInt8, _ events: inout [InputEvent]) {
    if buffer.isEmpty && final == 0x5B {
      state = .linuxFunction
    } else if buffer.isEmpty && final == 0x4D {
      state = .oldMouse(3)
    } else if buffer.count > Self.sequenceLimit {
      events.append(.unknown)
    } else {
      switch ControlSequence(parameters: buffer, final: final).meaning {
      case .event(let event): events.append(event)
      case .pasteBegins: state = .paste
      case .nothing: break
      }
    }
  }

  private mutating func continueSingleShift(with byte: UInt8, _ events: inout [InputEvent]) {
    switch byte {
    case 0x30...0x3B:
      if buffer.count < Self.sequenceLimit { buffer.append(byte) }
    case 0x20...0x7E:
      state = .ground
      let key = Key(singleShift: byte, parameters: buffer)
      events.append(key.map { .key($0) } ?? .unknown)
    default:
      events.append(.unknown)
      begin(with: byte, isAlt: false, &events)
    }
  }

  private mutating func continueString(
    _ introducer: UInt8,
    count: Int,
    sawEscape: Bool,
    with byte: UInt8,
    _ events: inout [InputEvent]
  ) {
    state = .ground
    switch byte {
    case 0x5C where sawEscape: finishString(introducer, &events)
    case _ where sawEscape:
      events.append(.unknown)
      state = .escape
      continueEscape(with: byte, &events)
    case 0x07: finishString(introducer, &events)
    case 0x1B: state = .string(introducer: introducer, count: count, sawEscape: true)
    case 0x20...0x7E, 0x80...0xFF:
      // One byte above the limit marks a string as too long to be known.
      if buffer.count <= ControlString.limit { buffer.append(byte) }
      if count + 1 < Self.stringLimit {
        state = .string(introducer: introducer, count: count + 1, sawEscape: false)
      } else {
        events.append(.unknown)
      }
    default:
      // A control character means that the string was never terminated; it may be Ctrl-C.
      events.append(.unknown)
      begin(with: byte, isAlt: false, &events)
    }
  }

  private mutating func finishString(_ introducer: UInt8, _ events: inout [InputEvent]) {
    guard buffer.count <= ControlString.limit else { return events.append(.unknown) }
    let text = String(decoding: buffer, as: UTF8.self)
    let report = ControlString(introducer: introducer, text: text).report
    events.append(report.map { .terminalReport($0) } ?? .unknown)
  }
}

/// An event parsed from the bytes that a terminal sent.
package enum InputEvent: Hashable, Sendable {
  case key(Key)
  case mouse(MouseEvent)
  /// Pasted text: valid Unicode, at most `InputParser.pasteLimit` bytes, not sanitised.
  case paste(String)
  /// Whether the terminal's window gained or lost the focus.
  case focus(Bool)
  /// The terminal's answer to a query; not user input.
  case terminalReport(TerminalReport)
  /// An unknown sequence; all its bytes are consumed.
  case unknown
}

/// Converts terminal input, and pauses in it, to events.
package struct KeyStream: Sendable {
  private var parser = InputParser()
  /// The time at which the pending input counts as complete; nil if none is pending.
  package private(set) var deadline: Duration?

  /// The longest wait for the rest of an escape sequence.
  package static let escapePatience = Duration.milliseconds(40)
  /// The longest pause within a paste; later bytes are keys, even if the paste's end never arrived.
  package static let pastePatience = Duration.seconds(1)

  package init() {}

  /// Handles bytes from the terminal.
  package mutating func receive(_ bytes: [UInt8], at now: Duration) -> [InputEvent] {
    let events = parser.receive(bytes)
    if parser.isWaiting {
      deadline = now + Self.escapePatience
    } else {
      deadline = parser.isPasting ? now + Self.pastePatience : nil
    }
    return events
  }

  /// Handles the passing of time without input.
  package mutating func tick(at now: Duration) -> [InputEvent] {
    guard let deadline, now >= deadline else { return [] }
    self.deadline = nil
    return parser.isPasting ? parser.endPaste() : parser.flush()
  }
}

/// The bytes of a bracketed paste, up to the sequence that ends it.
struct PasteBuffer: Sendable {
  /// ESC [ 2 0 1 ~; ESC occurs only at its start, so a mismatch can only restart it.
  private static let end: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]

  private let limit: Int
  private var bytes: [UInt8] = []
  /// The number of bytes of `end` that the input currently ends with.
  private var matched = 0

  init(limit: Int) {
    self.limit = limit
  }

  /// - Returns: whether the paste has ended.
  mutating func append(_ byte: UInt8) -> Bool {
    if byte == Self.end[matched] {
      matched += 1
      return matched == Self.end.count
    }
    for held in Self.end[..<matched] {
      keep(held)
    }
    matched = 0
    if byte == Self.end[0] {
      matched = 1
    } else {
      keep(byte)
    }
    return false
  }

  /// The number of bytes that are kept.
  var count: Int { bytes.count }

  /// The pasted text; bytes that are not UTF-8 are dropped.
  var text: String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.unicodeScalars.contains("\u{FFFD}") else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\u{FFFD}" }))
  }

  private mutating func keep(_ byte: UInt8) {
    if bytes.count < limit { bytes.append(byte) }
  }
}

/// A UTF-8 character beyond ASCII whose bytes arrive one by one.
struct UTF8Sequence: Sendable {
  private var value: UInt32
  private var missing: Int
  /// The valid range of the next byte (Unicode, table 3-7): no overlong form, no surrogate.
  private var next: ClosedRange<UInt8> = 0x80...0xBF

  /// Nil if the byte can't start a character.
  init?(first byte: UInt8) {
    switch byte {
    case 0xC2...0xDF:
      value = UInt32(byte & 0x1F)
      missing = 1
    case 0xE0...0xEF:
      value = UInt32(byte & 0x0F)
      missing = 2
      if byte == 0xE0 { next = 0xA0...0xBF }
      if byte == 0xED { next = 0x80...0x9F }
    case 0xF0...0xF4:
      value = UInt32(byte & 0x07)
      missing = 3
      if byte == 0xF0 { next = 0x90...0xBF }
      if byte == 0xF4 { next = 0x80...0x8F }
    default:
      return nil
    }
  }

  var isComplete: Bool { missing == 0 }
  var scalar: Unicode.Scalar? { Unicode.Scalar(value) }

  /// - Returns: false if the byte doesn't continue the character, which is then malformed.
  mutating func append(_ byte: UInt8) -> Bool {
    guard next.contains(byte) else { return false }
    value = value << 6 | UInt32(byte & 0x3F)
    missing -= 1
    next = 0x80...0xBF
    return true
  }
}
