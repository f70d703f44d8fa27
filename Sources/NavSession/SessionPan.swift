package import NavCommands
import NavLayout
package import NavScene

/// The move of a pan with a pointer: a finger, or a mouse with its button down.
package struct PanMove: Hashable, Sendable {
  /// The viewer that pans, by any number that identifies it.
  package var owner: UInt64
  /// Distinguishes the owner's gestures: a later one has a higher number.
  package var gesture: UInt64
  /// The container under the pointer when the pan began.
  package var container: ContainerID
  package var axis: PanAxis
  /// The whole translation since then, in cells of the owner's terminal, positive to the right and down.
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
  /// The last move; it counts even if no move before it has arrived.
  package var move: PanMove
  /// The velocity of the release, in cells per second, positive to the right and down; 0 for a pointer that had stopped
  /// (SV-7).
  package var velocity: Double
  /// Whether everything returns to where the pan began (SN-19).
  package var isCancelled: Bool

  package init(_ move: PanMove, velocity: Double = 0, isCancelled: Bool = false) {
    self.move = move
    self.velocity = velocity
    self.isCancelled = isCancelled
  }
}

/// A pan in progress.
package struct SessionPan: Hashable, Sendable {
  enum Target: Hashable, Sendable {
    case stack(ContainerID)
    /// A pager, and the pages that the panning viewer would turn to.
    case pager(ContainerID, PageNeighbours)
    /// The header of a pager, as the panning viewer sees it.
    case strip(ContainerID, PagerHeaderLayout)
    case rows(ContainerTree.Page)
  }

  package internal(set) var move: PanMove
  let target: Target
  /// Distinguishes it from other gestures of its target.
  let serial: Int
  /// For a stack: how far it was scrolled when the pan began, in widths of the active page.
  let start: Double
  /// The size of one cell of the owner's terminal, in the target's unit.
  let scale: Double

  /// Whether both are the same gesture of the same owner.
  package func isSame(as other: SessionPan?) -> Bool {
    move.owner == other?.move.owner && move.gesture == other?.move.gesture
  }

  /// The translation of the content, in the target's unit; positive reveals what is to the right and below.
  var delta: Double { start - Double(move.translation) * scale }
}
