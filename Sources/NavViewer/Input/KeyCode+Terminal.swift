import NavBase

extension Key {
  /// Creates the key for an ASCII byte other than ESC.
  init(control byte: UInt8) {
    switch byte {
    case 0x00: self.init(.character(" "), .control)
    case 0x08, 0x7F: self.init(.backspace)
    case 0x09: self.init(.tab)
    case 0x0D: self.init(.enter)
    case 0x01...0x1A:
      self.init(.character(Character(Unicode.Scalar(byte + 0x60))), .control)
    case 0x1B...0x1F:
      self.init(.character(Character(Unicode.Scalar(byte + 0x40))), .control)
    default: self.init(.character(Character(Unicode.Scalar(byte))))
    }
  }
}

extension Key {
  /// Creates the key for ESC O, modifiers (which some terminals put there) and a byte.
  init?(singleShift byte: UInt8, parameters: [UInt8]) {
    // rxvt: arrow keys with Control.
    if parameters.isEmpty, (0x61...0x64).contains(byte), let code = KeyCode(letter: byte - 0x20) {
      self.init(code, .control)
      return
    }
    guard let code = KeyCode(singleShift: byte),
      let fields = ControlSequence.numbers(in: parameters[...]), fields.count <= 2,
      fields.allSatisfy({ $0.count == 1 }),
      var modifiers = KeyModifiers(parameter: fields.last?.first ?? 1)
    else { return nil }
    if case .character = code { modifiers.remove(.shift) }
    self.init(code, modifiers)
  }
}

extension KeyCode {
  /// Creates the key for ESC [ and a letter.
  init?(letter: UInt8) {
    switch letter {
    case 0x41: self = .up
    case 0x42: self = .down
    case 0x43: self = .right
    case 0x44: self = .left
    case 0x46: self = .end
    case 0x48: self = .home
    case 0x50...0x53: self = .function(Int(letter) - 0x4F)
    default: return nil
    }
  }

  /// Creates the key for ESC O and a byte: the cursor keys' letters and the keypad's own.
  init?(singleShift byte: UInt8) {
    switch byte {
    case 0x20: self = .character(" ")
    case 0x49: self = .tab
    case 0x4D: self = .enter
    case 0x58: self = .character("=")
    case 0x6A...0x79: self = .character(Character(Unicode.Scalar(byte - 0x40)))
    default: self.init(letter: byte)
    }
  }

  /// Creates the key for ESC [, a number and a tilde.
  init?(tilde number: Int) {
    switch number {
    case 1, 7: self = .home
    case 2: self = .insert
    case 3: self = .delete
    case 4, 8: self = .end
    case 5: self = .pageUp
    case 6: self = .pageDown
    case 11...15: self = .function(number - 10)
    case 17...21: self = .function(number - 11)
    case 23, 24: self = .function(number - 12)
    default: return nil
    }
  }

  /// Creates the key for a number of kitty's protocol, which is a code point for keys that type
  /// text.
  ///
  /// `shifted` is the character that the key types with Shift, 0 if the terminal doesn't report it.
  init?(kitty number: Int, shifted: Int, _ modifiers: KeyModifiers) {
    switch number {
    case 9: self = .tab
    case 13, 57414: self = .enter
    case 27: self = .escape
    case 8, 127: self = .backspace
    case 57399...57408: self = .character(Character(Unicode.Scalar(UInt8(number - 57399 + 0x30))))
    case 57409...57413: self = .character([".", "/", "*", "-", "+"][number - 57409])
    case 57415: self = .character("=")
    case 57417...57426:
      let keypad: [KeyCode] = [
        .left, .right, .up, .down, .pageUp, .pageDown, .home, .end, .insert, .delete,
      ]
      self = keypad[number - 57417]
    case 57344...63743: return nil
    default: self.init(text: number, shifted: shifted, modifiers)
    }
  }

  private init?(text number: Int, shifted: Int, _ modifiers: KeyModifiers) {
    guard let scalar = Unicode.Scalar(UInt32(number)), Self.typesText(scalar) else { return nil }
    let plain = Character(scalar)
    guard modifiers.contains(.shift) else {
      self = .character(plain)
      return
    }
    if let other = Unicode.Scalar(UInt32(shifted)), Self.typesText(other) {
      self = .character(Character(other))
    } else {
      let upper = plain.uppercased()
      self = .character(upper.count == 1 ? Character(upper) : plain)
    }
  }

  private static func typesText(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value)
  }
}
