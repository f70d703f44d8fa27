package import NavCommands
package import NavScene

extension Request {
  /// One move of a pan, in one viewer's layout (Sources/README.md, decision 2).
  ///
  /// Each move carries the whole translation since the pan began, so that only the newest one matters.
  package struct Pan: Hashable, Sendable {
    package var session: SessionReference
    /// The viewer's id, above 0.
    package var viewer: UInt64
    /// The gesture's number, above 0; it rises with every pan of a client.
    package var gesture: UInt64
    /// The container at which the pan began, above 0.
    ///
    /// The nearest enclosing container that pans along this axis moves.
    package var container: ContainerID
    package var axis: PanAxis
    /// The translation along the axis since the pan began, in cells, at most `maximumTranslation`; positive to the
    /// right or down.
    package var translation: Int

    package static let maximumTranslation = 1 << 20

    package init(
      session: SessionReference,
      viewer: UInt64,
      gesture: UInt64,
      container: ContainerID,
      axis: PanAxis,
      translation: Int
    ) {
      self.session = session
      self.viewer = viewer
      self.gesture = gesture
      self.container = container
      self.axis = axis
      self.translation = translation
    }
  }

  /// The end of a pan, including the information of its moves, so that it works even if all moves were lost.
  package struct PanRelease: Hashable, Sendable {
    /// The gesture's number, above 0.
    package var gesture: UInt64
    /// The container at which the pan began, above 0.
    package var container: ContainerID
    package var axis: PanAxis
    /// As in `Pan`.
    package var translation: Int
    /// The pointer's velocity in thousandths of a cell per second, at most `maximumVelocity`; positive to the right or
    /// down.
    package var velocity: Int
    /// Whether the user cancelled the pan; the velocity is then ignored.
    package var isCancelled: Bool

    package static let maximumVelocity = 1 << 30

    package init(
      gesture: UInt64,
      container: ContainerID,
      axis: PanAxis,
      translation: Int,
      velocity: Int,
      isCancelled: Bool
    ) {
      self.gesture = gesture
      self.container = container
      self.axis = axis
      self.translation = translation
      self.velocity = velocity
      self.isCancelled = isCancelled
    }
  }
}
