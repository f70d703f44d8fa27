import NavGeometry
package import NavModel

/// How the rows of a page are scrolled in one viewport: at rest, under a finger, or on their way.
///
/// It follows the page's anchor and gesture, which know no size. At rest its offset is the anchor's
/// and nothing else; a viewport that is laid out for the first time while rows move shows them at
/// rest (architecture.md, decision 2).
package struct PageScroll: Hashable, Sendable {
  /// The rows scrolled away at rest; under a finger, what the anchor says.
  package private(set) var target: Int
  private var phase = Phase.resting
  /// What it has followed.
  private var gesture: ScrollGesture?
  private var metrics: ScrollMetrics

  private enum Phase: Hashable {
    case resting
    /// Under a finger, unrounded.
    case pulled(to: Double)
    case moving(PageMotion)
  }

  /// A page that is seen for the first time: under a finger if one is there, else at rest.
  package init(anchor: ScrollAnchor, gesture: ScrollGesture?, body: any PageBody) {
    target = body.offset(for: anchor)
    metrics = body.scrollMetrics
    self.gesture = gesture
    if let pull = gesture?.pull { phase = .pulled(to: body.offset(of: pull)) }
  }

  // MARK: What is shown

  /// The rows scrolled away: below 0, or above what the page has, while they are pulled beyond an
  /// end.
  package func offset(at now: Duration) -> Int {
    switch phase {
    case .resting: target
    case .pulled(let position):
      PageMotion.offset(of: position, restingAt: CellGrid.cell(at: metrics.confined(position)))
    case .moving(let motion): motion.offsets[motion.frame(at: now)]
    }
  }

  package var isPulled: Bool {
    if case .pulled = phase { true } else { false }
  }

  /// The number of the motion's last frame; 0 where nothing moves.
  package var length: Int { motion?.length ?? 0 }

  /// When frame 0 of the motion was; nil where nothing moves.
  package var startedAt: Duration? { motion?.startedAt }

  /// The frame that a moment shows, from 0 to `length`.
  package func frame(at now: Duration) -> Int { motion?.frame(at: now) ?? 0 }

  package func isMoving(at now: Duration) -> Bool { frame(at: now) < length }

  /// The rows scrolled away in the frames behind one, to rest; empty where nothing moves any more.
  package func way(afterFrame frame: Int) -> [Int] {
    guard let motion, frame < motion.length else { return [] }
    return Array(motion.offsets[(max(0, frame) + 1)...])
  }

  /// The rows of a page as a scene is made of them, from a moment on.
  package func shownRows(
    of body: any PageBody,
    selection: Int? = nil,
    entries: Int = 0,
    at now: Duration
  ) -> ShownRows {
    ShownRows(
      body: body,
      offset: offset(at: now),
      way: way(afterFrame: frame(at: now)),
      selection: selection,
      entries: entries
    )
  }

  private var motion: PageMotion? {
    if case .moving(let motion) = phase { motion } else { nil }
  }

  // MARK: What happens

  /// Forgets a motion that is over.
  package mutating func settle(at now: Duration) {
    if motion != nil, !isMoving(at: now) { phase = .resting }
  }

  /// Goes on to what the page says now.
  ///
  /// A pan shows the rows where this viewport's own base and the pull have them, and stops whatever
  /// ran (SV-11). After a release they move from there to where the page's anchor rests: as the
  /// finger left them where this viewport comes to rest there by itself, else as a flick does whose
  /// target was moved (SV-5, SV-6). A pan that was taken back leads from what is in view to the
  /// anchor, and so does a program's scroll (SV-9). Whatever else changes the anchor or the rows puts them in their place at once, from
  /// whatever ran (D-7, SV-12).
  ///
  /// - Parameters:
  ///   - anchor: where the page is scrolled to.
  ///   - gesture: what a finger does to it, or did last; nil where a command came after it.
  ///   - body: the rows in this viewport.
  ///   - now: the time.
  ///   - isAnimated: whether another anchor without a gesture is reached at a constant velocity,
  ///     like a program's scroll, from what is in view (SV-9).
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
    // Rows that come after what is on its way do not disturb it.
    let isSmaller =
      metrics.bounds != before.metrics.bounds || metrics.content < before.metrics.content
    if isNew, case .released(let pull, let velocity)? = gesture?.phase {
      let way = body.way(releasing: pull, velocity: velocity, at: now)
      let isOurs = CellGrid.cell(at: way.target) == target
      begin(isOurs ? way : settling(from: body.offset(of: pull), at: now), body)
    } else if isNew, gesture?.phase == .cancelled {
      begin(settling(from: before.position(at: now), at: now), body)
    } else if isNew, gesture?.phase == .scrolled {
      begin(.line(from: before.position(at: now), to: Double(target), at: now), body)
    } else if isNew || isSmaller || target != before.target {
      guard isAnimated, !isSmaller else { return phase = .resting }
      begin(.line(from: before.position(at: now), to: Double(target), at: now), body)
    }
  }

  /// Where the rows are: what is seen of a motion, and under a finger also the part of a row that
  /// is not.
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

  // MARK: A finger in this viewport

  /// What a pan begins with whose finger is in this viewport: the rows stay where they are seen
  /// (SV-11).
  ///
  /// At rest that is the page's anchor. Rows that are caught on their way count from what is in
  /// view instead, so that every viewport shows the same place; beyond an end also what a finger
  /// would have pulled to have them there.
  ///
  /// - Parameters:
  ///   - anchor: where the page is scrolled to, as it was followed last.
  ///   - body: the rows in this viewport.
  ///   - now: the time at which the pan begins.
  /// - Returns: the pull to begin a gesture with, whose base becomes the page's anchor; nil for a
  ///   page that does not overflow (SV-3).
  package func beginPan(
    anchor: ScrollAnchor,
    body: any PageBody,
    at now: Duration
  ) -> ScrollPull? {
    let metrics = body.scrollMetrics
    guard metrics.canScroll else { return nil }
    let shown = Double(offset(at: now))
    let edge = Int(metrics.confined(shown))
    return ScrollPull(
      base: edge == body.offset(for: anchor) ? anchor : body.anchor(forOffset: edge),
      initial: metrics.rubberBand.pulled(shown) - Double(edge)
    )
  }
}
