package import NavModel
package import NavScene

/// A pan of a stack without any size: every viewport shows it in its own lengths (architecture.md,
/// decision 2).
package struct StackGesture: Hashable, Sendable {
  /// Rises with every pan of a stack and never comes again.
  package let serial: Int
  package let phase: Phase

  package enum Phase: Hashable, Sendable {
    /// A finger or the mouse holds the stack: by so many widths of a page it was moved from where that page
    /// rests. What is positive reveals what lies to the right.
    case panning(base: ContainerID, position: StackPosition, delta: Double)
    /// It was let go; in widths of the viewport a second, positive like a delta.
    case released(velocity: Double)
    /// It was taken back, or its end got lost: the stack goes back to where it rests (SN-19).
    case cancelled
  }

  package var isPanning: Bool {
    switch phase {
    case .panning: true
    case .released, .cancelled: false
    }
  }
}

extension StackState {
  /// Takes hold of the stack where it is (SN-19, SN-22); without pages nothing happens.
  ///
  /// - Parameter delta: how far the viewport of the one who pans is from the active page's resting place, in
  ///   widths of that page; finite.
  package mutating func beginPan(delta: Double = 0) {
    precondition(delta.isFinite, "cannot pan by \(delta)")
    guard let base = activePage else { return }
    panCount += 1
    gesture = StackGesture(
      serial: panCount,
      phase: .panning(base: base.id, position: position, delta: delta)
    )
  }

  /// Moves the stack that is held; nothing where a command has ended the pan (D-7).
  ///
  /// - Parameter delta: all the way from the base page's resting place, in widths of that page; finite.
  package mutating func pan(to delta: Double) {
    precondition(delta.isFinite, "cannot pan by \(delta)")
    guard let gesture, case .panning(let base, let position, _) = gesture.phase else { return }
    self.gesture = StackGesture(
      serial: gesture.serial,
      phase: .panning(base: base, position: position, delta: delta)
    )
  }

  /// Lets go of the stack: another page may become active, without a motion of its own (NC-12); nothing where
  /// a command has ended the pan (D-7).
  ///
  /// - Parameters:
  ///   - id: the page that the viewport of the one who panned aims at.
  ///   - position: the side that it aims at.
  ///   - velocity: in widths of the viewport a second, positive where it reveals what lies to the right;
  ///     finite.
  /// - Throws: where the page is not in the stack; nothing has changed then (D-15).
  package mutating func release(
    active id: ContainerID,
    position: StackPosition,
    velocity: Double
  ) throws(StackError) {
    precondition(velocity.isFinite, "cannot let go at \(velocity)")
    guard let gesture, gesture.isPanning else { return }
    try activate(id, position)
    self.gesture = StackGesture(serial: gesture.serial, phase: .released(velocity: velocity))
  }

  /// Takes the pan back: the stack returns to where it rests (SN-19).
  package mutating func cancelPan() {
    guard let gesture, gesture.isPanning else { return }
    self.gesture = StackGesture(serial: gesture.serial, phase: .cancelled)
  }
}
