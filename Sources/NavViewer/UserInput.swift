import NavCommands
import NavScene

/// What the user is in the middle of typing and dragging, and the mouse's mode.
struct UserInput: Sendable {
  var keys = KeyInterpreter()
  var drags = DragRecognizer()
  var pans = PanPace()
  /// Whether the viewer receives mouse reports; otherwise the terminal handles the mouse.
  private(set) var isMouseOn = true
  /// Whether the user requested a complete redraw; reset by the painter.
  var isRedrawWanted = false

  /// Cancels the open drag; returns its pan, which is to be released in the session.
  mutating func cancelDrag() -> Pan? {
    if case .cancelled(let pan)? = drags.cancel() { pan } else { nil }
  }

  /// Forgets the open drag and its pan, because the session has no such pan any more.
  mutating func forgetDrag() {
    _ = drags.cancel()
    pans.end()
  }

  mutating func toggleMouse() {
    isMouseOn.toggle()
  }
}
