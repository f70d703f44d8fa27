import NavModel

extension StackState {
  /// The stack with one more page on top, beside the active one: a preview, of which the state itself knows nothing.
  ///
  /// A finger that holds the active page holds both.
  ///
  /// - Parameters:
  ///   - pane: younger than every page.
  ///   - metrics: of the viewport that has room for it.
  /// - Returns: that stack, the preview active.
  package func beside(_ pane: StackPage, metrics: StackMetrics) -> StackState {
    var state = self
    state.push(pane)
    state.gesture = gesture
    guard let gesture, case .panning(let base, _, let delta) = gesture.phase,
      let held = activePage, held.id == base
    else { return state }
    let widths = metrics.width(of: held.size) / metrics.width(of: pane.size)
    state.gesture = StackGesture(
      serial: gesture.serial,
      phase: .panning(base: pane.id, position: .right, delta: delta * widths)
    )
    return state
  }
}
