package import NavBase

/// The place of a stack in one viewport, in columns.
package struct StackReport: Hashable, Sendable {
  package var stack: ContainerID
  /// The offset at the time, and the one at rest.
  package var offset: Double
  package var target: Double
  /// The legal offsets (D-14).
  package var range: ClosedRange<Double>
  package var active: ContainerID
  /// The side at which the active page is aligned in this viewport.
  package var position: StackPosition

  package init(
    stack: ContainerID,
    offset: Double,
    target: Double,
    range: ClosedRange<Double>,
    active: ContainerID,
    position: StackPosition
  ) {
    self.stack = stack
    self.offset = offset
    self.target = target
    self.range = range
    self.active = active
    self.position = position
  }
}
