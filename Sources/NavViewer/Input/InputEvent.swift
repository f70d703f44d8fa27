package import NavBase

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
