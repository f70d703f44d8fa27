import NavCommands

/// A control sequence: ESC [, parameters, one final byte.
struct ControlSequence {
  enum Meaning {
    case event(InputEvent)
    case pasteBegins
    /// Something known that is no event: the release of a key.
    case nothing
  }

  /// `<`, `=`, `>` or `?` in front of the parameters.
  private var prefix: UInt8?
  /// `;` between fields, `:` within one; nil where the parameters are anything but numbers.
  private var fields: [[Int]]?
  private let final: UInt8

  init(parameters: [UInt8], final: UInt8) {
    self.final = final
    var rest = parameters[...]
    if let first = rest.first, (0x3C...0x3F).contains(first) {
      prefix = first
      rest.removeFirst()
    }
    fields = Self.numbers(in: rest)
  }

  var meaning: Meaning {
    guard let fields else { return .event(.unknown) }
    switch prefix {
    case nil: break
    case 0x3C where final == 0x4D || final == 0x6D:
      return .event(mouse(fields).map { .mouse($0) } ?? .unknown)
    default: return .event(.unknown)
    }
    switch final {
    case 0x49 where fields.isEmpty: return .event(.focus(true))
    case 0x4F where fields.isEmpty: return .event(.focus(false))
    case 0x7E where fields == [[200]]: return .pasteBegins
    case 0x5A where fields.isEmpty: return .event(.key(Key(.tab, .shift)))
    default: return key(fields)
    }
  }

  private func key(_ fields: [[Int]]) -> Meaning {
    guard let press = modifiers(of: fields), let code = code(of: fields, press.modifiers) else {
      return .event(.unknown)
    }
    if press.isRelease { return .nothing }
    var modifiers = press.modifiers
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
    case 0x7E:
      guard fields.count <= 2, let number = fields.first?.first else { return nil }
      return KeyCode(tilde: number)
    default:
      // The number before the modifiers is always 1: without this, a cursor report looks like F3.
      guard fields.isEmpty || fields.count == 2 && fields[0][0] <= 1 else { return nil }
      return KeyCode(letter: final)
    }
  }

  /// The second field: 1 plus a bit for each modifier, then which event of the key it is.
  private func modifiers(of fields: [[Int]]) -> (modifiers: KeyModifiers, isRelease: Bool)? {
    guard fields.count > 1 else { return ([], false) }
    let event = fields[1].count > 1 ? fields[1][1] : 1
    let bits = max(1, fields[1][0]) - 1
    // Super, Hyper and Meta make it another key; Caps Lock (64) and Num Lock (128) do not.
    guard bits < 256, bits & 0b0011_1000 == 0, (0...3).contains(event) else { return nil }
    return (KeyModifiers(rawValue: UInt8(bits & 7)), event == 3)
  }

  private func mouse(_ fields: [[Int]]) -> MouseEvent? {
    guard fields.count == 3, fields.allSatisfy({ $0.count == 1 }) else { return nil }
    let code = fields[0][0]
    guard code < 128, fields[1][0] > 0, fields[2][0] > 0 else { return nil }
    var event = MouseEvent(.press, column: fields[1][0] - 1, row: fields[2][0] - 1)
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

  /// The largest number that is told from larger ones: beyond every code point.
  private static let numberLimit = 0x11_0000

  private static func numbers(in bytes: ArraySlice<UInt8>) -> [[Int]]? {
    guard !bytes.isEmpty else { return [] }
    var fields = [[0]]
    for byte in bytes {
      let field = fields.count - 1
      let place = fields[field].count - 1
      switch byte {
      case 0x30...0x39:
        let number = fields[field][place] * 10 + Int(byte - 0x30)
        fields[field][place] = min(number, numberLimit)
      case 0x3A: fields[field].append(0)
      case 0x3B: fields.append([0])
      default: return nil
      }
    }
    return fields
  }
}
