package import NavBase
package import NavScene

/// A stack in one viewport size: the visible pages, the pages that slide out, and the current motion.
///
/// It follows a `StackState`, which is independent of sizes. A view created from a state is at rest or shows its pan; a
/// view that followed earlier states, each at its time, continues their motions.
package struct StackView: Hashable, Sendable {
  /// All pages in z-order; popped pages stay until the motion is over (D-6).
  package private(set) var containers: StackContainers
  package let metrics: StackMetrics
  /// The resting offset, now or after the motion.
  package private(set) var target: Double
  /// The current motion; nil at rest and during a pan.
  package private(set) var motion: StackMotion?
  /// The offset at which a pan holds the stack; nil without a pan.
  package private(set) var held: Double?
  /// The loaded contents as of the last change of the view.
  package private(set) var contents = StackContents()
  /// Whether a centred single half page is gaining or losing a neighbour, until the motion is over.
  ///
  /// The neighbour then slides in from the viewport's edge, or out to it. Only on cells.
  package private(set) var isSpread = false
  /// The pan of the state that the view last followed.
  private var gesture: StackGesture?

  /// Creates a view of a stack at rest, or of its pan.
  package init(resting state: StackState, metrics: StackMetrics) {
    containers = StackContainers(state.pages)
    self.metrics = metrics
    target = 0
    target = restingPlace(of: state).offset
    gesture = state.gesture
    contents.pass(over: geometry, at: .rest(at: target), hides: true)
    hold(state)
  }

  /// Returns the state's resting offset in this view, and the alignment at that offset (D-14).
  package func restingPlace(of state: StackState) -> (offset: Double, position: StackPosition) {
    guard let active = state.active else { return (0, .left) }
    return StackGeometry(state.pages, metrics: metrics).place(of: active, state.position)
  }

  package var geometry: StackGeometry { StackGeometry(containers, metrics: metrics) }

  /// Returns the offset at a time.
  package func offset(at now: Duration) -> Double {
    if let held { return held }
    guard let motion else { return target }
    return motion.offset(atFrame: motion.frame(at: now))
  }

  /// Removes a motion that is over, and the popped pages that slid out in it.
  package mutating func settle(at now: Duration) {
    guard let motion, motion.frame(at: now) >= motion.length else { return }
    load(throughFrame: motion.length - 1)
    finish()
  }

  /// Follows a new state, starting from what is displayed at this time (D-9).
  ///
  /// A pan is shown at once and stops a motion (D-7).
  ///
  /// - Parameters:
  ///   - state: the stack after one or more commands.
  ///   - now: the time of the commands.
  ///   - isAnimated: whether the change is animated.
  package mutating func follow(_ state: StackState, at now: Duration, isAnimated: Bool = true) {
    settle(at: now)
    let shown = offset(at: now)
    let next = containers.following(state.pages)
    let newTarget = restingPlace(of: state).offset
    let isCancelled = isOvershooting(at: now) && state.gesture == nil
    let isNew = state.gesture != gesture && (state.gesture != nil || held != nil)
    guard isNew || isCancelled || next != containers || newTarget != target else { return }
    let seen = seenRoot(at: now)
    let wasNarrow = geometry.maxScroll < 0
    let keepsRoot = seen != nil && next.first?.isPopped == false
    interrupt(at: now)
    containers = next
    target = newTarget
    gesture = state.gesture
    isSpread = keepsRoot && (isSpread || wasNarrow || geometry.maxScroll < 0)
    hold(state)
    guard held == nil else { return }
    guard isAnimated,
      let motion = motion(
        from: shown,
        beyond: isNew ? overshoot(of: state) : 0,
        seen: keepsRoot ? seen : nil,
        at: now
      )
    else { return finish() }
    self.motion = motion
  }

  /// Whether the motion is still in the leg beyond its target: any command cancels that, even one with the same target
  /// (D-7, SNQ-3).
  private func isOvershooting(at now: Duration) -> Bool {
    motion.map { $0.isOvershooting(inFrame: $0.frame(at: now)) } ?? false
  }

  /// Shows the state's pan, if any: nothing is hidden during a pan (D-14).
  private mutating func hold(_ state: StackState) {
    held = heldOffset(of: state)
    if let held { contents.pass(over: geometry, at: .rest(at: held), hides: false) }
  }

  /// Stops the motion or pan at its current position.
  private mutating func interrupt(at now: Duration) {
    if let motion { load(throughFrame: motion.frame(at: now)) }
    motion = nil
    held = nil
  }

  /// Ends the motion, hides covered content and deletes popped pages (SN-14).
  private mutating func finish() {
    motion = nil
    held = nil
    isSpread = false
    if containers.hasPopped { containers = StackContainers(containers.live) }
    contents.forget(above: containers.live.last?.id)
    contents.pass(over: geometry, at: .rest(at: target), hides: true)
  }

  /// Loads the contents that the motion has uncovered up to a frame.
  private mutating func load(throughFrame frame: Int) {
    guard let motion, frame > 0 else { return }
    let geometry = geometry
    let origins = (1...frame).map { geometry.origin(at: motion.offset(atFrame: $0)) }
    let window = geometry.window((origins.min() ?? 0)...(origins.max() ?? 0))
    for step in 1...frame {
      contents.pass(
        over: window,
        of: geometry,
        at: motion.moment(atFrame: step),
        hides: false
      )
    }
  }

  /// Removes popped pages before their motion is over: a motion that is interrupted again and again never ends, and
  /// their content is not kept that long.
  ///
  /// - Parameter isForgotten: whether a page is removed; if it holds for a page, it must hold for all pages above it
  ///   that were popped at the same time.
  package mutating func dropPopped(where isForgotten: (ContainerID) -> Bool) {
    guard containers.hasPopped else { return }
    containers = containers.dropping(where: isForgotten)
  }
}
