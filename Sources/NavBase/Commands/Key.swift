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
