package import NavScene

/// A pan in progress.
package struct SessionPan: Hashable, Sendable {
  enum Target: Hashable, Sendable {
    /// A container: its pages, or a part of it.
    case container(ContainerID)
    case rows(ContainerTree.Page)
  }

  /// The viewer that pans, by any number that identifies it.
  package let owner: UInt64
  /// The last move.
  package internal(set) var move: Pan
  let target: Target
  /// Distinguishes it from other gestures of its target.
  let serial: Int
  /// The translation of the target when the pan began, in the target's unit.
  let start: Double
  /// The size of one cell of the owner's terminal, in the target's unit.
  let scale: Double

  init(
    _ pan: Pan,
    by owner: UInt64,
    to target: Target,
    serial: Int,
    start: Double,
    scale: Double
  ) {
    self.owner = owner
    move = pan
    self.target = target
    self.serial = serial
    self.start = start
    self.scale = scale
  }

  /// Creates a pan that a container has begun; `serial` is the number of this gesture in the session.
  init(
    _ pan: Pan,
    by owner: UInt64,
    of container: ContainerID,
    _ begun: ContainerPan,
    serial: Int
  ) {
    self.init(
      pan,
      by: owner,
      to: .container(container),
      serial: begun.serial ?? serial,
      start: begun.start,
      scale: begun.scale
    )
  }

  /// Whether both are the same gesture of the same owner.
  package func isSame(as other: SessionPan?) -> Bool {
    owner == other?.owner && move.gesture == other?.move.gesture
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
  mutating func remember(_ pan: Pan, of owner: UInt64) {
    // Cleared at the limit: viewers come and go, and late moves of viewers that are gone do no harm.
    if ended.count >= Self.endedLimit { ended = [:] }
    ended[owner] = max(pan.gesture, ended[owner] ?? 0)
  }
}
