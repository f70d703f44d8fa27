import NavCommands
import NavGeometry
import NavLayout
import NavModel
import NavScene

/// Fingers: one at a time moves a session, as one viewer sees it (architecture.md, decision 2: a pan).
///
/// A pan belongs to what pans nearest around the container under the finger: along the rows the page's rows, across
/// them the innermost pager or stack. Commands of others go on meanwhile; one that moves what is panned ends the
/// pan (D-7).
extension Session {
  /// Whose pan is under way.
  package var panOwner: UInt64? { isPanUnderWay ? pan?.move.owner : nil }

  /// A finger moves; it begins to pan if it has not yet.
  ///
  /// - Parameters:
  ///   - move: how far.
  ///   - view: what the owner sees.
  ///   - now: the time.
  /// - Returns: whether anything is elsewhere now.
  package mutating func move(_ move: PanMove, seenBy view: SessionView, at now: Duration) -> Bool {
    guard pan?.move != move, hold(move, seenBy: view, at: now) else { return false }
    applyPan()
    return true
  }

  /// A finger leaves.
  ///
  /// - Parameters:
  ///   - end: where, and how fast.
  ///   - view: what the owner sees.
  ///   - now: the time.
  mutating func release(_ end: PanEnd, seenBy view: SessionView, at now: Duration) {
    let isHeld = hold(end.move, seenBy: view, at: now)
    // Also where it moved nothing, moves that come later do not either.
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
      // A page that is scrolled is wanted in front (PG-5).
      if !end.isCancelled { bringToFront(page, besidesInnermost: false) }
    }
  }

  /// Lets go of what an owner holds who says nothing any more, as a finger would that had stopped.
  package mutating func letGo(seenBy view: SessionView, at now: Duration) {
    guard let pan else { return }
    release(PanEnd(pan.move), seenBy: view, at: now)
    version += 1
  }

  // MARK: Beginning

  /// Makes a move the pan that is under way; false where it is none, or another one is.
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
      case .pager(let pager) where PagerRoom.panAxis(of: pager.content.style) == move.axis:
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
    // What is held may be the preview beside that page, which has another width.
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

  /// A finger on the bar above a pager's pages scrolls that, where it has more columns than fit.
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
    // The room at rest may be another one than that of the way there.
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

  /// Whether nothing has ended the pan: a command that moved the same thing, or its page's end.
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

  /// Whether everybody can go to what a pan moves.
  private func isLive(_ target: SessionPan.Target) -> Bool {
    switch target {
    case .stack(let id), .pager(let id, _), .strip(let id, _):
      tree[id] != nil && (tree.place(of: id).map { tree.isLive($0) } ?? true)
    case .rows(let page): tree.isLive(page)
    }
  }

  /// Takes back what a finger still holds behind another tab or in a page that was popped: nobody lets go of
  /// it there.
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

  /// Notes that an owner's pan is over.
  private mutating func remember(_ move: PanMove) {
    // Viewers come and go; a late move of one who is long gone is nobody's.
    if endedPans.count >= Self.endedPanLimit { endedPans = [:] }
    endedPans[move.owner] = max(move.gesture, endedPans[move.owner] ?? 0)
  }

  /// How many owners' last pans are remembered.
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
      // Every viewer's strip goes as far from where it is centred.
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

  // MARK: Ends

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

  /// The strip goes on as fast as the finger left it, and gets slower (SV-5).
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
