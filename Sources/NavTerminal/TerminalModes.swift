/// Which of a terminal's modes are wanted while a program fills its screen.
package struct TerminalModes: Hashable, Sendable {
  /// Whether the program takes the screen over; without it nothing is written, and only what is typed comes
  /// raw.
  package private(set) var fillsScreen = true
  /// Clicks, drags and the wheel are reported; the terminal's own selection needs Shift then.
  package var mouse: Bool
  /// Frames are wrapped in mode 2026, so leaving has to end one that was cut off.
  package var synchronizedOutput: Bool
  /// Text is written with OSC 8, so leaving has to end a link that was cut off.
  package var hyperlinks: Bool
  /// Kitty's keyboard protocol: set only where the terminal said that it has it.
  package var keyboardProtocol: Bool

  package init(
    mouse: Bool = true,
    synchronizedOutput: Bool = false,
    hyperlinks: Bool = false,
    keyboardProtocol: Bool = false
  ) {
    self.mouse = mouse
    self.synchronizedOutput = synchronizedOutput
    self.hyperlinks = hyperlinks
    self.keyboardProtocol = keyboardProtocol
  }

  /// For a program that asks the terminal something and shows nothing.
  package static var silent: TerminalModes {
    var modes = TerminalModes(mouse: false)
    modes.fillsScreen = false
    return modes
  }

  /// Buttons, moves while one is down, and whether the terminal has the focus: a drag ends with it.
  static let mouseOn = "\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?1004h"
  static let mouseOff = "\u{1B}[?1004l\u{1B}[?1006l\u{1B}[?1002l"

  /// Flag 1 of kitty's keyboard protocol, on top of what is set; and back to that.
  static let keyboardOn = "\u{1B}[>1u"
  static let keyboardOff = "\u{1B}[<u"

  /// Alternate screen, no cursor, no automatic wrap, bracketed paste; plain style on an empty screen.
  var enter: String {
    guard fillsScreen else { return "" }
    return "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?2004h" + (mouse ? Self.mouseOn : "")
      + (keyboardProtocol ? Self.keyboardOn : "") + "\u{1B}[m\u{1B}[2J\u{1B}[H"
  }

  /// The reverse of `enter`, whatever half of a sequence or a frame went out before.
  ///
  /// The mouse is always switched off, since it may have been switched on later.
  var leave: String {
    guard fillsScreen else { return "" }
    return "\u{1B}\\" + (synchronizedOutput ? "\u{1B}[?2026l" : "")
      + (hyperlinks ? "\u{1B}]8;;\u{1B}\\" : "")
      + "\u{1B}[m" + (keyboardProtocol ? Self.keyboardOff : "") + Self.mouseOff
      + "\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
  }
}
