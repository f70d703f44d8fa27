package import NavCommands
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
    /// A container: its pages, or a part of it.
    case container(ContainerID)
    case rows(ContainerTree.Page)
  }

  package internal(set) var move: PanMove
  let target: Target
  /// Distinguishes it from other gestures of its target.
  let serial: Int
  /// The translation of the target when the pan began, in the target's unit.
  let start: Double
  /// The size of one cell of the owner's terminal, in the target's unit.
  let scale: Double

  init(_ move: PanMove, to target: Target, serial: Int, start: Double, scale: Double) {
    self.move = move
    self.target = target
    self.serial = serial
    self.start = start
    self.scale = scale
  }

  /// Creates a pan that a container has begun; `serial` is the number of this gesture in the session.
  init(_ move: PanMove, of container: ContainerID, _ pan: ContainerPan, serial: Int) {
    self.init(
      move,
      to: .container(container),
      serial: pan.serial ?? serial,
      start: pan.start,
      scale: pan.scale
    )
  }

  /// Whether both are the same gesture of the same owner.
  package func isSame(as other: SessionPan?) -> Bool {
    move.owner == other?.move.owner && move.gesture == other?.move.gesture
  }

  /// The translation of the content, in the target's unit; positive reveals what is to the right and below.
  var delta: Double { start - Double(move.translation) * scale }
}

/// The pans of a session: one at a time moves it.
struct SessionPans: Sendable {
  /// The pan in progress.
  var current: SessionPan?
  /// The last finished pan of each owner; late moves of it are ignored.
  var ended: [UInt64: UInt64] = [:]
  /// The number of the last gesture.
  var serial = 0

  /// The most owners whose last pan is remembered.
  private static let endedLimit = 1_024

  /// Records that an owner's pan is over.
  mutating func remember(_ move: PanMove) {
    // Cleared at the limit: viewers come and go, and late moves of viewers that are gone do no harm.
    if ended.count >= Self.endedLimit { ended = [:] }
    ended[move.owner] = max(move.gesture, ended[move.owner] ?? 0)
  }
}
