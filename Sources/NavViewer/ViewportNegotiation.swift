import NavGeometry

/// The negotiated size of a viewer's stream, and the position of the scene in the terminal.
struct ViewportNegotiation: Hashable, Sendable {
  /// The terminal's size in the last request to the daemon; nil if a new request is needed.
  private var requestedSize: CellSize?
  /// The terminal's size for which the shown replica was requested; nil before the first one.
  private(set) var shownFor: CellSize?
  /// Whether the daemon granted a smaller layout than requested.
  private var isSmaller = false
  /// Whether the shown scene is centred in the terminal.
  private var isCentred = false
  /// The smaller size that the user was last informed about.
  private var reportedSize: CellSize?

  /// Whether a size is the last one that was requested.
  func isRequested(_ size: CellSize) -> Bool { requestedSize == size }

  /// Records that the terminal's size was requested.
  mutating func requested(_ size: CellSize) {
    requestedSize = size
  }

  /// Records that the daemon has another stream for the viewer, so that a new request is needed.
  mutating func invalidate() {
    requestedSize = nil
  }

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
    isCentred = isSmaller
  }

  /// Returns the position of a scene in a terminal.
  ///
  /// A letterboxed scene is centred. Any other one is at the top left, where the next layout of the
  /// terminal's size will be. Parts beyond the terminal's right and bottom edges are clipped.
  func origin(of scene: CellSize, in terminal: CellSize) -> CellPoint {
    guard isCentred else { return .zero }
    return CellPoint(
      x: max(0, terminal.columns - scene.columns) / 2,
      y: max(0, terminal.rows - scene.rows) / 2
    )
  }
}
