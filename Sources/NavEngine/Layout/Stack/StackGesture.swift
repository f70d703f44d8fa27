package import NavBase
package import NavScene

/// A pan of a stack, independent of viewport sizes: each viewport converts it to its own lengths (Sources/README.md,
/// decision 2).
package struct StackGesture: Hashable, Sendable {
  /// Increases with every pan of a stack and is never reused.
  package let serial: Int
  package let phase: Phase

  package enum Phase: Hashable, Sendable {
    /// A finger or the mouse holds the stack. The delta is the distance from the base page's resting position, in
    /// widths of that page; a positive one reveals content on the right.
    case panning(base: ContainerID, position: StackPosition, delta: Double)
    /// The pan ended; the velocity is in widths of the viewport a second, with the sign of a delta.
    case released(velocity: Double)
    /// The pan was cancelled, or its end was lost: the stack returns to its resting position (SN-19).
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
  /// Begins a pan at the current position (SN-19, SN-22); does nothing without pages.
  ///
  /// - Parameter delta: the distance of the panning viewer's viewport from the active page's resting position, in
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

  /// Moves the pan; does nothing if a command has ended it (D-7).
  ///
  /// - Parameter delta: the whole distance from the base page's resting position, in widths of that page; finite.
  package mutating func pan(to delta: Double) {
    precondition(delta.isFinite, "cannot pan by \(delta)")
    guard let gesture, case .panning(let base, let position, _) = gesture.phase else { return }
    self.gesture = StackGesture(
      serial: gesture.serial,
      phase: .panning(base: base, position: position, delta: delta)
    )
  }

  /// Ends the pan, which may activate another page without a separate motion (NC-12); does nothing if a command has
  /// ended the pan (D-7).
  ///
  /// - Parameters:
  ///   - id: the page at which the release aims, in the viewport of the panning viewer.
  ///   - position: the side at which it aims.
  ///   - velocity: in widths of the viewport a second, positive if it reveals content on the right; finite.
  /// - Throws: if the page is not in the stack; the state is then unchanged (D-15).
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

  /// Cancels the pan: the stack returns to its resting position (SN-19).
  package mutating func cancelPan() {
    guard let gesture, gesture.isPanning else { return }
    self.gesture = StackGesture(serial: gesture.serial, phase: .cancelled)
  }
}
