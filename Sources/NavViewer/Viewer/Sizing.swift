import NavBase
import NavWire

/// The sizes of the terminal and of the stream: when another stream is requested, and where the scene is in the
/// terminal.
struct Sizing: Hashable, Sendable {
  /// The terminal's size; also the stream's viewport once the daemon has answered, unless the layout is smaller.
  private(set) var terminal: CellSize
  /// The size of the layout that the user asked for, which is then centred; nil for that of the terminal.
  private let layout: CellSize?
  private var pace = ResizePace()
  /// The terminal's size in the last request to the daemon; nil if a new request is needed.
  private var requestedSize: CellSize?
  /// The terminal's size for which the shown replica was requested; nil before the first one.
  private var shownFor: CellSize?
  /// Whether the daemon granted a smaller layout than requested.
  private var isSmaller = false
  /// Whether the shown scene is centred in the terminal.
  private var isCentred = false
  /// The smaller size that the user was last informed about.
  private var reportedSize: CellSize?

  init(terminal: CellSize, layout: CellSize? = nil) {
    (self.terminal, self.layout) = (terminal, layout)
  }

  /// The size of the wanted layout.
  var wanted: CellSize { layout ?? terminal }

  // MARK: Requests

  /// Changes the terminal's size; a stream of that size is due.
  mutating func resize(to size: CellSize) {
    terminal = size
    pace.changed()
  }

  /// Records that the daemon has another stream for the viewer.
  mutating func streamChanged() {
    requestedSize = nil
    pace.changed()
  }

  /// Requests the terminal's size again, if the shown stream is not laid out for it.
  mutating func checkSize() {
    if requestedSize != terminal { pace.changed() }
  }

  /// Records that the terminal's size was requested.
  mutating func requested() {
    requestedSize = terminal
  }

  /// Returns whether to request a stream of the terminal's size now; if so, no other request is due for a while.
  mutating func takeDueRequest(at now: Duration) -> Bool {
    guard pace.isDue(at: now) else { return false }
    pace.requested(at: now)
    // The terminal may have returned to the size that was requested last.
    return requestedSize != terminal
  }

  /// The time of the next request; nil for none.
  var nextWake: Duration? { pace.nextWake }

  // MARK: Answers

  /// Records the daemon's answer.
  ///
  /// - Parameters:
  ///   - size: the stream's viewport; nil if it is the requested one.
  ///   - fit: the layout that the user chose.
  /// - Returns: the size to inform the user about, because it is not the requested one.
  mutating func granted(_ size: CellSize?, _ fit: ViewerFit) -> CellSize? {
    isSmaller = size != nil && size != requestedSize
    guard isSmaller, fit == .relayout else {
      reportedSize = nil
      return nil
    }
    guard reportedSize != size else { return nil }
    reportedSize = size
    return size
  }

  /// Records that the granted layout is now shown.
  mutating func shown() {
    shownFor = requestedSize
    isCentred = isSmaller || layout != nil
  }

  /// Whether the shown scene was requested for the terminal's present size.
  var isShownForTerminal: Bool { shownFor == terminal }

  /// Returns the position of a scene in the terminal.
  ///
  /// A letterboxed scene is centred. Any other one is at the top left, where the next layout of the
  /// terminal's size will be. Parts beyond the terminal's right and bottom edges are clipped.
  func origin(of scene: CellSize) -> CellPoint {
    guard isCentred else { return .zero }
    return CellPoint(
      x: max(0, terminal.columns - scene.columns) / 2,
      y: max(0, terminal.rows - scene.rows) / 2
    )
  }
}

/// Limits the rate of resize requests: the first size is requested at once, later ones once every `pause`, and always
/// the last.
struct ResizePace: Hashable, Sendable {
  static let pause = Duration.milliseconds(60)

  /// Whether the window's size has changed since the last request.
  private var isChanged = false
  private var requestedAt: Duration?

  mutating func changed() {
    isChanged = true
  }

  /// Records that the current size is being requested.
  mutating func requested(at now: Duration) {
    isChanged = false
    requestedAt = now
  }

  func isDue(at now: Duration) -> Bool {
    guard isChanged else { return false }
    return requestedAt.map { now >= $0 + Self.pause } ?? true
  }

  /// The time at which a waiting size may be requested; nil if none waits.
  var nextWake: Duration? {
    guard isChanged else { return nil }
    return (requestedAt ?? .zero) + Self.pause
  }
}

/// The layout of its session that a viewer shows.
package enum ViewerFit: String, CaseIterable, Hashable, Sendable {
  /// A layout for the terminal's own size.
  case relayout
  /// The layout of the first viewer, centred in the terminal.
  case letterbox

  /// The value in the attach request.
  var asked: Request.Attach.Fit {
    switch self {
    case .relayout: .relayout
    case .letterbox: .letterbox
    }
  }
}
