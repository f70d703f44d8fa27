import NavGeometry

/// The sizes of the terminal and of the stream, and when another stream is requested for a new size.
struct Sizing: Hashable, Sendable {
  /// The terminal's size; also the stream's viewport once the daemon has answered, unless the layout is smaller.
  private(set) var terminal: CellSize
  private var negotiation = ViewportNegotiation()
  private var pace = ResizePace()

  init(terminal: CellSize) {
    self.terminal = terminal
  }

  // MARK: Requests

  /// Changes the terminal's size; a stream of that size is due.
  mutating func resize(to size: CellSize) {
    terminal = size
    pace.changed()
  }

  /// Records that the daemon has another stream for the viewer.
  mutating func streamChanged() {
    negotiation.invalidate()
    pace.changed()
  }

  /// Requests the terminal's size again, if the shown stream is not the one for it.
  mutating func checkSize() {
    if !negotiation.isRequested(terminal) { pace.changed() }
  }

  /// Records that the terminal's size was requested.
  mutating func requested() {
    negotiation.requested(terminal)
  }

  /// Returns whether to request a stream of the terminal's size now; if so, no other request is due for a while.
  mutating func takeDueRequest(at now: Duration) -> Bool {
    guard pace.isDue(at: now) else { return false }
    pace.requested(at: now)
    // The terminal may have returned to the size that was requested last.
    return !negotiation.isRequested(terminal)
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
    negotiation.granted(size, fit)
  }

  /// Records that the granted layout is now shown.
  mutating func shown() {
    negotiation.shown()
  }

  /// Whether the shown scene was requested for the terminal's present size.
  var isShownForTerminal: Bool { negotiation.shownFor == terminal }

  /// Returns the position of a scene in the terminal.
  func origin(of scene: CellSize) -> CellPoint { negotiation.origin(of: scene, in: terminal) }
}
