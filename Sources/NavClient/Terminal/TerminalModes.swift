/// The terminal modes that a program wants while it fills the screen.
package struct TerminalModes: Hashable, Sendable {
  /// Whether the program uses the screen; if not, nothing is written and only raw mode is set.
  package private(set) var fillsScreen = true
  /// Whether the terminal still ends lines and sends signals, and only passes each key on at once, without echo.
  private(set) var keepsLines = false
  /// Whether clicks, drags and the wheel are reported; the terminal's own selection then needs Shift.
  package var mouse: Bool
  /// Whether frames are wrapped in mode 2026, so that leaving has to end an unfinished one.
  package var synchronizedOutput: Bool
  /// Whether text is written with OSC 8, so that leaving has to end an unfinished link.
  package var hyperlinks: Bool
  /// Kitty's keyboard protocol; set only if the terminal reported that it supports it.
  package var keyboardProtocol: Bool
  /// The title of the window, without control characters; nil leaves the one that it has.
  package var title: String?

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

  /// The modes for a program that queries the terminal and shows nothing.
  package static var silent: TerminalModes {
    var modes = TerminalModes(mouse: false)
    modes.fillsScreen = false
    return modes
  }

  /// The modes for a program that prints lines, and reads single keys.
  package static var keys: TerminalModes {
    var modes = silent
    modes.keepsLines = true
    return modes
  }

  /// Mouse buttons, moves while a button is down, and focus changes (losing the focus ends a drag).
  static let mouseOn = "\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?1004h"
  static let mouseOff = "\u{1B}[?1004l\u{1B}[?1006l\u{1B}[?1002l"

  /// Pushes flag 1 of kitty's keyboard protocol on the terminal's stack; `keyboardOff` pops it.
  static let keyboardOn = "\u{1B}[>1u"
  static let keyboardOff = "\u{1B}[<u"

  /// Keeps the window's title on the terminal's stack; `titleOff` takes it back.
  private static let titleOn = "\u{1B}[22;2t"
  private static let titleOff = "\u{1B}[23;2t"

  /// Sets the window's title.
  static func settingTitle(_ title: String) -> String { "\u{1B}]2;\(title)\u{1B}\\" }

  /// Sets the alternate screen, hidden cursor, no automatic wrap and bracketed paste; resets the style and
  /// clears.
  var enter: String {
    guard fillsScreen else { return "" }
    return "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?2004h" + (mouse ? Self.mouseOn : "")
      + (keyboardProtocol ? Self.keyboardOn : "")
      + (title.map { Self.titleOn + Self.settingTitle($0) } ?? "")
      + "\u{1B}[m\u{1B}[2J\u{1B}[H"
  }

  /// Resets what `enter` sets, also after an incomplete sequence or frame.
  ///
  /// Mouse reports are always switched off, because they may have been switched on after `enter`.
  var leave: String {
    guard fillsScreen else { return "" }
    return "\u{1B}\\" + (synchronizedOutput ? "\u{1B}[?2026l" : "")
      + (hyperlinks ? "\u{1B}]8;;\u{1B}\\" : "")
      + "\u{1B}[m" + (keyboardProtocol ? Self.keyboardOff : "") + Self.mouseOff
      + (title == nil ? "" : Self.titleOff) + "\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
  }
}
