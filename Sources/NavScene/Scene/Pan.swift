/// The axis on which a pan moves content; decided once, when the pan begins.
///
/// The raw values are sent on the wire.
package enum PanAxis: UInt8, CaseIterable, Hashable, Sendable {
  case horizontal = 1
  case vertical = 2
}

/// A pan with a pointer, a finger or a mouse with its button down: the content under it and the distance it was moved.
///
/// Each move carries the whole translation since the pan began, so that only the newest one matters.
package struct Pan: Hashable, Sendable {
  /// The number of the gesture, above 0; it rises with every pan of a client.
  package var gesture: UInt64
  /// The container under the pointer when the pan began.
  ///
  /// The nearest enclosing container that pans along this axis moves.
  package var container: ContainerID
  package var axis: PanAxis
  /// The translation along the axis since the pan began, in cells of the viewer's terminal, at most
  /// `maximumTranslation` either way; positive to the right or down.
  package var translation: Int

  package static let maximumTranslation = 1 << 20

  package init(gesture: UInt64, container: ContainerID, axis: PanAxis, translation: Int) {
    self.gesture = gesture
    self.container = container
    self.axis = axis
    self.translation = translation
  }
}

/// The end of a pan, with its last move, so that it works even if all moves were lost.
package struct PanEnd: Hashable, Sendable {
  package var move: Pan
  /// The velocity of the release, in cells per second, positive to the right or down; 0 for a pointer that had stopped
  /// (SV-7).
  ///
  /// On the wire it has thousandths of a cell per second, at most `maximumVelocity` either way.
  package var velocity: Double
  /// Whether the pan was cancelled, so that everything returns to where it began (SN-19); the velocity is then ignored.
  package var isCancelled: Bool

  /// In thousandths of a cell per second.
  package static let maximumVelocity = 1 << 30

  package init(_ move: Pan, velocity: Double = 0, isCancelled: Bool = false) {
    self.move = move
    self.velocity = velocity
    self.isCancelled = isCancelled
  }
}
