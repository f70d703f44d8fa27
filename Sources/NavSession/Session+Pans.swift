import NavCommands
import NavGeometry
import NavLayout
import NavModel
import NavScene

/// Pans: one at a time moves a session, as one viewer sees it (Sources/README.md, decision 2: a pan).
///
/// A pan moves the nearest thing around the container under it that can move along its axis: the bar of a header, the
/// rows of a page, or the innermost pager or stack. Commands are performed meanwhile; one that moves what is panned
/// ends the pan (D-7).
extension Session {
  /// The viewer whose pan is in progress.
  package var panOwner: UInt64? { isPanUnderWay ? pan?.move.owner : nil }

  /// Handles the move of a pan; begins the pan if necessary.
  ///
  /// - Parameters:
  ///   - move: the pan and its translation.
  ///   - view: what the owner sees.
  ///   - now: the time.
  /// - Returns: whether anything has moved.
  package mutating func move(_ move: PanMove, seenBy view: SessionView, at now: Duration) -> Bool {
    guard pan?.move != move, hold(move, seenBy: view, at: now) else { return false }
    applyPan()
    return true
  }

  /// Handles the release of a pan.
  ///
  /// - Parameters:
  ///   - end: the last move, and the velocity.
  ///   - view: what the owner sees.
  ///   - now: the time.
  mutating func release(_ end: PanEnd, seenBy view: SessionView, at now: Duration) {
    let isHeld = hold(end.move, seenBy: view, at: now)
    // Even if it moved nothing, its later moves are to be ignored.
    remember(end.move)
    guard isHeld, let pan else { return }
    applyPan()
    self.pan = nil
    switch pan.target {
    case .stack(let id): releaseStack(id, end, seenBy: view, at: now)
    case .pager(let id, _): releasePager(id, end, seenBy: view, at: now)
    case .strip(let id, let header): releaseStrip(id, header, end, at: now)
    case .rows(let page):
      releaseRows(page, end, seenBy: view)
      // Scrolling a page brings it to the front (PG-5).
      if !end.isCancelled { bringToFront(page, besidesInnermost: false) }
    }
  }

  /// Releases the pan of an owner that is silent or gone, with velocity 0.
  package mutating func letGo(seenBy view: SessionView, at now: Duration) {
    guard let pan else { return }
    release(PanEnd(pan.move), seenBy: view, at: now)
    version += 1
  }

  // MARK: Beginning

  /// Applies a move to the pan in progress, or begins it; false if it can't start a pan or another pan is active.
  private mutating func hold(
    _ move: PanMove,
    seenBy view: SessionView,
    at now: Duration
  ) -> Bool {
    if !isPanUnderWay { finishPan() }
    if let running = pan {
      guard running.move.owner == move.owner, running.move.gesture == move.gesture else {
        return false
      }
      pan?.move = move
      return true
    }
    guard move.gesture > endedPans[move.owner] ?? 0 else { return false }
    pan = begin(move, seenBy: view, at: now)
    return pan != nil
  }

  private mutating func begin(
    _ move: PanMove,
    seenBy view: SessionView,
    at now: Duration
  ) -> SessionPan? {
    guard let hit = tree.pageUnder(move.container).map(tree.besidePreview), tree.isLive(hit) else {
      return nil
    }
    panSerial += 1
    if move.axis == .horizontal, let (container, part) = tree.part(move.container),
      case .header = part
    {
      if let strip = beginStrip(container, move, seenBy: view, at: now) { return strip }
    }
    if move.axis == .vertical, let rows = beginRows(hit, move, seenBy: view, at: now) {
      return rows
    }
    for page in tree.path(from: hit) {
      switch tree[page.container] {
      case .stack where move.axis == .horizontal:
        return beginStack(page.container, move, seenBy: view, at: now)
      case .pager(let pager) where PagerArea.panAxis(of: pager.content.style) == move.axis:
        return beginPager(page.container, move, seenBy: view, at: now)
      case .stack, .pager, .tabs, nil: continue
      }
    }
    return nil
  }

  private mutating func beginStack(
    _ id: ContainerID,
    _ move: PanMove,
    seenBy view: SessionView,
    at now: Duration
  ) -> SessionPan? {
    guard case .stack(var stack) = tree[id], let base = stack.state.activePage else { return nil }
    let room = tree.room(of: id, in: view.viewport)
    let metrics = StackLayout(room: room).metrics
    let width = metrics.width(of: base.size)
    guard width > 0 else { return nil }
    let state = self.seen(stack, in: room, of: view.viewport)
    let seen = view.stacks[id] ?? StackView(resting: state, metrics: metrics)
    // The panned page may be the preview beside that page, which has another width.
    let widths = state.activePage.map { metrics.width(of: $0.size) / width } ?? 1
    let start = seen.deltaOfPan(beginning: state, at: now) * widths
    stack.state.beginPan(delta: start)
    tree[id] = .stack(stack)
    return SessionPan(
      move: move,
      target: .stack(id),
      serial: stack.state.gesture?.serial ?? 0,
      start: start,
      scale: 1 / width
    )
  }

  private mutating func beginPager(
    _ id: ContainerID,
    _ move: PanMove,
    seenBy view: SessionView,
    at now: Duration
  ) -> SessionPan? {
    guard case .pager(var pager) = tree[id], let room = tree.pagerRoom(of: id, in: view.viewport),
      room.panDistance > 0
    else { return nil }
    let neighbours = room.neighbours(of: pager.turns.current)
    pager.turns.beginPan(seenIn: room, of: pager.pages.count, at: now)
    tree[id] = .pager(pager)
    return SessionPan(
      move: move,
      target: .pager(id, neighbours),
      serial: panSerial,
      start: 0,
      scale: 1 / Double(room.panDistance)
    )
  }

  /// Begins a pan of the bar above a pager's pages, if it has more columns than fit.
  private mutating func beginStrip(
    _ id: ContainerID,
    _ move: PanMove,
    seenBy view: SessionView,
    at now: Duration
  ) -> SessionPan? {
    guard case .pager(var pager) = tree[id],
      let header = tree.pagerRoom(of: id, in: view.viewport)?.header, header.scrolls
    else { return nil }
    let way = pager.way(in: header, at: now)
    let offset = way.offsets?[0] ?? header.offset(at: way.positions[0])
    pager.strip.beginPan(at: header.place(at: offset, centredOn: pager.turns.current))
    tree[id] = .pager(pager)
    return SessionPan(
      move: move,
      target: .strip(id, header),
      serial: panSerial,
      start: 0,
      scale: 1
    )
  }

  private mutating func beginRows(
    _ page: ContainerTree.Page,
    _ move: PanMove,
    seenBy view: SessionView,
    at now: Duration
  ) -> SessionPan? {
    guard var rows = tree.slot(of: page)?.rows else { return nil }
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
    rows.gesture = ScrollGesture(serial: panSerial, beginning: pull)
    tree[page.container]?.set(rows, of: page.page)
    return SessionPan(move: move, target: .rows(page), serial: panSerial, start: 0, scale: 1)
  }

  // MARK: Moving

  /// Whether the pan is in progress: no command has moved its target since, and its page still exists.
  private var isPanUnderWay: Bool {
    guard let pan, isLive(pan.target) else { return false }
    switch pan.target {
    case .stack(let id):
      guard case .stack(let stack) = tree[id], let gesture = stack.state.gesture else {
        return false
      }
      return gesture.serial == pan.serial && gesture.isPanning
    case .pager(let id, _):
      guard case .pager(let pager) = tree[id] else { return false }
      return pager.turns.isHeld
    case .strip(let id, _):
      guard case .pager(let pager) = tree[id] else { return false }
      return pager.strip.isHeld
    case .rows(let page):
      guard let gesture = tree.slot(of: page)?.rows?.gesture else {
        return false
      }
      return gesture.serial == pan.serial && gesture.pull != nil
    }
  }

  /// Whether the target of a pan is in a page that every viewer can reach.
  private func isLive(_ target: SessionPan.Target) -> Bool {
    switch target {
    case .stack(let id), .pager(let id, _), .strip(let id, _):
      tree[id] != nil && (tree.place(of: id).map { tree.isLive($0) } ?? true)
    case .rows(let page): tree.isLive(page)
    }
  }

  /// Cancels a pan whose target is behind another tab or in a page that was popped: it can't be released there.
  mutating func dropEndedPan(at now: Duration) {
    guard let pan, !isPanUnderWay else { return }
    switch pan.target {
    case .stack(let id):
      if case .stack(var stack) = tree[id], stack.state.gesture?.serial == pan.serial {
        stack.state.cancelPan()
        tree[id] = .stack(stack)
      }
    case .pager(let id, _):
      if case .pager(var pager) = tree[id] {
        pager.turns.cancelPan(at: now)
        tree[id] = .pager(pager)
      }
    case .strip(let id, _):
      if case .pager(var pager) = tree[id] {
        pager.strip.cancelPan(at: now)
        tree[id] = .pager(pager)
      }
    case .rows(let page):
      if var rows = tree.slot(of: page)?.rows, rows.gesture?.serial == pan.serial {
        if let anchor = rows.gesture?.cancel() { rows.anchor = anchor }
        tree[page.container]?.set(rows, of: page.page)
      }
    }
    finishPan()
  }

  private mutating func finishPan() {
    guard let pan else { return }
    remember(pan.move)
    self.pan = nil
  }

  /// Records that an owner's pan is over.
  private mutating func remember(_ move: PanMove) {
    // Cleared at the limit: viewers come and go, and late moves of viewers that are gone do no harm.
    if endedPans.count >= Self.endedPanLimit { endedPans = [:] }
    endedPans[move.owner] = max(move.gesture, endedPans[move.owner] ?? 0)
  }

  /// The most owners whose last pan is remembered.
  private static let endedPanLimit = 1_024

  private mutating func applyPan() {
    guard let pan else { return }
    switch pan.target {
    case .stack(let id):
      guard case .stack(var stack) = tree[id] else { return }
      stack.state.pan(to: pan.delta)
      tree[id] = .stack(stack)
    case .pager(let id, let neighbours):
      guard case .pager(var pager) = tree[id] else { return }
      pager.turns.pan(by: pan.delta, between: neighbours)
      tree[id] = .pager(pager)
    case .strip(let id, let header):
      guard case .pager(var pager) = tree[id], let start = pager.strip.held?.start else { return }
      // Every viewer's bar moves by the same distance from where it is centred.
      pager.strip.pan(
        to: header.place(panning: start, by: pan.delta, centredOn: pager.turns.current)
      )
      tree[id] = .pager(pager)
    case .rows(let page):
      guard var rows = tree.slot(of: page)?.rows else { return }
      rows.gesture?.move(to: pan.delta)
      tree[page.container]?.set(rows, of: page.page)
    }
  }

  // MARK: Releasing

  private mutating func releaseStack(
    _ id: ContainerID,
    _ end: PanEnd,
    seenBy view: SessionView,
    at now: Duration
  ) {
    guard case .stack(var stack) = tree[id] else { return }
    defer { tree[id] = .stack(stack) }
    let room = tree.room(of: id, in: view.viewport)
    let metrics = StackLayout(room: room).metrics
    let state = self.seen(stack, in: room, of: view.viewport)
    var seen = view.stacks[id] ?? StackView(resting: state, metrics: metrics)
    seen.follow(state, at: now)
    guard !end.isCancelled,
      let aim = seen.release(of: state, velocity: -end.velocity, at: now)
    else { return stack.state.cancelPan() }
    let isPane = aim.active == stack.pane?.id
    do {
      try stack.state.release(
        active: isPane ? stack.pane?.list ?? aim.active : aim.active,
        position: isPane ? .right : aim.position,
        velocity: aim.velocity
      )
    } catch {
      preconditionFailure("cannot come to rest on a page that is not there: \(error)")
    }
  }

  private mutating func releasePager(
    _ id: ContainerID,
    _ end: PanEnd,
    seenBy view: SessionView,
    at now: Duration
  ) {
    guard case .pager(var pager) = tree[id], let room = tree.pagerRoom(of: id, in: view.viewport)
    else { return }
    let previous = pager.turns.current
    pager.turns.release(
      velocity: end.isCancelled ? nil : -end.velocity,
      seenIn: room,
      of: pager.pages.count,
      at: now
    )
    if pager.turns.current != previous { pager.recentre(countedFrom: previous, at: now) }
    tree[id] = .pager(pager)
  }

  /// Releases the bar: it continues with the velocity of the release, and decelerates (SV-5).
  private mutating func releaseStrip(
    _ id: ContainerID,
    _ header: PagerHeaderLayout,
    _ end: PanEnd,
    at now: Duration
  ) {
    guard case .pager(var pager) = tree[id] else { return }
    if end.isCancelled {
      pager.strip.cancelPan(at: now)
    } else if let held = pager.strip.held?.place {
      let centred = header.leftColumn(centredOn: Double(pager.turns.current))
      let column = centred + held.shift
      let way = header.flick(from: column, velocity: -end.velocity, at: now)
      let target = header.leftColumns(of: way, from: way.length)[0]
      pager.strip.release(to: target - centred, at: now)
    }
    tree[id] = .pager(pager)
  }

  private mutating func releaseRows(
    _ page: ContainerTree.Page,
    _ end: PanEnd,
    seenBy view: SessionView
  ) {
    guard var rows = tree.slot(of: page)?.rows else { return }
    let body = body(of: rows.content, in: page, seenIn: view.viewport)
    let anchor =
      end.isCancelled
      ? rows.gesture?.cancel() : rows.gesture?.release(velocity: -end.velocity, in: body)
    if let anchor { rows.anchor = anchor }
    tree[page.container]?.set(rows, of: page.page)
  }
}
