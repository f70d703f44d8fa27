import NavBase
import NavWire

/// The content of an overlay: a list, optionally with a text field above that filters it.
protocol OverlayContent: Hashable, Sendable {
  var title: String { get }
  var preferredSize: OverlayArea.PreferredSize { get }
  var list: OverlayList { get set }
  /// The text field; nil if there is none.
  var field: TextField? { get }
  /// The text before the field.
  var prompt: String { get }

  /// Lays out the content for a terminal's size; called before all other methods that depend on it.
  mutating func fit(_ size: CellSize)

  /// Returns one row of the list.
  func row(_ index: Int, columns: Int, at now: Duration) -> TextRow

  /// Returns a short description of the keys.
  func footer(isScrollable: Bool) -> String

  /// Returns a note, which is shown instead of an empty list, otherwise in the lower border; nil
  /// for none.
  func note(at now: Duration) -> OverlayNote?

  mutating func receive(_ key: Key, rows: Int) -> Overlay.Outcome
  mutating func paste(_ text: String)

  /// Handles a click on a row.
  mutating func choose(_ row: Int) -> Overlay.Outcome

  /// Returns the time at which the picture changes by itself or a request is due; nil for never.
  func nextChange(at now: Duration) -> Duration?

  // MARK: The request to the daemon

  /// Nil for an overlay without one.
  var request: OverlayRequest? { get set }

  /// Returns the request.
  ///
  /// - Parameters:
  ///   - session: the viewer's session.
  ///   - viewport: the size of its layout.
  /// - Returns: the request; nil for an overlay without one.
  func requestBody(session: SessionReference, viewport: CellSize) -> Request.Body?

  /// Records a transmission of the request.
  mutating func sent(as id: UInt64, at now: Duration)

  /// Handles the reply; `viewer` is this viewer's id.
  mutating func receive(_ body: Reply.Body, viewer: UInt64, at now: Duration)

  /// Repeats the request after joining again, since the answer depends on the layout or the daemon.
  mutating func joinedAgain(at now: Duration)
}

/// A note of an overlay, such as an error.
struct OverlayNote: Hashable, Sendable {
  var text: StyledText
  var isError: Bool

  init(_ text: String, isError: Bool = false) {
    self.text = StyledText(text, style: TextStyle(role: isError ? .error : .muted))
    self.isError = isError
  }
}

extension OverlayContent {
  var field: TextField? { nil }
  var prompt: String { "" }
  mutating func fit(_ size: CellSize) {}
  func note(at now: Duration) -> OverlayNote? { nil }
  func nextChange(at now: Duration) -> Duration? { request?.nextWake(at: now) }
  mutating func paste(_ text: String) {}
  mutating func choose(_ row: Int) -> Overlay.Outcome { .stays }
  func footer(isScrollable: Bool) -> String {
    isScrollable ? "arrows scroll, Esc closes" : "Esc closes"
  }

  var request: OverlayRequest? {
    get { nil }
    set {}
  }
  func requestBody(session: SessionReference, viewport: CellSize) -> Request.Body? { nil }
  mutating func sent(as id: UInt64, at now: Duration) { request?.sent(as: id, at: now) }
  mutating func receive(_ body: Reply.Body, viewer: UInt64, at now: Duration) {}
  mutating func joinedAgain(at now: Duration) { request?.send(at: now) }

  /// Whether the first answer to the request takes long.
  func isSlow(at now: Duration) -> Bool { request?.isSlow(at: now) ?? false }

  /// The default for overlays without a field: scrolling keys scroll, any other key closes.
  mutating func receive(_ key: Key, rows: Int) -> Overlay.Outcome {
    list.receive(key, rows: rows, isTyping: false) ? .stays : .closes
  }
}

/// An overlay with a text field that filters its list: arrow keys move in the list, letters are typed, Enter chooses
/// the selected row.
protocol FilteredOverlay: OverlayContent {
  var filter: FilterField { get set }

  /// Handles a key of the text field, or a pasted text; the text may be the same as before.
  mutating func edited(isSame: Bool)
}

extension FilteredOverlay {
  var list: OverlayList {
    get { filter.list }
    set { filter.list = newValue }
  }
  var prompt: String { "› " }
  var field: TextField? { filter.field }

  mutating func receive(_ key: Key, rows: Int) -> Overlay.Outcome {
    if list.receive(key, rows: rows, isTyping: true) { return .stays }
    let before = filter.text
    switch filter.field.receive(key) {
    case .editing:
      edited(isSame: filter.text == before)
      return .stays
    case .accepted:
      guard let row = list.selection else { return .stays }
      return choose(row)
    case .cancelled: return .closes
    case .passed: return .stays
    }
  }

  mutating func paste(_ text: String) {
    filter.field.paste(text)
    edited(isSame: false)
  }
}

/// The request of an overlay to the daemon: when to send and repeat it, and whether the answer is slow.
struct OverlayRequest: Hashable, Sendable {
  /// The pause after an answer before the request is repeated; nil for a single request.
  let refresh: Duration?
  private var request = RepeatedRequest()
  /// When the oldest transmission without an answer was sent.
  private var sentAt: Duration?
  private var isAnswered = false

  /// A longer wait is shown to the user.
  static let slowAfter = Duration.milliseconds(300)

  init(refresh: Duration? = nil, at now: Duration) {
    self.refresh = refresh
    request.send(at: now)
  }

  func isDue(at now: Duration) -> Bool { request.isDue(at: now) }

  /// Whether an answer is awaited.
  var isPending: Bool { request.isPending }

  func isAwaiting(_ id: UInt64) -> Bool { request.isAwaiting(id) }

  /// Whether the first answer takes longer than `slowAfter`.
  func isSlow(at now: Duration) -> Bool {
    !isAnswered && sentAt.map { now - $0 >= Self.slowAfter } ?? false
  }

  /// Returns the time of the next transmission, or the time from which the answer counts as slow.
  func nextWake(at now: Duration) -> Duration? {
    let slow = isAnswered ? nil : sentAt.map { $0 + Self.slowAfter }.flatMap { $0 > now ? $0 : nil }
    return [request.nextWake, slow].compactMap(\.self).min()
  }

  mutating func sent(as id: UInt64, at now: Duration) {
    request.sent(as: id, at: now)
    sentAt = sentAt ?? now
  }

  mutating func answered(at now: Duration) {
    request.answered()
    sentAt = nil
    isAnswered = true
    if let refresh { request.send(at: now + refresh) }
  }

  /// Schedules the next transmission and ignores the answer to the current one.
  mutating func send(at time: Duration) {
    request.send(at: time)
  }
}
