import NavBase
package import NavScene

/// Pans: one at a time moves a session, as one viewer sees it (Sources/README.md, decision 2: a pan).
///
/// A pan moves the nearest thing around the container under it that can move along its axis: a part such as a header,
/// the rows of a page, or the pages of the innermost container. Commands are performed meanwhile; one that moves what
/// is panned ends the pan (D-7).
extension Session {
  /// The viewer whose pan is in progress.
  package var panOwner: UInt64? { isPanUnderWay ? pans.current?.owner : nil }

  /// Handles the move of a pan; begins the pan if necessary.
  ///
  /// - Parameters:
  ///   - pan: the pan and its translation.
  ///   - owner: the viewer that pans; 0 for a client that is no viewer.
  ///   - view: what the owner sees.
  ///   - now: the time.
  /// - Returns: whether anything has moved.
  package mutating func move(
    _ pan: Pan,
    by owner: UInt64 = 0,
    seenBy view: SessionView,
    at now: Duration
  ) -> Bool {
    guard pans.current?.owner != owner || pans.current?.move != pan,
      hold(pan, by: owner, seenBy: view, at: now)
    else { return false }
    applyPan()
    return true
  }

  /// Handles the release of a pan.
  ///
  /// - Parameters:
  ///   - end: the last move, and the velocity.
  ///   - owner: the viewer that panned; 0 for a client that is no viewer.
  ///   - view: what the owner sees.
  ///   - now: the time.
  ///   - isAimedAtRest: whether a pan that begins now takes hold of what moves where it will rest, as a script does, which
  ///     sees no motions.
  mutating func release(
    _ end: PanEnd,
    by owner: UInt64 = 0,
    seenBy view: SessionView,
    at now: Duration,
    isAimedAtRest: Bool = false
  ) {
    let beginning = isAimedAtRest ? now + Self.restTime : now
    let isHeld = hold(end.move, by: owner, seenBy: view, at: beginning)
    // Even if it moved nothing, its later moves are to be ignored.
    pans.remember(end.move, of: owner)
    guard isHeld, let pan = pans.current else { return }
    applyPan()
    pans.current = nil
    switch pan.target {
    case .container(let id):
      let context = context(of: id, seenIn: view.viewport, at: now)
      let release =
        end.isCancelled
        ? nil : PanRelease(velocity: -end.velocity, context: context, state: view.states[id])
      tree[id]?.endPan(release, serial: pan.serial, at: now)
      if !end.isCancelled { focusParts(around: id) }
    case .rows(let page):
      releaseRows(page, end, seenBy: view)
      // Scrolling a page brings it to the front (PG-5).
      if !end.isCancelled { bringToFront(page, besidesInnermost: false) }
    }
  }

  /// Longer than any motion.
  private static let restTime = Duration.seconds(60)

  /// Releases the pan of an owner that is silent or gone, with velocity 0.
  package mutating func letGo(seenBy view: SessionView, at now: Duration) {
    guard let pan = pans.current else { return }
    release(PanEnd(pan.move), by: pan.owner, seenBy: view, at: now)
    version += 1
  }

  // MARK: Beginning

  /// Applies a move to the pan in progress, or begins it; false if it can't start a pan or another pan is active.
  private mutating func hold(
    _ pan: Pan,
    by owner: UInt64,
    seenBy view: SessionView,
    at now: Duration
  ) -> Bool {
    if !isPanUnderWay { finishPan() }
    if let running = pans.current {
      guard running.owner == owner, running.move.gesture == pan.gesture else { return false }
      pans.current?.move = pan
      return true
    }
    guard pan.gesture > pans.ended[owner] ?? 0 else { return false }
    pans.current = begin(pan, by: owner, seenBy: view, at: now)
    return pans.current != nil
  }

  private mutating func begin(
    _ pan: Pan,
    by owner: UInt64,
    seenBy view: SessionView,
    at now: Duration
  ) -> SessionPan? {
    guard let hit = tree.pageUnder(pan.container).map(tree.besidePreview), tree.isLive(hit) else {
      return nil
    }
    pans.serial += 1
    if let container = tree.container(ofPart: pan.container) {
      let context = context(of: container, seenIn: view.viewport, at: now)
      let part = tree[container]?.beginPan(
        of: pan.container,
        along: pan.axis,
        in: context,
        view.states[container]
      )
      if let part { return SessionPan(pan, by: owner, of: container, part, serial: pans.serial) }
    }
    if pan.axis == .vertical, let rows = beginRows(hit, pan, by: owner, seenBy: view, at: now) {
      return rows
    }
    // The innermost container that moves along the axis.
    let container = tree.path(from: hit).map(\.container).first {
      tree[$0]?.traits.panAxis == pan.axis
    }
    guard let container else { return nil }
    let context = context(of: container, seenIn: view.viewport, at: now)
    let pages = tree[container]?.beginPan(
      of: nil,
      along: pan.axis,
      in: context,
      view.states[container]
    )
    return pages.map { SessionPan(pan, by: owner, of: container, $0, serial: pans.serial) }
  }

  private mutating func beginRows(
    _ page: ContainerTree.Page,
    _ pan: Pan,
    by owner: UInt64,
    seenBy view: SessionView,
    at now: Duration
  ) -> SessionPan? {
    guard var rows = tree[page]?.rows else { return nil }
    let body = body(of: rows.content, in: page, seenIn: view.viewport)
    var seen =
      view.scrolls[page.page]
      ?? PageScroll(anchor: rows.anchor, gesture: rows.gesture, body: body)
    // The size at rest may differ from the size during the motion.
    if !seen.isMoving(at: now) {
      seen.follow(anchor: rows.anchor, gesture: rows.gesture, body: body, at: now)
    }
    guard let pull = seen.beginPan(anchor: rows.anchor, body: body, at: now) else { return nil }
    rows.anchor = pull.base
    rows.gesture = ScrollGesture(serial: pans.serial, beginning: pull)
    tree[page] = .rows(rows)
    return SessionPan(pan, by: owner, to: .rows(page), serial: pans.serial, start: 0, scale: 1)
  }

  // MARK: Moving

  /// Whether the pan is in progress: no command has moved its target since, and its page still exists.
  private var isPanUnderWay: Bool {
    guard let pan = pans.current else { return false }
    switch pan.target {
    case .container(let id):
      return tree.isLive(id) && tree[id]?.isPanned(serial: pan.serial) == true
    case .rows(let page):
      guard tree.isLive(page), let gesture = tree[page]?.rows?.gesture else {
        return false
      }
      return gesture.serial == pan.serial && gesture.pull != nil
    }
  }

  /// Cancels a pan whose target is behind another tab or in a page that was popped: it can't be released there.
  mutating func dropEndedPan(at now: Duration) {
    guard let pan = pans.current, !isPanUnderWay else { return }
    switch pan.target {
    case .container(let id): tree[id]?.endPan(nil, serial: pan.serial, at: now)
    case .rows(let page):
      if var rows = tree[page]?.rows, rows.gesture?.serial == pan.serial {
        if let anchor = rows.gesture?.cancel() { rows.anchor = anchor }
        tree[page] = .rows(rows)
      }
    }
    finishPan()
  }

  private mutating func finishPan() {
    guard let pan = pans.current else { return }
    pans.remember(pan.move, of: pan.owner)
    pans.current = nil
  }

  private mutating func applyPan() {
    guard let pan = pans.current else { return }
    switch pan.target {
    case .container(let id): tree[id]?.pan(to: pan.delta)
    case .rows(let page):
      guard var rows = tree[page]?.rows else { return }
      rows.gesture?.move(to: pan.delta)
      tree[page] = .rows(rows)
    }
  }

  // MARK: Releasing

  private mutating func releaseRows(
    _ page: ContainerTree.Page,
    _ end: PanEnd,
    seenBy view: SessionView
  ) {
    guard var rows = tree[page]?.rows else { return }
    let body = body(of: rows.content, in: page, seenIn: view.viewport)
    let anchor =
      end.isCancelled
      ? rows.gesture?.cancel() : rows.gesture?.release(velocity: -end.velocity, in: body)
    if let anchor { rows.anchor = anchor }
    tree[page] = .rows(rows)
  }
}
