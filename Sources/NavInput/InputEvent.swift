package import NavCommands

/// What a person did at the terminal, read from the bytes that the terminal sent.
package enum InputEvent: Hashable, Sendable {
  case key(Key)
  case mouse(MouseEvent)
  /// Pasted text: valid Unicode, at most `InputParser.pasteLimit` bytes, not sanitised.
  case paste(String)
  /// Whether the terminal's window gained the focus or lost it.
  case focus(Bool)
  /// The terminal answered a question; a person did nothing.
  case terminalReport(TerminalReport)
  /// Something that has no meaning here; all its bytes are gone.
  case unknown
}
