package import NavBase
package import NavScene

/// The place of a stack in one viewport.
package struct StackReport: Hashable, Sendable {
  package let stack: ContainerID
  /// The offset at the time, and the one at rest.
  package let offset: Double
  package let target: Double
  /// The legal offsets (D-14).
  package let range: ClosedRange<Double>
  package let active: ContainerID
  /// The side at which the active page is aligned in this viewport.
  package let position: StackPosition
}

extension Session {
  /// Returns the places of the stacks that a viewport has shown, outermost first.
  package func stackReports(in view: SessionView, at now: Duration) -> [StackReport] {
    view.states.keys.sorted().compactMap { id in
      guard let node = tree[id] as? StackNode, let seen = view.states[id] as? StackView,
        let active = node.activeID
      else { return nil }
      let end = seen.geometry.maxScroll
      return StackReport(
        stack: id,
        offset: seen.offset(at: now),
        target: seen.target,
        range: min(0, end)...max(0, end),
        active: active,
        position: seen.restingPlace(of: node.state).position
      )
    }
  }
}
