import NavGeometry
package import NavModel
package import NavScene

/// A stack as the viewers of one size see it: the pages that are in view or on their way out, and the motion
/// that runs.
///
/// It follows a `StackState`, which knows no size. A view that is made of a state rests there, or shows its pan; one
/// that follows earlier states first, each at its time, is where their motions are.
package struct StackView: Hashable, Sendable {
  /// Everything in z-order; popped pages stay until the motion is over (D-6).
  package private(set) var containers: StackContainers
  package let metrics: StackMetrics
  /// Where the view rests, or comes to rest.
  package private(set) var target: Double
  /// Nil at rest and during a pan.
  package private(set) var motion: StackMotion?
  /// The offset where a finger holds the stack; nil unless one does.
  package private(set) var held: Double?
  /// The contents that are loaded, as of the last time that the view was changed.
  package private(set) var contents = StackContents()
  /// Whether a half page that stands alone in the middle gets a neighbour or loses it, until the motion is over.
  ///
  /// The neighbour then comes from the viewport's edge, or goes there. Only on cells.
  package private(set) var isSpread = false
  /// The pan as it was when the view last followed.
  private var gesture: StackGesture?

  /// A view that sees a stack for the first time.
  package init(resting state: StackState, metrics: StackMetrics) {
    containers = StackContainers(state.pages)
    self.metrics = metrics
    target = 0
    target = restingPlace(of: state).offset
    gesture = state.gesture
    contents.pass(over: geometry, at: .rest(at: target), hides: true)
    hold(state)
  }

  /// The state's place in this view, and the alignment that holds there (D-14).
  package func restingPlace(of state: StackState) -> (offset: Double, position: StackPosition) {
    guard let active = state.active else { return (0, .left) }
    return StackGeometry(state.pages, metrics: metrics).place(of: active, state.position)
  }

  package var geometry: StackGeometry { StackGeometry(containers, metrics: metrics) }

  /// The offset that a moment shows.
  package func offset(at now: Duration) -> Double {
    if let held { return held }
    guard let motion else { return target }
    return motion.offset(atFrame: motion.frame(at: now))
  }

  /// Forgets a motion that is over, and the pages that it took out.
  package mutating func settle(at now: Duration) {
    guard let motion, motion.frame(at: now) >= motion.length else { return }
    load(throughFrame: motion.length - 1)
    finish()
  }

  /// Goes on to what the state says now, from what is in view at this moment (D-9).
  ///
  /// A pan is shown at once, and stops a motion (D-7).
  ///
  /// - Parameters:
  ///   - state: the stack after one or more commands.
  ///   - now: the time of the commands.
  ///   - isAnimated: whether there is to be a motion.
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

  /// Whether the motion is still on its way beyond its target: a command cancels that, also one that aims at
  /// the same place (D-7, SNQ-3).
  private func isOvershooting(at now: Duration) -> Bool {
    motion.map { $0.isOvershooting(inFrame: $0.frame(at: now)) } ?? false
  }

  /// Shows a pan, where there is one: nothing is hidden while it lasts (D-14).
  private mutating func hold(_ state: StackState) {
    held = heldOffset(of: state)
    if let held { contents.pass(over: geometry, at: .rest(at: held), hides: false) }
  }

  /// Stops what moves where it is.
  private mutating func interrupt(at now: Duration) {
    if let motion { load(throughFrame: motion.frame(at: now)) }
    motion = nil
    held = nil
  }

  /// Ends the motion, and with it what was covered or popped (SN-14).
  private mutating func finish() {
    motion = nil
    held = nil
    isSpread = false
    if containers.hasPopped { containers = StackContainers(containers.live) }
    contents.forget(above: containers.live.last?.id)
    contents.pass(over: geometry, at: .rest(at: target), hides: true)
  }

  /// Loads what the motion has uncovered up to a frame.
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

  /// Lets popped pages go before their motion is over: one that is interrupted again and again never ends,
  /// and nobody keeps their content for so long.
  ///
  /// - Parameter isForgotten: holds for all pages above one that went at the same time, if it holds for that.
  package mutating func dropPopped(where isForgotten: (ContainerID) -> Bool) {
    guard containers.hasPopped else { return }
    containers = containers.dropping(where: isForgotten)
  }
}
