import NavCommands
import NavLayout
import NavScene

/// Pans of borders, as the dragging viewer sees them (SPL-6).
extension SplitNode {
  mutating func beginPan(
    ofPart part: ContainerID,
    along axis: PanAxis,
    in context: ContainerContext
  ) -> ContainerPan? {
    guard let border = SplitLayout.border(part, of: context.id),
      let drag = SplitDrag(SplitLayout(state, room: context.size), border: border),
      drag.axis.panAxis == axis
    else { return nil }
    self.drag = drag
    return ContainerPan(scale: 1)
  }

  func isPanned(serial: Int) -> Bool { drag != nil }

  mutating func pan(to delta: Double) {
    guard let drag else { return }
    // A pan's translation is counted in the direction of the content, against that of the pointer.
    state.set(shares: drag.shares(movedBy: Int((-delta).rounded())))
  }

  mutating func releasePan(
    _ end: PanEnd,
    in context: ContainerContext,
    _ state: (any ContainerViewState)?
  ) {
    if end.isCancelled { restoreShares() }
    drag = nil
  }

  mutating func cancelPan(serial: Int, at now: Duration) {
    restoreShares()
    drag = nil
  }

  private mutating func restoreShares() {
    if let drag { state.set(shares: drag.startingShares) }
  }
}

extension SplitAxis {
  fileprivate var panAxis: PanAxis {
    switch self {
    case .sideBySide: .horizontal
    case .stacked: .vertical
    }
  }
}
