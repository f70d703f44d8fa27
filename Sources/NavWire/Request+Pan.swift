package import NavCommands
package import NavScene

extension Request {
  /// Content that is being dragged, in one viewer's layout (architecture.md, decision 2).
  ///
  /// Each one carries the whole way since the pan began, so that only the newest counts.
  package struct Pan: Hashable, Sendable {
    package var session: SessionReference
    /// Above 0.
    package var viewer: UInt64
    /// Above 0; rises with every pan of a client.
    package var gesture: UInt64
    /// What the pointer went down on, above 0.
    ///
    /// The nearest container around it that pans on this axis is the one that moves.
    package var container: ContainerID
    package var axis: PanAxis
    /// Cells along the axis since the pointer went down, at most `maximumTranslation`; positive to the right
    /// or down.
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

  /// The end of a pan, with everything that its moves said: it is right also where none of them arrived.
  package struct PanRelease: Hashable, Sendable {
    /// Above 0.
    package var gesture: UInt64
    /// Above 0.
    package var container: ContainerID
    package var axis: PanAxis
    /// As in `Pan`.
    package var translation: Int
    /// The pointer's, in thousandths of a cell a second, at most `maximumVelocity`; positive to the right or
    /// down.
    package var velocity: Int
    /// Whether the user took the pan back; the velocity is without meaning then.
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
