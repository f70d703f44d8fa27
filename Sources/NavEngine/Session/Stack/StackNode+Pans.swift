import NavBase
import NavScene

/// Pans: the pages of the stack follow, in widths of the active page.
extension StackNode {
  mutating func beginPan(
    of part: ContainerID?,
    along axis: PanAxis,
    in context: ContainerContext,
    _ state: (any ContainerViewState)?
  ) -> ContainerPan? {
    guard part == nil, let base = self.state.activePage else { return nil }
    let metrics = StackLayout(room: context.size).metrics
    let width = metrics.width(of: base.size)
    guard width > 0 else { return nil }
    let aim = stateSeen(in: context)
    let seen = state as? StackView ?? StackView(resting: aim, metrics: metrics)
    // The panned page may be the preview beside that page, which has another width.
    let widths = aim.activePage.map { metrics.width(of: $0.size) / width } ?? 1
    let start = seen.deltaOfPan(beginning: aim, at: context.now) * widths
    self.state.beginPan(delta: start)
    return ContainerPan(
      serial: self.state.gesture?.serial ?? 0,
      start: start,
      scale: 1 / width
    )
  }

  func isPanned(serial: Int) -> Bool {
    state.gesture.map { $0.serial == serial && $0.isPanning } ?? false
  }

  mutating func pan(to delta: Double) { state.pan(to: delta) }

  mutating func endPan(_ release: PanRelease?, serial: Int, at now: Duration) {
    guard state.gesture?.serial == serial else { return }
    guard let release, let rest = self.rest(after: release, at: now) else {
      return state.cancelPan()
    }
    let isPane = rest.active == pane?.id
    do {
      try state.release(
        active: isPane ? pane?.list ?? rest.active : rest.active,
        position: isPane ? .right : rest.position,
        velocity: rest.velocity
      )
    } catch {
      preconditionFailure("cannot come to rest on a page that is not there: \(error)")
    }
  }

  /// Returns where the panning viewer's view comes to rest; nil where it began.
  private func rest(
    after release: PanRelease,
    at now: Duration
  ) -> (active: ContainerID, position: StackPosition, velocity: Double)? {
    let aim = stateSeen(in: release.context)
    var seen =
      release.state as? StackView
      ?? StackView(resting: aim, metrics: StackLayout(room: release.context.size).metrics)
    seen.follow(aim, at: now)
    return seen.release(of: aim, velocity: release.velocity, at: now)
  }
}
