package import NavBase
package import NavScene

/// A pan in one viewport (SN-19 ... SN-22).
extension StackView {
  /// Returns the delta with which a pan begins exactly at the displayed position, also during a motion (SN-22, D-7).
  ///
  /// - Parameters:
  ///   - state: the stack to be panned.
  ///   - now: the current time.
  /// - Returns: the delta in widths of the active page; 0 without an active page.
  package func deltaOfPan(beginning state: StackState, at now: Duration) -> Double {
    guard let active = state.activePage else { return 0 }
    let width = metrics.width(of: active.size)
    let place = restingPlace(of: state).offset
    let shown = seenOffset(at: now)
    let distance = shown - middle(place, towards: shown - place)
    return width > 0 ? distance / width : 0
  }

  /// Returns the target of a pan that ends in this viewport (D-14).
  ///
  /// - Parameters:
  ///   - state: the panned stack.
  ///   - velocity: the content's velocity in units of length a second; positive reveals content on the right.
  ///   - now: the current time.
  /// - Returns: the arguments of `StackState.release`; nil without a pan or a viewport: such a pan is to be cancelled.
  package func release(
    of state: StackState,
    velocity: Double,
    at now: Duration
  ) -> (active: ContainerID, position: StackPosition, velocity: Double)? {
    guard let pan = offset(ofPan: state), metrics.viewport > 0 else { return nil }
    var seen = self
    seen.follow(state, at: now)
    let release = StackGeometry(state.pages, metrics: metrics).release(
      at: pan,
      velocity: velocity,
      inView: seen.geometry.inView(at: pan).compactMap { state.index(of: $0.page.id) }
    )
    return release.map {
      (state.pages[$0.active].id, $0.position, velocity / metrics.viewport)
    }
  }

  /// Returns the offset at which a state's pan holds the stack; nil without a pan.
  ///
  /// Clamped to the offsets at which the stack has completely left the viewport, however far the finger moves, or to the
  /// legal ones if it does not bounce.
  func heldOffset(of state: StackState) -> Double? {
    guard let (place, delta) = pan(of: state) else { return nil }
    guard state.bounces else { return legal(middle(place, towards: delta) + delta) }
    let beyond = metrics.endStretch * metrics.viewport
    let all = max(0, metrics.length(of: containers.allCount))
    return min(max(-beyond - all, middle(place, towards: delta) + delta), all + beyond)
  }

  /// Returns the offset of a state's pan, unclamped and measured from the resting offset, as the rules of a release
  /// require.
  ///
  /// Rounds away the error of converting a length to page widths and back.
  private func offset(ofPan state: StackState) -> Double? {
    guard let (place, delta) = pan(of: state) else { return nil }
    let grains = delta * 0x1p20
    let offset = place + (abs(grains) < 0x1p53 ? grains.rounded() / 0x1p20 : delta)
    return state.bounces ? offset : legal(offset)
  }

  private func legal(_ offset: Double) -> Double {
    let end = geometry.maxScroll
    return offset.clamped(to: min(0, end)...max(0, end))
  }

  /// Returns the resting offset of the pan's base page, and the distance of the pan.
  private func pan(of state: StackState) -> (place: Double, delta: Double)? {
    guard let gesture = state.gesture,
      case .panning(let base, let position, let delta) = gesture.phase,
      let index = state.index(of: base)
    else { return nil }
    let geometry = StackGeometry(state.pages, metrics: metrics)
    return (geometry.place(of: index, position).offset, delta * geometry.width(of: index))
  }

  /// Returns the offset from which a pan starts: in a stack narrower than the viewport, where both ends of the offsets
  /// centre it (SN-23), the end at which the stack moves with the finger.
  private func middle(_ place: Double, towards delta: Double) -> Double {
    let maxScroll = geometry.maxScroll
    guard maxScroll < 0, !containers.hasPopped else { return place }
    return delta > 0 ? 0 : delta < 0 ? maxScroll : place
  }
}
