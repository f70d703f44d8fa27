import NavCommands
import NavGeometry
import NavText

/// One kind of overlay: a list, perhaps with a field above that narrows it.
protocol OverlayContent: Hashable, Sendable {
  var title: String { get }
  var wish: OverlayRoom.Wish { get }
  var list: OverlayList { get set }
  /// What is typed; nil where nothing can be.
  var field: TextField? { get }
  /// What stands in front of that.
  var prompt: String { get }

  /// Lays out what depends on the size of the terminal; comes before everything else that does.
  mutating func fit(_ size: CellSize)

  /// One row of the list.
  func row(_ index: Int, columns: Int, at now: Duration) -> TextRow

  /// What the keys do, in a few words.
  func foot(isLonger: Bool) -> String

  /// Something that has to be said: in the list's place where that is empty.
  func note(at now: Duration) -> OverlayNote?

  mutating func receive(_ key: Key, rows: Int) -> Overlay.Outcome
  mutating func paste(_ text: String)

  /// A row was clicked.
  mutating func choose(_ row: Int) -> Overlay.Outcome

  /// When the picture changes by itself; nil for never.
  func nextChange(at now: Duration) -> Duration?
}

/// What an overlay has to say of itself.
struct OverlayNote: Hashable, Sendable {
  var text: StyledText
  var isAnError: Bool

  init(_ text: String, isAnError: Bool = false) {
    self.text = StyledText(text, style: TextStyle(role: isAnError ? .error : .muted))
    self.isAnError = isAnError
  }
}

extension OverlayContent {
  var field: TextField? { nil }
  var prompt: String { "" }
  mutating func fit(_ size: CellSize) {}
  func note(at now: Duration) -> OverlayNote? { nil }
  func nextChange(at now: Duration) -> Duration? { nil }
  mutating func paste(_ text: String) {}
  mutating func choose(_ row: Int) -> Overlay.Outcome { .stays }
  func foot(isLonger: Bool) -> String { isLonger ? "arrows scroll, Esc closes" : "Esc closes" }

  /// What is only read: the keys that scroll do so, any other closes it.
  mutating func receive(_ key: Key, rows: Int) -> Overlay.Outcome {
    list.receive(key, rows: rows, isTyping: false) ? .stays : .closes
  }
}
