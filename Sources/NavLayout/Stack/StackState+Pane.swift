import NavModel

extension StackState {
  /// Returns the stack with a preview page on top, beside the active one; the state itself does not contain the
  /// preview.
  ///
  /// A pan of the active page moves both.
  ///
  /// - Parameters:
  ///   - pane: the preview; its id is greater than those of all pages.
  ///   - metrics: the metrics of the viewport that shows the preview.
  /// - Returns: the stack, with the preview as its active page.
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
