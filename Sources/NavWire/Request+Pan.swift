package import NavScene

extension Request {
  /// One move of a pan, in one viewer's layout (Sources/README.md, decision 2).
  package struct PanMove: Hashable, Sendable {
    package var session: SessionReference
    /// The viewer's id, above 0.
    package var viewer: UInt64
    package var pan: Pan

    package init(session: SessionReference, viewer: UInt64, _ pan: Pan) {
      self.session = session
      self.viewer = viewer
      self.pan = pan
    }
  }
}
