import NavGeometry

/// A stack as the viewers of one size see it: the pages that are in view or on their way out, and the motion
/// that runs.
///
/// It follows a `StackState`, which knows no size. A view that is made while a motion runs begins at its end
/// (architecture.md, decision 2).
package struct StackView: Hashable, Sendable {
  /// Everything in z-order; popped pages stay until the motion is over (D-6).
  package private(set) var containers: [StackContainer]
  package let metrics: StackMetrics
  /// Where the view rests, or comes to rest.
  package private(set) var target: Double
  /// Nil at rest.
  package private(set) var motion: StackMotion?

  /// The longest way that is shown whole, in widths of the viewport; a longer one begins so far from its
  /// target (protocol.md: Timelines).
  package static let longestWay = 3.0

  package init(resting state: StackState, metrics: StackMetrics) {
    containers = state.pages.map { StackContainer($0) }
    self.metrics = metrics
    target = 0
    target = restingPlace(of: state).offset
  }

  /// The state's place in this view, and the alignment that holds there (D-14).
  package func restingPlace(of state: StackState) -> (offset: Double, position: StackPosition) {
    guard let active = state.active else { return (0, .left) }
    let live = StackGeometry(state.pages.map { StackContainer($0) }, metrics: metrics)
    return live.place(of: active, state.position)
  }

  package var geometry: StackGeometry { StackGeometry(containers, metrics: metrics) }

  /// The frame that a moment shows, and the offset in it.
  package func offset(at now: Duration) -> Double {
    guard let motion else { return target }
    return motion.scroll.offset(atFrame: motion.frame(at: now))
  }

  /// Forgets a motion that is over, and the pages that it took out.
  package mutating func settle(at now: Duration) {
    guard let motion, motion.frame(at: now) >= motion.length else { return }
    finish()
  }

  /// Goes on to what the state says now, from what is in view at this moment (D-9).
  ///
  /// - Parameters:
  ///   - state: the stack after one or more commands.
  ///   - now: the time of the commands.
  ///   - isAnimated: whether there is to be a motion.
  package mutating func follow(_ state: StackState, at now: Duration, isAnimated: Bool = true) {
    settle(at: now)
    let offset = offset(at: now)
    let merged = merged(with: state.pages)
    let newTarget = restingPlace(of: state).offset
    guard merged != containers || newTarget != target else { return }
    containers = merged
    target = newTarget
    let end = endOfMotion
    guard isAnimated, !state.pages.isEmpty, isMoved(from: offset, to: end) else { return finish() }
    let way = min(max(-Self.longestWay, (offset - end) / metrics.viewport), Self.longestWay)
    motion = StackMotion(
      scroll: StackScroll(
        from: abs(way) < Self.longestWay ? offset : end + way * metrics.viewport,
        to: end,
        metrics: metrics,
        margin: metrics.doneMargin
      ),
      startedAt: now
    )
  }

  /// The target, or the other end of the offsets of a stack that is narrower than the viewport: both are
  /// the middle at rest (SN-23), but while popped pages count for the right end only that one is (D-6).
  private var endOfMotion: Double {
    let live = containers.filter { !$0.isPopped }
    let maxScroll = StackGeometry(live, metrics: metrics).maxScroll
    return live.count < containers.count && maxScroll < 0 ? maxScroll : target
  }

  /// Whether the pages stand elsewhere in the end; the two ends of a narrow stack look the same (SN-23).
  private func isMoved(from offset: Double, to end: Double) -> Bool {
    offset != end && geometry.frames(at: offset) != geometry.frames(at: end)
  }

  /// Lets popped pages go before their motion is over: one that is interrupted again and again never ends,
  /// and nobody keeps their content for so long.
  package mutating func dropPopped(where isForgotten: (ContainerID) -> Bool) {
    containers.removeAll { $0.isPopped && isForgotten($0.page.id) }
  }

  private mutating func finish() {
    motion = nil
    containers.removeAll(where: \.isPopped)
  }

  /// The containers after pages have come and gone: what is not live any more is popped where it is, what is
  /// new lies on top.
  private func merged(with pages: [StackPage]) -> [StackContainer] {
    var merged = containers
    var kept = 0
    for index in merged.indices where !merged[index].isPopped {
      guard kept < pages.count, merged[index].page == pages[kept] else {
        // Pages go from the top: nothing above this one stays.
        for above in index..<merged.count { merged[above].isPopped = true }
        break
      }
      kept += 1
    }
    return merged + pages[kept...].map { StackContainer($0) }
  }
}

/// A stack's motion in one viewport.
package struct StackMotion: Hashable, Sendable {
  package let scroll: StackScroll
  package let startedAt: Duration

  /// The number of the last frame.
  package var length: Int { scroll.steps.count }

  package func frame(at now: Duration) -> Int {
    min(FrameTime.frame(at: now - startedAt), length)
  }
}
