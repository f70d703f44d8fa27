import NavBase
import NavScene

/// The keys and the drag that the user is in the middle of, and the mouse's mode.
struct UserInput: Sendable {
  var keys = KeyInterpreter()
  var drags = DragRecognizer()
  var pans = PanPace()
  var pointing = PointerHand()
  /// Whether the viewer receives mouse reports; otherwise the terminal handles the mouse.
  private(set) var isMouseOn = true
  /// Whether the user requested a complete redraw; reset by the painter.
  var isRedrawWanted = false
  /// The number of the open pan's first request; nil if none is open.
  private var firstPanRequest: UInt64?
  /// Keys that wait until the view is shown for which they were typed.
  private var heldKeys: [HeldInput] = []

  enum HeldInput: Hashable, Sendable {
    case key(Key)
    case paste(String)
  }

  /// The most keys that wait; further ones are dropped.
  static let heldKeyLimit = 32

  /// Cancels the open drag; returns its pan, which is to be released in the session.
  mutating func cancelDrag() -> Pan? {
    pointing.forgetPress()
    return if case .cancelled(let pan)? = drags.cancel() { pan } else { nil }
  }

  /// Records that a pan was opened by a request.
  mutating func beganPan(as request: UInt64) {
    firstPanRequest = request
  }

  /// Whether a request that is no operation and no question is a move of the open pan.
  func isMoveOfOpenPan(_ request: UInt64) -> Bool {
    firstPanRequest.map { request >= $0 } ?? false
  }

  /// Ends the pan of a drag that has ended.
  mutating func endPan() {
    pans.end()
    firstPanRequest = nil
  }

  /// Forgets the open drag and its pan, because the session has no such pan any more.
  mutating func forgetDrag() {
    pointing.forgetPress()
    pointing.end()
    _ = drags.cancel()
    endPan()
  }

  /// Whether keys wait for another view.
  var hasHeldKeys: Bool { !heldKeys.isEmpty }

  /// Lets a key or a pasted text wait for another view.
  mutating func hold(_ input: HeldInput) {
    if heldKeys.count < Self.heldKeyLimit { heldKeys.append(input) }
  }

  /// Returns the keys that have waited, in order, and forgets them.
  mutating func takeHeldKeys() -> [HeldInput] {
    defer { heldKeys = [] }
    return heldKeys
  }

  /// Forgets the keys that wait; returns whether there were any.
  mutating func dropHeldKeys() -> Bool { !takeHeldKeys().isEmpty }

  mutating func toggleMouse() {
    isMouseOn.toggle()
  }
}
