import NavGeometry

/// For which size of its terminal a viewer has its stream, and where in the terminal that is shown.
struct StreamPlace: Hashable, Sendable {
  /// The terminal's size when the daemon was asked last; nil where it has to be asked anew.
  private var askedFor: CellSize?
  /// The terminal's size for which the replica is that is shown; nil before the first one.
  private(set) var shownFor: CellSize?
  /// Whether the daemon has answered with a smaller layout.
  private var isSmaller = false
  /// Whether what is shown stands in the middle of the terminal.
  private var isCentred = false
  /// The smaller size that the user was told of.
  private var told: CellSize?

  /// Whether the daemon was asked for a size last.
  func isFor(_ size: CellSize) -> Bool { askedFor == size }

  /// The daemon is asked for the terminal's size.
  mutating func asked(for size: CellSize) {
    askedFor = size
  }

  /// The daemon has another place for the viewer: it has to be asked anew.
  mutating func lost() {
    askedFor = nil
  }

  /// The daemon has answered.
  ///
  /// - Parameters:
  ///   - size: what the stream is laid out for; nil for what was asked.
  ///   - fit: what the user wants to see.
  /// - Returns: the size that the user is to be told of, because it is not what was wanted.
  mutating func granted(_ size: CellSize?, _ fit: ViewerFit) -> CellSize? {
    isSmaller = size != nil && size != askedFor
    guard isSmaller, fit == .relayout else {
      told = nil
      return nil
    }
    guard told != size else { return nil }
    told = size
    return size
  }

  /// What the daemon has answered is shown from now on.
  mutating func shown() {
    shownFor = askedFor
    isCentred = isSmaller
  }

  /// Where a scene begins in a terminal.
  ///
  /// One that is letterboxed stands in the middle; any other one in the corner, where the next one of the
  /// terminal's size will stand. What of it is larger than the terminal is cut at its right and below.
  func origin(of scene: CellSize, in terminal: CellSize) -> CellPoint {
    guard isCentred else { return .zero }
    return CellPoint(
      x: max(0, terminal.columns - scene.columns) / 2,
      y: max(0, terminal.rows - scene.rows) / 2
    )
  }
}
