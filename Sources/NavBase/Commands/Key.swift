/// A key by its meaning, independent of the bytes that a terminal sent for it.
package enum KeyCode: Hashable, Sendable {
  /// A key that types text: one grapheme cluster, with Shift already applied (`G`, not Shift-`g`).
  case character(Character)
  case enter, tab, backspace, escape
  case up, down, left, right
  case home, end, pageUp, pageDown, insert, delete
  /// F1 ... F12.
  case function(Int)
}

package struct KeyModifiers: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package static let shift = KeyModifiers(rawValue: 1)
  package static let alt = KeyModifiers(rawValue: 2)
  package static let control = KeyModifiers(rawValue: 4)
}

/// One key press.
///
/// Shift is set only for keys that type no text (`Shift-PgDn`, `Shift-Tab`).
package struct Key: Hashable, Sendable {
  package var code: KeyCode
  package var modifiers: KeyModifiers

  package init(_ code: KeyCode, _ modifiers: KeyModifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
  package init(extendedGraphemeClusterLiteral character: Character) {
    self.init(.character(character))
  }
}

extension Key {
  /// Parses a key's name: `Right`, `PgDn`, `G`, `ctrl-r`, `Shift-PgUp`, `Space`, `F1`.
  ///
  /// Names of keys and modifiers are case-insensitive; a single character stands for itself.
  /// Nil for anything else.
  package init?(name: String) {
    var rest = Substring(name)
    var modifiers: KeyModifiers = []
    while let (modifier, length) = Self.modifier(at: rest), rest.count > length {
      modifiers.insert(modifier)
      rest = rest.dropFirst(length)
    }
    guard let code = Self.code(named: String(rest)) else { return nil }
    self.init(code, modifiers)
  }

  /// The name, which `init(name:)` parses.
  package var name: String {
    var name = ""
    if modifiers.contains(.control) { name += "Ctrl-" }
    if modifiers.contains(.alt) { name += "Alt-" }
    if modifiers.contains(.shift) { name += "Shift-" }
    return name + code.name
  }

  private static func modifier(at text: Substring) -> (KeyModifiers, Int)? {
    let lowercased = text.lowercased()
    for (prefix, modifier) in [
      ("ctrl-", KeyModifiers.control), ("alt-", .alt), ("shift-", .shift),
    ] where lowercased.hasPrefix(prefix) {
      return (modifier, prefix.count)
    }
    return nil
  }

  private static func code(named name: String) -> KeyCode? {
    if name.count == 1, let character = name.first { return .character(character) }
    let lowercased = name.lowercased()
    if lowercased == "space" { return .character(" ") }
    if lowercased.hasPrefix("f"), let number = Int(lowercased.dropFirst()) {
      return (1...12).contains(number) ? .function(number) : nil
    }
    return KeyCode.named.first { $0.names.contains { $0.lowercased() == lowercased } }?.code
  }
}

extension KeyCode {
  /// The named keys; the first name is the one displayed.
  fileprivate static let named: [(code: KeyCode, names: [String])] = [
    (.enter, ["Enter", "Return"]),
    (.tab, ["Tab"]),
    (.backspace, ["Backspace"]),
    (.escape, ["Esc", "Escape"]),
    (.up, ["Up"]),
    (.down, ["Down"]),
    (.left, ["Left"]),
    (.right, ["Right"]),
    (.home, ["Home"]),
    (.end, ["End"]),
    (.pageUp, ["PgUp", "PageUp"]),
    (.pageDown, ["PgDn", "PageDown"]),
    (.insert, ["Insert"]),
    (.delete, ["Delete"]),
  ]

  fileprivate var name: String {
    switch self {
    case .character(" "): "Space"
    case .character(let character): String(character)
    case .function(let number): "F\(number)"
    case .enter, .tab, .backspace, .escape, .up, .down, .left, .right, .home, .end, .pageUp,
      .pageDown, .insert, .delete:
      Self.named.first { $0.code == self }?.names.first ?? ""
    }
  }
}
