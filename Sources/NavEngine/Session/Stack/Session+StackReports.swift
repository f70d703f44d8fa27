import NavBase
package import NavScene

extension Session {
  /// Returns the places of the stacks that a viewport has shown, outermost first.
  ///
  /// - Parameters:
  ///   - view: the viewport.
  ///   - now: the time; nil for rest, after all motions.
  package func stackReports(in view: SessionView, at now: Duration?) -> [StackReport] {
    view.states.keys.sorted().compactMap { id in
      guard let node = tree[id] as? StackNode, let seen = view.states[id] as? StackView,
        let active = node.activeID
      else { return nil }
      let end = seen.geometry.maxScroll
      return StackReport(
        stack: id,
        offset: now.map { seen.offset(at: $0) } ?? seen.held ?? seen.target,
        target: seen.target,
        range: min(0, end)...max(0, end),
        active: active,
        position: seen.restingPlace(of: node.state).position
      )
    }
  }
}
