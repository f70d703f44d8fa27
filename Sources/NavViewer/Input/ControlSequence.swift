package import NavBase

/// A control sequence: ESC [, parameters, intermediate bytes, one final byte.
struct ControlSequence {
  enum Meaning {
    case event(InputEvent)
    case pasteBegins
    /// A known sequence without an event: the release of a key.
    case nothing
  }

  /// `<`, `=`, `>` or `?` in front of the parameters.
  private var prefix: UInt8?
  /// The parameters: `;` separates fields, `:` the parts of one; nil if they are not numbers only.
  private var fields: [[Int]]?
  /// Bytes from 0x20 to 0x2F between the parameters and the final byte.
  private let intermediates: ArraySlice<UInt8>
  private let final: UInt8

  init(parameters: [UInt8], final: UInt8) {
    self.final = final
    var rest = parameters[...]
    if let first = rest.first, (0x3C...0x3F).contains(first) {
      prefix = first
      rest.removeFirst()
    }
    let end = rest.lastIndex { $0 >= 0x30 }.map { $0 + 1 } ?? rest.startIndex
    // The minus of a pointer left of the window is not an intermediate byte: a digit follows it.
    intermediates = rest[end...]
    fields = Self.numbers(in: rest[..<end], signed: prefix == 0x3C)
  }

  /// Whether this is rxvt's sequence for a key with Shift: ESC [, a number and `$`, which is not a final
  /// byte elsewhere.
  static func isShifted(_ parameters: [UInt8]) -> Bool {
    !parameters.isEmpty && parameters.allSatisfy { (0x30...0x39).contains($0) }
  }

  var meaning: Meaning {
    guard let fields else { return .event(.unknown) }
    switch prefix {
    case nil: break
    case 0x3C where final == 0x4D || final == 0x6D:
      return .event(mouse(fields).map { .mouse($0) } ?? .unknown)
    case 0x3F: return .event(report(fields).map { .terminalReport($0) } ?? .unknown)
    default: return .event(.unknown)
    }
    guard intermediates.isEmpty else { return .event(.unknown) }
    switch final {
    case 0x49 where fields.isEmpty: return .event(.focus(true))
    case 0x4F where fields.isEmpty: return .event(.focus(false))
    case 0x6E where fields == [[0]]: return .event(.terminalReport(.ready))
    case 0x74 where fields.count == 3 && fields[0] == [6] && fields.allSatisfy { $0.count == 1 }:
      let size = CellSize(columns: fields[2][0], rows: fields[1][0])
      return .event(.terminalReport(.cell(size)))
    case 0x7E where fields == [[200]]: return .pasteBegins
    case 0x5A where fields.isEmpty: return .event(.key(Key(.tab, .shift)))
    default: return key(fields)
    }
  }

  /// Parses an answer of the terminal: private parameters, none of which has parts.
  private func report(_ fields: [[Int]]) -> TerminalReport? {
    guard fields.allSatisfy({ $0.count == 1 }) else { return nil }
    let numbers = fields.map { $0[0] }
    switch final {
    case 0x63 where intermediates.isEmpty && !numbers.isEmpty: return .attributes(numbers)
    case 0x75 where intermediates.isEmpty && numbers.count == 1:
      return .keyboard(flags: numbers[0])
    case 0x79 where intermediates.elementsEqual([0x24]) && numbers.count == 2:
      // 0 means unknown, 4 means permanently off.
      return .mode(numbers[0], isUsable: (1...3).contains(numbers[1]))
    default: return nil
    }
  }

  private func key(_ fields: [[Int]]) -> Meaning {
    guard let press = modifiers(of: fields), let code = code(of: fields, press.modifiers) else {
      return .event(.unknown)
    }
    if press.isRelease { return .nothing }
    var modifiers = press.modifiers.union(impliedModifiers)
    if case .character = code { modifiers.remove(.shift) }
    return .event(.key(Key(code, modifiers)))
  }

  private func code(of fields: [[Int]], _ modifiers: KeyModifiers) -> KeyCode? {
    switch final {
    case 0x75:
      guard let field = fields.first, let number = field.first else { return nil }
      return KeyCode(kitty: number, shifted: field.count > 1 ? field[1] : 0, modifiers)
    case 0x7E where fields.first == [27] && fields.count == 3:
      return KeyCode(kitty: fields[2][0], shifted: 0, modifiers)
    case 0x7E, 0x24, 0x40, 0x5E:
      guard fields.count <= 2, let number = fields.first?.first else { return nil }
      return KeyCode(tilde: number)
    case 0x61...0x64: return fields.isEmpty ? KeyCode(letter: final - 0x20) : nil
    default:
      // The number before the modifiers is always 1. Without this check, a cursor report would look like
      // F3.
      guard fields.isEmpty || fields.count == 2 && fields[0][0] <= 1 else { return nil }
      return KeyCode(letter: final)
    }
  }

  /// The modifiers that rxvt encodes in the final byte.
  private var impliedModifiers: KeyModifiers {
    switch final {
    case 0x24, 0x61...0x64: .shift
    case 0x5E: .control
    case 0x40: [.control, .shift]
    default: []
    }
  }

  /// Parses the second field: 1 plus a bit for each modifier, then the event type of the key.
  private func modifiers(of fields: [[Int]]) -> (modifiers: KeyModifiers, isRelease: Bool)? {
    guard fields.count > 1 else { return ([], false) }
    let event = fields[1].count > 1 ? fields[1][1] : 1
    guard let modifiers = KeyModifiers(parameter: fields[1][0]), (0...3).contains(event) else {
      return nil
    }
    return (modifiers, event == 3)
  }

  private func mouse(_ fields: [[Int]]) -> MouseEvent? {
    guard fields.count == 3, fields.allSatisfy({ $0.count == 1 }) else { return nil }
    let code = fields[0][0]
    guard (0..<128).contains(code) else { return nil }
    // A pointer outside the window counts as at its edge: some terminals report positions below 1.
    let place = fields[1...].map { max(1, $0[0]) - 1 }
    var event = MouseEvent(.press, column: place[0], row: place[1])
    if code & 4 != 0 { event.modifiers.insert(.shift) }
    if code & 8 != 0 { event.modifiers.insert(.alt) }
    if code & 16 != 0 { event.modifiers.insert(.control) }
    if code & 64 != 0 {
      let wheel: [MouseEvent.Action] = [.wheelUp, .wheelDown, .wheelLeft, .wheelRight]
      event.action = wheel[code & 3]
      return final == 0x4D && code & 32 == 0 ? event : nil
    }
    let buttons: [MouseEvent.Button?] = [.left, .middle, .right, nil]
    event.button = buttons[code & 3]
    let isMove = code & 32 != 0
    if event.button == nil && !isMove { return nil }
    event.action =
      if isMove { event.button == nil ? .move : .drag } else { final == 0x4D ? .press : .release }
    return event
  }

  /// The limit to which numbers are clamped, beyond every code point.
  private static let numberLimit = 0x11_0000

  /// Parses numbers, which may be negative if signed; nil for any other byte.
  static func numbers(in bytes: ArraySlice<UInt8>, signed: Bool = false) -> [[Int]]? {
    guard !bytes.isEmpty else { return [] }
    var fields = [[0]]
    var isNegative = false
    var previous: UInt8 = 0x3B
    for byte in bytes {
      let field = fields.count - 1
      let place = fields[field].count - 1
      switch byte {
      case 0x30...0x39:
        let digit = Int(byte - 0x30)
        let number = fields[field][place] * 10 + (isNegative ? -digit : digit)
        fields[field][place] = min(max(-numberLimit, number), numberLimit)
      case 0x3A: fields[field].append(0)
      case 0x3B: fields.append([0])
      case 0x2D where signed && previous == 0x3B: break
      default: return nil
      }
      if !(0x30...0x39).contains(byte) { isNegative = byte == 0x2D }
      previous = byte
    }
    return fields
  }
}

extension KeyModifiers {
  /// Parses the modifiers of xterm and kitty: 1 plus a bit for each modifier.
  ///
  /// Nil with Super, Hyper and Meta, which would make a different key; Caps Lock (64) and Num Lock (128)
  /// are ignored.
  init?(parameter: Int) {
    let bits = max(1, parameter) - 1
    guard bits < 256, bits & 0b0011_1000 == 0 else { return nil }
    self.init(rawValue: UInt8(bits & 7))
  }
}

/// A control string: ESC, an introducer, text and a terminator.
struct ControlString {
  /// The longest text that can be a known answer, in bytes.
  static let limit = 256

  /// `]` for an operating system command, `P` for a device control string.
  let introducer: UInt8
  let text: String

  /// The terminal's answer in this string; nil for any other string.
  var report: TerminalReport? {
    switch introducer {
    case 0x5D where text.hasPrefix("11;"): background(text.dropFirst(3))
    case 0x50 where text.hasPrefix(">|"): .version(Self.printable(text.dropFirst(2)))
    case 0x50 where text.hasPrefix("1$r"): .setting(String(text.dropFirst(3)))
    case 0x50 where text.hasPrefix("0$r"): .setting(nil)
    case 0x50 where text.hasPrefix("1+r"): capability(text.dropFirst(3), isPresent: true)
    case 0x50 where text.hasPrefix("0+r"): capability(text.dropFirst(3), isPresent: false)
    default: nil
    }
  }

  /// Parses a colour in X11's notation: `rgb:` and one to four hexadecimal digits per part, or `rgba:` with
  /// a fourth part.
  private func background(_ color: Substring) -> TerminalReport? {
    let halves = color.split(separator: ":", omittingEmptySubsequences: false)
    guard halves.count == 2, halves[0] == "rgb" || halves[0] == "rgba" else { return nil }
    let parts = halves[1].split(separator: "/", omittingEmptySubsequences: false).map(Self.part)
    guard parts.count == (halves[0] == "rgb" ? 3 : 4), let red = parts[0], let green = parts[1],
      let blue = parts[2]
    else { return nil }
    return .background(red: red, green: green, blue: blue)
  }

  private static func part(_ digits: Substring) -> Int? {
    guard (1...4).contains(digits.utf8.count), let value = Int(digits, radix: 16), value >= 0
    else { return nil }
    return value * 0xFFFF / ((1 << (4 * digits.utf8.count)) - 1)
  }

  /// Parses the answer to a terminfo query: the name in hexadecimal, optionally followed by a value.
  private func capability(_ answer: Substring, isPresent: Bool) -> TerminalReport? {
    let digits = Array((answer.split(separator: "=").first ?? "").utf8)
    guard !digits.isEmpty, digits.count.isMultiple(of: 2) else { return nil }
    var name = ""
    for index in stride(from: 0, to: digits.count, by: 2) {
      let pair = String(decoding: digits[index...index + 1], as: UTF8.self)
      guard let byte = UInt8(pair, radix: 16), (0x21...0x7E).contains(byte) else { return nil }
      name.unicodeScalars.append(Unicode.Scalar(byte))
    }
    return .capability(name, isPresent: isPresent)
  }

  private static func printable(_ text: Substring) -> String {
    let kept = text.unicodeScalars.filter { (0x20...0x7E).contains($0.value) }
    return String(String.UnicodeScalarView(kept.prefix(TerminalReport.versionLimit)))
  }
}

/// One mouse report (xterm's mode 1006).
package struct MouseEvent: Hashable, Sendable {
  package enum Action: Hashable, Sendable {
    case press, release
    /// A move with a button down.
    case drag
    /// A move with no button down.
    case move
    case wheelUp, wheelDown, wheelLeft, wheelRight
  }

  package enum Button: Hashable, Sendable {
    case left, middle, right
  }

  package var action: Action
  /// Nil for a move and for the wheel.
  package var button: Button?
  /// The column of the cell under the pointer, from 0 at the left.
  package var column: Int
  /// The row of the cell under the pointer, from 0 at the top.
  package var row: Int
  package var modifiers: KeyModifiers

  package init(
    _ action: Action,
    button: Button? = nil,
    column: Int,
    row: Int,
    modifiers: KeyModifiers = []
  ) {
    self.action = action
    self.button = button
    self.column = column
    self.row = row
    self.modifiers = modifiers
  }
}
