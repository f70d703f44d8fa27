package import NavModel
package import NavScene

/// A pan in one viewport (SN-19 ... SN-22).
extension StackView {
  /// The delta with which a pan begins exactly at what is in view, also out of a motion (SN-22, D-7).
  ///
  /// - Parameters:
  ///   - state: the stack that is to be held.
  ///   - now: the time.
  /// - Returns: in widths of the active page; 0 where there is none.
  package func deltaOfPan(beginning state: StackState, at now: Duration) -> Double {
    guard let active = state.activePage else { return 0 }
    let width = metrics.width(of: active.size)
    let place = restingPlace(of: state).offset
    let shown = seenOffset(at: now)
    let way = shown - middle(place, towards: shown - place)
    return width > 0 ? way / width : 0
  }

  /// Where a pan that ends in this viewport leads to (D-14).
  ///
  /// - Parameters:
  ///   - state: the stack that is held.
  ///   - velocity: of the content, in units of length a second; positive reveals what lies to the right.
  ///   - now: the time.
  /// - Returns: what `StackState.release` takes; nil where nothing is held, or no page of the stack is in
  ///   view: such a pan is to be taken back.
  package func release(
    of state: StackState,
    velocity: Double,
    at now: Duration
  ) -> (active: ContainerID, position: StackPosition, velocity: Double)? {
    guard let pan = offset(ofPan: state) else { return nil }
    var seen = self
    seen.follow(state, at: now)
    let release = StackGeometry(state.pages, metrics: metrics).release(
      at: pan,
      velocity: velocity,
      visible: seen.contents.visible.compactMap(state.index)
    )
    return release.map {
      (
        state.pages[$0.active].id, $0.position,
        metrics.viewport > 0 ? velocity / metrics.viewport : 0
      )
    }
  }

  /// The offset at which a state's pan holds the stack; nil without one.
  ///
  /// Beyond its ends a stack is held where it has left the viewport, however far the finger goes.
  func heldOffset(of state: StackState) -> Double? {
    guard let (place, delta) = pan(of: state) else { return nil }
    let beyond = metrics.endStretch * metrics.viewport
    let all = max(0, metrics.length(of: containers.allCount))
    return min(max(-beyond - all, middle(place, towards: delta) + delta), all + beyond)
  }

  /// The same measured from the place that is asked for, as the rules of a release have it.
  ///
  /// What was a length before it became a part of a page's width is that length again.
  private func offset(ofPan state: StackState) -> Double? {
    guard let (place, delta) = pan(of: state) else { return nil }
    let grains = delta * 0x1p20
    return place + (abs(grains) < 0x1p53 ? grains.rounded() / 0x1p20 : delta)
  }

  /// Where the page that a pan began with rests, and how far it was moved.
  private func pan(of state: StackState) -> (place: Double, delta: Double)? {
    guard let gesture = state.gesture,
      case .panning(let base, let position, let delta) = gesture.phase,
      let index = state.index(of: base)
    else { return nil }
    let geometry = StackGeometry(state.pages, metrics: metrics)
    return (geometry.place(of: index, position).offset, delta * geometry.width(of: index))
  }

  /// Both ends of the offsets of a stack that is narrower than the viewport are the middle (SN-23): a pan
  /// goes on from the one from which the stack moves as the finger does.
  private func middle(_ place: Double, towards delta: Double) -> Double {
    let maxScroll = geometry.maxScroll
    guard maxScroll < 0, !containers.hasPopped else { return place }
    return delta > 0 ? 0 : delta < 0 ? maxScroll : place
  }
}
