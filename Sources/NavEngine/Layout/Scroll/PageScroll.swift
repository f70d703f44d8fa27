package import NavBase

/// The scroll state of a page's rows in one viewport: at rest, under a pull, or in motion.
///
/// It follows the page's anchor and gesture, which are independent of sizes. At rest its offset is determined by the
/// anchor only; a viewport that is laid out for the first time while rows move shows them at rest (Sources/README.md,
/// decision 2).
package struct PageScroll: Hashable, Sendable {
  /// The rows scrolled away at rest; during a pull, the anchor's offset.
  package private(set) var target: Int
  private var phase = Phase.resting
  /// The gesture last followed.
  private var gesture: ScrollGesture?
  private var metrics: ScrollMetrics

  private enum Phase: Hashable {
    case resting
    /// Under a pull, at an unrounded offset.
    case pulled(to: Double)
    case moving(PageMotion)
  }

  /// Creates the state of a page that is shown for the first time: under a pull if there is one, else at rest.
  package init(anchor: ScrollAnchor, gesture: ScrollGesture?, body: any PageBody) {
    target = body.offset(for: anchor)
    metrics = body.scrollMetrics
    self.gesture = gesture
    if let pull = gesture?.pull { phase = .pulled(to: body.offset(of: pull)) }
  }

  // MARK: Displayed rows

  /// Returns the rows scrolled away: below 0, or beyond the page's end, while they are pulled beyond an end.
  package func offset(at now: Duration) -> Int {
    switch phase {
    case .resting: target
    case .pulled(let position):
      PageMotion.offset(of: position, restingAt: CellGrid.cell(at: metrics.confined(position)))
    case .moving(let motion): motion.offsets[motion.frame(at: now)]
    }
  }

  /// The number of the motion's last frame; 0 without a motion.
  package var length: Int { motion?.length ?? 0 }

  /// The time of the motion's frame 0; nil without a motion.
  package var startedAt: Duration? { motion?.startedAt }

  /// Returns the frame at a time, from 0 to `length`.
  package func frame(at now: Duration) -> Int { motion?.frame(at: now) ?? 0 }

  package func isMoving(at now: Duration) -> Bool { frame(at: now) < length }

  /// Returns the rows scrolled away in the frames after one, to rest; empty if nothing moves any more.
  package func offsets(afterFrame frame: Int) -> [Int] {
    guard let motion, frame < motion.length else { return [] }
    return Array(motion.offsets[(max(0, frame) + 1)...])
  }

  /// Returns the rows of a page for a scene, from a time on.
  package func shownRows(
    of body: any PageBody,
    selection: Int? = nil,
    entries: Int = 0,
    at now: Duration
  ) -> ShownRows {
    ShownRows(
      body: body,
      offset: offset(at: now),
      offsets: offsets(afterFrame: frame(at: now)),
      selection: selection,
      entries: entries
    )
  }

  private var motion: PageMotion? {
    if case .moving(let motion) = phase { motion } else { nil }
  }

  // MARK: Changes

  /// Removes a motion that is over.
  package mutating func settle(at now: Duration) {
    if motion != nil, !isMoving(at: now) { phase = .resting }
  }

  /// Follows the page's current anchor and gesture.
  ///
  /// A pan places the rows by this viewport's own base and the pull, and stops any motion (SV-11). After a release they
  /// move from there to the page's anchor: by the law of the release if it leads there in this viewport too, else like
  /// a flick whose target was changed (SV-5, SV-6). A cancelled pan leads from the displayed offset to the anchor, and
  /// so does a program's scroll (SV-9). Any other change of the anchor or the rows applies at once and stops any motion
  /// (D-7, SV-12).
  ///
  /// - Parameters:
  ///   - anchor: the page's scroll anchor.
  ///   - gesture: the page's current or last gesture; nil if a command came after it.
  ///   - body: the rows in this viewport.
  ///   - now: the time.
  ///   - isAnimated: whether a new anchor without a gesture is reached by a motion at constant velocity from the
  ///     displayed offset, like a program's scroll (SV-9).
  package mutating func follow(
    anchor: ScrollAnchor,
    gesture: ScrollGesture?,
    body: any PageBody,
    at now: Duration,
    isAnimated: Bool = false
  ) {
    settle(at: now)
    let before = self
    self.gesture = gesture
    metrics = body.scrollMetrics
    target = body.offset(for: anchor)
    if let pull = gesture?.pull {
      phase = .pulled(to: body.offset(of: pull))
      return
    }
    let isNew = gesture != before.gesture
    // Rows appended at the end do not disturb a motion.
    let isSmaller =
      metrics.bounds != before.metrics.bounds || metrics.content < before.metrics.content
    if isNew, case .released(let pull, let velocity)? = gesture?.phase {
      let trajectory = body.trajectory(releasing: pull, velocity: velocity, at: now)
      let isOurs = CellGrid.cell(at: trajectory.target) == target
      begin(isOurs ? trajectory : settling(from: body.offset(of: pull), at: now), body)
    } else if isNew, gesture?.phase == .cancelled {
      begin(settling(from: before.position(at: now), at: now), body)
    } else if isNew, gesture?.phase == .scrolled {
      begin(.line(from: before.position(at: now), to: Double(target), at: now), body)
    } else if isNew || isSmaller || target != before.target {
      guard isAnimated, !isSmaller else { return phase = .resting }
      begin(.line(from: before.position(at: now), to: Double(target), at: now), body)
    }
  }

  /// Returns the current offset: the displayed one in a motion, and the unrounded one during a pull.
  private func position(at now: Duration) -> Double {
    if case .pulled(let position) = phase { position } else { Double(offset(at: now)) }
  }

  private func settling(from position: Double, at now: Duration) -> ScrollTrajectory {
    .settling(from: position, to: Double(target), metrics: metrics, at: now)
  }

  private mutating func begin(_ trajectory: ScrollTrajectory, _ body: any PageBody) {
    let motion = PageMotion(
      trajectory,
      to: target,
      visible: Int(metrics.bounds),
      rowLimit: body.blurredRowLimit
    )
    phase = motion.map { .moving($0) } ?? .resting
  }

  // MARK: Pans in this viewport

  /// Returns the pull with which a pan in this viewport begins: the rows stay at their displayed offset (SV-11).
  ///
  /// At rest its base is the page's anchor. If the pan interrupts a motion, the base is the displayed row, so that
  /// every viewport shows the same position; beyond an end the pull includes the translation that the rubber band has
  /// absorbed.
  ///
  /// - Parameters:
  ///   - anchor: the page's scroll anchor, as last followed.
  ///   - body: the rows in this viewport.
  ///   - now: the time at which the pan begins.
  /// - Returns: the pull for a gesture, whose base becomes the page's anchor; nil for a page that does not overflow
  ///   (SV-3), or that fingers do not move.
  package func beginPan(
    anchor: ScrollAnchor,
    body: any PageBody,
    at now: Duration
  ) -> ScrollPull? {
    let metrics = body.scrollMetrics
    guard metrics.canScroll, body.scrolling.isEnabled else { return nil }
    let shown = Double(offset(at: now))
    let edge = Int(metrics.confined(shown))
    return ScrollPull(
      base: edge == body.offset(for: anchor) ? anchor : body.anchor(forOffset: edge),
      initial: metrics.rubberBand.pulled(shown) - Double(edge)
    )
  }
}
