package import NavCommands
import NavLayout
package import NavScene

/// A finger, or a mouse with its button down, as far as it has moved.
package struct PanMove: Hashable, Sendable {
  /// Whose finger it is, by whatever number the caller knows them.
  package var owner: UInt64
  /// Tells the owner's gestures apart: a later one has a higher number.
  package var gesture: UInt64
  /// What was under the finger when it came down.
  package var container: ContainerID
  package var axis: PanAxis
  /// The whole way since then, in cells of the owner's terminal, positive to the right and down.
  package var translation: Int

  package init(
    owner: UInt64,
    gesture: UInt64,
    container: ContainerID,
    axis: PanAxis,
    translation: Int
  ) {
    self.owner = owner
    self.gesture = gesture
    self.container = container
    self.axis = axis
    self.translation = translation
  }
}

/// The end of a pan.
package struct PanEnd: Hashable, Sendable {
  /// The last move; it counts even if none before it has arrived.
  package var move: PanMove
  /// The finger's, in cells a second, positive to the right and down; 0 for one that had stopped (SV-7).
  package var velocity: Double
  /// Whether everything is to go back to where the pan began (SN-19).
  package var isCancelled: Bool

  package init(_ move: PanMove, velocity: Double = 0, isCancelled: Bool = false) {
    self.move = move
    self.velocity = velocity
    self.isCancelled = isCancelled
  }
}

/// A pan that is under way.
package struct SessionPan: Hashable, Sendable {
  enum Target: Hashable, Sendable {
    case stack(ContainerID)
    /// A pager, and the pages that who pans would turn to.
    case pager(ContainerID, PageNeighbours)
    /// The header of a pager, as who pans sees it.
    case strip(ContainerID, PagerHeaderLayout)
    case rows(ContainerTree.Page)
  }

  package internal(set) var move: PanMove
  let target: Target
  /// Tells it apart among the gestures of its target.
  let serial: Int
  /// Stack: how far it had been scrolled when the pan began, in widths of the active page.
  let start: Double
  /// How much of the target's unit a cell of the owner's terminal is.
  let scale: Double

  /// Whether it is the same gesture of the same finger.
  package func isSame(as other: SessionPan?) -> Bool {
    move.owner == other?.move.owner && move.gesture == other?.move.gesture
  }

  /// How far the content goes, in the target's unit; positive reveals what is right and below.
  var delta: Double { start - Double(move.translation) * scale }
}
