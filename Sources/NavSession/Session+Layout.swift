package import NavGeometry
import NavLayout
import NavModel
package import NavScene

/// Layout of the session for a viewport: one trajectory for all containers of a scene.
extension Session {
  /// Returns the view of a viewport without history: motions in progress are seen where they are, and changes since the
  /// last layout begin to move now.
  package mutating func view(in viewport: CellSize, at now: Duration) -> SessionView {
    tree.noteMotions(at: now)
    return view(in: viewport, seenAt: now)
  }

  private mutating func view(in viewport: CellSize, seenAt now: Duration) -> SessionView {
    var view = SessionView(viewport: viewport)
    var clock = MotionClock(now: now, past: [:])
    advance(tree.root, room: Scene.room(in: viewport), in: &view, &clock)
    return view
  }

  /// Lays out the motion from the frame that is shown at `now` to rest.
  ///
  /// - Parameters:
  ///   - view: the state that the viewport has shown so far; updated.
  ///   - facts: the facts of the session that every scene contains.
  ///   - now: the time.
  /// - Returns: the trajectory to rest, and when its first frame began.
  package mutating func layout(
    _ view: inout SessionView,
    facts: SessionFacts,
    at now: Duration
  ) -> (trajectory: Trajectory, startedAt: Duration) {
    tree.noteMotions(at: now)
    return layout(&view, facts: facts, seenAt: now)
  }

  private mutating func layout(
    _ view: inout SessionView,
    facts: SessionFacts,
    seenAt now: Duration
  ) -> (trajectory: Trajectory, startedAt: Duration) {
    updateSearch()
    let room = Scene.room(in: view.viewport)
    view.forget(where: { tree[$0] == nil })
    var clock = MotionClock(now: now, past: view.scrolls)
    view.scrolls = [:]
    advance(tree.root, room: room, in: &view, &clock)
    var builder = SceneBuilder(viewport: view.viewport, length: clock.length)
    var sight = Sight(view, clock.bodies, at: now)
    add(tree.root, room: room, at: .zero, in: nil, &sight, to: &builder)
    view.bars = sight.bars
    let focus = focus
    let facts = facts.finding(finding)
    let trajectory = builder.trajectory(focus: focus.container, kind: focus.kind, facts: facts)
    return (trajectory, clock.startedAt)
  }

  /// Lays out the session at rest.
  package mutating func rest(in viewport: CellSize, facts: SessionFacts) -> Scene {
    var view = view(in: viewport, seenAt: .zero)
    return layout(&view, facts: facts, seenAt: .zero).trajectory.end
  }

  /// Lays out in advance what a viewport is likely to show next: the slides beside the current one.
  package mutating func prepare(in viewport: CellSize) {
    for front in tree.front {
      guard case .pager(let pager) = tree[front.container],
        let room = tree.pagerRoom(of: front.container, in: viewport)
      else { continue }
      let neighbours = room.neighbours(of: pager.turns.current)
      for index in [neighbours.next, neighbours.previous].compactMap(\.self) {
        guard let rows = pager[index].rows else { continue }
        _ = body(of: rows.content, at: pager.pageID(index), in: room.setting(of: index))
      }
    }
  }

  // MARK: Time

  /// Updates the views of a container, and of everything that is visible in it, to the model.
  private mutating func advance(
    _ container: ContainerID,
    room: CellSize,
    in view: inout SessionView,
    _ clock: inout MotionClock
  ) {
    switch tree[container] {
    case .pager(var pager):
      pager.settle(at: clock.now)
      tree[container] = .pager(pager)
      let layout = PagerArea(pager, room: room)
      for motion in layout.motions(of: pager, at: clock.now) {
        clock.note(startedAt: motion.startedAt, length: motion.length)
      }
      if let motion = pager.strip.motion {
        clock.note(startedAt: motion.startedAt, length: motion.length)
      }
      for index in layout.shownPages(of: pager, at: clock.now) {
        let page = ContainerTree.Page(container: container, page: pager.pageID(index))
        advance(
          page,
          room: layout.pageSize(of: index),
          setting: layout.setting(of: index),
          in: &view,
          &clock
        )
      }
    case .stack(var stack):
      let forgotten = stack.forgetPopped(at: clock.now)
      if !forgotten.isEmpty {
        tree[container] = .stack(stack)
        forget(forgotten)
      }
      let layout = StackLayout(room: room)
      let state = self.seen(stack, in: room, of: view.viewport)
      var seen =
        view.stacks[container]
        ?? stack.view(metrics: layout.metrics, showsPane: showsPreview(in: room, of: view.viewport))
      seen.dropPopped { stack.pages[$0] == nil }
      seen.follow(state, at: clock.now)
      // Pages that were popped while the stack was not visible, and forgotten since.
      seen.dropPopped { stack.pages[$0] == nil }
      view.stacks[container] = seen
      if let motion = seen.motion { clock.note(startedAt: motion.startedAt, length: motion.length) }
      for id in layout.shownPages(of: seen, from: seen.frame(at: clock.now)) {
        guard let size = stack.pages[id]?.size else { continue }
        let page = ContainerTree.Page(container: container, page: id)
        advance(
          page,
          room: layout.room(of: size),
          setting: .stack(layout, size),
          in: &view,
          &clock
        )
      }
    case .tabs(var tabs):
      tabs.bottom.settle(at: clock.now)
      tree[container] = .tabs(tabs)
      let layout = TabsLayout(tabs.bar, tabs.bottom, room: room)
      if let motion = tabs.bottom.motion {
        clock.note(startedAt: motion.startedAt, length: motion.length)
      }
      let page = ContainerTree.Page(container: container, page: tabs.pageID(tabs.selected))
      let room = layout.mainRoom(at: clock.now)
      advance(page, room: room, setting: .room(room), in: &view, &clock)
    case nil: break
    }
  }

  private mutating func advance(
    _ page: ContainerTree.Page,
    room: CellSize,
    setting: PageLayoutContext,
    in view: inout SessionView,
    _ clock: inout MotionClock
  ) {
    switch tree.slot(of: page) {
    case .container(let inner): advance(inner, room: room, in: &view, &clock)
    case .rows(let rows):
      let body = body(of: rows.content, at: page.page, in: setting)
      var scroll =
        clock.past[page.page]
        ?? PageScroll(anchor: rows.anchor, gesture: rows.gesture, body: body)
      scroll.follow(anchor: rows.anchor, gesture: rows.gesture, body: body, at: clock.now)
      clock.bodies[page.page] = body
      view.scrolls[page.page] = scroll
      if let startedAt = scroll.startedAt {
        clock.note(startedAt: startedAt, length: scroll.length)
      }
    case nil: break
    }
  }

  // MARK: Scenes

  private mutating func add(
    _ id: ContainerID,
    room: CellSize,
    at origin: CellPoint,
    in parent: ContainerID?,
    _ sight: inout Sight,
    to builder: inout SceneBuilder
  ) {
    let frame = CellRect(room).offset(x: origin.x, y: origin.y)
    switch tree[id] {
    case .pager(let pager):
      add(
        pager,
        room: room,
        as: Container(id: id, kind: .pager, parent: parent, frame: frame),
        &sight,
        to: &builder
      )
    case .stack(let stack):
      guard let seen = sight.stacks[id] else { return }
      let layout = StackLayout(room: room)
      let container = Container(id: id, kind: .stack, parent: parent, frame: frame)
      let first = seen.frame(at: sight.now)
      var pages: [ContainerID: ShownPage] = [:]
      for page in layout.shownPages(of: seen, from: first) {
        guard let size = stack.pages[page]?.size else {
          preconditionFailure("cannot show page \(page.rawValue), which was forgotten")
        }
        pages[page] = shown(
          ContainerTree.Page(container: id, page: page),
          setting: .stack(layout, size),
          sight
        )
      }
      layout.add(
        seen,
        from: first,
        as: container,
        pages: pages,
        lit: stack.pane?.list,
        to: &builder
      )
      for page in pages.keys.sorted() {
        let room = layout.room(of: stack.pages[page]?.size ?? .full)
        add(inside: page, of: id, room: room, at: layout.childOrigin, &sight, to: &builder)
      }
    case .tabs(let tabs):
      let container = Container(id: id, kind: .tabs, parent: parent, frame: frame)
      add(tabs, room: room, as: container, &sight, to: &builder)
    case nil: break
    }
  }

  private mutating func add(
    _ pager: PagerNode,
    room: CellSize,
    as container: Container,
    _ sight: inout Sight,
    to builder: inout SceneBuilder
  ) {
    let layout = PagerArea(pager, room: room)
    if let header = layout.header {
      var bar = sight.bars[container.id] ?? OptionBarView()
      var way = pager.way(in: header, at: sight.now)
      way.ends = layout.ends(at: pager.turns.current)
      bar.add(header, way, as: container, to: &builder)
      sight.bars[container.id] = bar
    }
    var below = container
    below.frame.y += layout.headerRows
    let pages = layout.shownPages(of: pager, at: sight.now).map { index in
      let page = ContainerTree.Page(container: container.id, page: pager.pageID(index))
      return PagerLayout.Page(
        index: index,
        id: page.page,
        shown: shown(page, setting: layout.setting(of: index), sight)
      )
    }
    layout.add(pager, pages: pages, as: below, at: sight.now, to: &builder)
    for page in pages {
      let room = layout.pageSize(of: page.index)
      add(inside: page.id, of: container.id, room: room, at: .zero, &sight, to: &builder)
    }
  }

  private mutating func add(
    _ tabs: TabsNode,
    room: CellSize,
    as container: Container,
    _ sight: inout Sight,
    to builder: inout SceneBuilder
  ) {
    let layout = TabsLayout(tabs.bar, tabs.bottom, room: room)
    let moving = layout.mainRoom(at: sight.now)
    let resting = layout.restingMainRoom
    let page = ContainerTree.Page(container: container.id, page: tabs.pageID(tabs.selected))
    let main = TabsLayout.Page(
      id: page.page,
      shown: shown(page, setting: .room(moving), sight),
      resting: moving == resting ? nil : shown(page, setting: .room(resting), sight.resting)
    )
    let attachment = attachment(of: tabs, container.id, in: layout.attachmentRoom)
    // Even if there is no space for the bar, viewers can name the tab.
    var named = container
    named.title = tabs.tabTitle
    layout.add(main, attachment: attachment, as: named, at: sight.now, to: &builder)
    var way = builder.emptied()
    add(inside: page.page, of: page.container, room: moving, at: .zero, &sight, to: &way)
    var rest = way
    if moving != resting {
      // The content of the page has another size at rest.
      rest = builder.emptied()
      var later = sight.resting
      add(inside: page.page, of: page.container, room: resting, at: .zero, &later, to: &rest)
      sight.bars = later.bars
    }
    builder.add(wayOf: way, restOf: rest)
  }

  private mutating func attachment(
    of tabs: TabsNode,
    _ container: ContainerID,
    in room: CellSize
  ) -> ShownPage? {
    guard let content = tabs.attachment else { return nil }
    let id = TabsParts.attachmentID(of: container)
    let body = body(of: content, at: id, in: .room(room))
    return ShownPage(title: content.title, rows: ShownRows(body: body, offset: 0))
  }

  private mutating func add(
    inside page: ContainerID,
    of container: ContainerID,
    room: CellSize,
    at origin: CellPoint,
    _ sight: inout Sight,
    to builder: inout SceneBuilder
  ) {
    guard case .container(let inner)? = tree[container]?.slot(of: page) else { return }
    add(inner, room: room, at: origin, in: page, &sight, to: &builder)
  }

  /// Returns what a page shows; for one that contains a container, only its title.
  private mutating func shown(
    _ page: ContainerTree.Page,
    setting: PageLayoutContext,
    _ sight: Sight
  ) -> ShownPage {
    let title = tree[page.container]?.title(of: page.page) ?? ""
    guard let rows = tree.slot(of: page)?.rows else { return ShownPage(title: title) }
    let body = sight.bodies[page.page] ?? body(of: rows.content, at: page.page, in: setting)
    let scroll =
      sight.scrolls[page.page]
      ?? PageScroll(anchor: rows.anchor, gesture: rows.gesture, body: body)
    let entries = rows.content.list?.entries.count ?? 0
    let marked: any PageBody =
      if let found = found(in: page, rows: rows) { MarkedBody(body, found: found) } else { body }
    var shown = scroll.shownRows(
      of: marked,
      selection: rows.selection,
      entries: entries,
      at: sight.now
    )
    shown.filter = rows.filter
    shown.unfiltered = rows.unfiltered
    return ShownPage(title: title, rows: shown)
  }
}

/// The state of a viewport at a moment, from which its scenes are made.
private struct Sight {
  let now: Duration
  let stacks: [ContainerID: StackView]
  /// Updated while they are laid out.
  var bars: [ContainerID: OptionBarView]
  private(set) var scrolls: [ContainerID: PageScroll]
  /// Bodies that are laid out already.
  private(set) var bodies: [ContainerID: any PageBody]

  init(_ view: SessionView, _ bodies: [ContainerID: any PageBody], at now: Duration) {
    self.now = now
    self.bodies = bodies
    stacks = view.stacks
    bars = view.bars
    scrolls = view.scrolls
  }

  /// The same state with all rows at rest, in their sizes at rest.
  var resting: Sight {
    var sight = self
    sight.scrolls = [:]
    sight.bodies = [:]
    return sight
  }
}

/// A common frame count of all motions that run at the same time, and the rows as they were seen before.
private struct MotionClock {
  let now: Duration
  /// The rows as they were seen before.
  let past: [ContainerID: PageScroll]
  /// Bodies that were laid out meanwhile.
  var bodies: [ContainerID: any PageBody] = [:]
  private var begun: Duration?
  /// The number of frames left until the last motion ends.
  private(set) var length = 0

  init(now: Duration, past: [ContainerID: PageScroll]) {
    self.now = now
    self.past = past
  }

  /// When the frame began that is shown now.
  ///
  /// With several motions, the time since which all are in their present frames; from there they are counted together.
  var startedAt: Duration { begun ?? now }

  mutating func note(startedAt: Duration, length: Int) {
    let frame = FrameTime.frame(at: now - startedAt)
    guard frame < length else { return }
    let start = startedAt + FrameTime.start(of: frame)
    begun = max(begun ?? start, start)
    self.length = max(self.length, length - frame)
  }
}

extension SessionView {
  /// Removes containers that do not exist any more.
  fileprivate mutating func forget(where hasGone: (ContainerID) -> Bool) {
    for id in stacks.keys where hasGone(id) { stacks[id] = nil }
    for id in bars.keys where hasGone(id) { bars[id] = nil }
  }
}

extension SessionFacts {
  /// Returns the facts with the search.
  fileprivate func finding(_ finding: SessionFinding) -> SessionFacts {
    var facts = self
    facts.search = finding.search
    facts.matches = finding.matches
    facts.match = finding.match
    return facts
  }
}

extension StackView {
  /// Returns the frame of its motion at a moment; 0 at rest.
  fileprivate func frame(at now: Duration) -> Int { motion?.frame(at: now) ?? 0 }
}
