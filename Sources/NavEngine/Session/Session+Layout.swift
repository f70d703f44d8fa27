package import NavBase
package import NavScene

/// Layout of the session for a viewport: one trajectory for all containers of a scene.
extension Session {
  /// Returns the view of a viewport without history: motions in progress are seen where they are, and changes since the
  /// last layout begin to move now.
  package mutating func view(in viewport: CellSize, at now: Duration) -> SessionView {
    tree.recordMotions(at: now)
    return view(in: viewport, seenAt: now)
  }

  private mutating func view(in viewport: CellSize, seenAt now: Duration) -> SessionView {
    var view = SessionView(viewport: viewport)
    var clock = MotionClock(now: now, past: [:])
    advance(tree.root, size: Scene.room(in: viewport), in: &view, &clock)
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
    tree.recordMotions(at: now)
    return layout(&view, facts: facts, seenAt: now)
  }

  private mutating func layout(
    _ view: inout SessionView,
    facts: SessionFacts,
    seenAt now: Duration
  ) -> (trajectory: Trajectory, startedAt: Duration) {
    updateSearch()
    let size = Scene.room(in: view.viewport)
    view.forget(where: { tree[$0] == nil })
    var clock = MotionClock(now: now, past: view.scrolls)
    view.scrolls = [:]
    advance(tree.root, size: size, in: &view, &clock)
    var builder = SceneBuilder(viewport: view.viewport, length: clock.length)
    var pass = LayoutPass(of: &view, clock.bodies, at: now)
    add(tree.root, size: size, at: .zero, in: nil, &pass, to: &builder)
    view.states = pass.states
    if let pointing = facts.pointing { builder.add(pointing) { clock.bodies[$0] } }
    var focus = focus
    if let speaker = facts.speaker {
      // Keys move another session, as its focus is.
      focus = (speaker.focus == .pager ? focus.container : tree.front.last?.page, speaker.focus)
    }
    let facts = facts.speaker == nil ? facts.with(searchState) : facts
    let trajectory = builder.trajectory(focus: focus.container, kind: focus.kind, facts: facts)
    return (trajectory, clock.startedAt)
  }

  /// Lays out the session at rest.
  package mutating func rest(in viewport: CellSize, facts: SessionFacts) -> Scene {
    inspection(in: viewport, facts: facts).scene
  }

  /// Lays out the session at rest, with the places of the stacks in the scene.
  package mutating func inspection(
    in viewport: CellSize,
    facts: SessionFacts
  ) -> (scene: Scene, stacks: [StackReport]) {
    var view = view(in: viewport, seenAt: .zero)
    let scene = layout(&view, facts: facts, seenAt: .zero).trajectory.end
    return (scene, stackReports(in: view, at: nil).filter { scene[$0.stack] != nil })
  }

  /// Lays out in advance what a viewport is likely to show next: the slides beside the current one.
  package mutating func layOutAhead(in viewport: CellSize) {
    for front in tree.front {
      let size = tree.availableSize(of: front.container, in: viewport)
      guard let node = tree[front.container] else { continue }
      for page in node.pagesToPrepare(in: size).next {
        guard let rows = node[page]?.rows, let context = node.layout(of: page, in: size)?.layout
        else { continue }
        _ = bodies.body(of: rows.content, at: page, in: context)
      }
    }
  }

  // MARK: Time

  /// Updates the views of a container, and of everything that is visible in it, to the model.
  private mutating func advance(
    _ container: ContainerID,
    size: CellSize,
    in view: inout SessionView,
    _ clock: inout MotionClock
  ) {
    tree.discardPages(of: container, at: clock.now)
    let context = context(of: container, size: size, seenIn: view.viewport, at: clock.now)
    let pages = tree[container]?.advance(in: context, &view.states[container], &clock)
    for page in pages ?? [] {
      advance(
        ContainerTree.Page(container: container, page: page.page),
        as: page,
        in: &view,
        &clock
      )
    }
  }

  private mutating func advance(
    _ page: ContainerTree.Page,
    as visible: VisiblePage,
    in view: inout SessionView,
    _ clock: inout MotionClock
  ) {
    switch tree[page] {
    case .container(let inner): advance(inner, size: visible.size, in: &view, &clock)
    case .rows(let rows):
      let body = bodies.body(of: rows.content, at: page.page, in: visible.layout)
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
    size: CellSize,
    at origin: CellPoint,
    in parent: ContainerID?,
    _ pass: inout LayoutPass,
    to builder: inout SceneBuilder
  ) {
    guard let node = tree[id] else { return }
    let context = context(of: id, size: size, seenIn: pass.viewport, at: pass.now)
    let frame = CellRect(size).offset(x: origin.x, y: origin.y)
    let container = Container(id: id, kind: node.traits.kind, parent: parent, frame: frame)
    node.addScene(as: container, in: context, of: &self, &pass, to: &builder)
  }

  /// Adds the container in a page to a scene, from now until rest; nothing if the page has rows.
  ///
  /// - Parameters:
  ///   - page: the page.
  ///   - size: the size available to the container.
  ///   - origin: the origin of the container in the page.
  ///   - pass: the state of the viewport.
  ///   - builder: receives the containers.
  mutating func addContainer(
    in page: ContainerTree.Page,
    size: CellSize,
    at origin: CellPoint,
    _ pass: inout LayoutPass,
    to builder: inout SceneBuilder
  ) {
    guard let inner = tree.container(in: page) else { return }
    add(inner, size: size, at: origin, in: page.page, &pass, to: &builder)
  }

  /// Returns what a page shows from now on; for one that contains a container, only its title.
  ///
  /// - Parameters:
  ///   - page: the page.
  ///   - context: how its rows are laid out.
  ///   - pass: the state of the viewport.
  /// - Returns: its title, and its rows.
  mutating func shownPage(
    _ page: ContainerTree.Page,
    in context: PageLayoutContext,
    _ pass: LayoutPass
  ) -> ShownPage {
    let title = tree[page.container]?.title(of: page.page) ?? ""
    guard let rows = tree[page]?.rows else { return ShownPage(title: title) }
    let body =
      pass.bodies[page.page] ?? bodies.body(of: rows.content, at: page.page, in: context)
    let scroll =
      pass.scrolls[page.page]
      ?? PageScroll(anchor: rows.anchor, gesture: rows.gesture, body: body)
    let entries = rows.content.list?.entries.count ?? 0
    let marked: any PageBody =
      if let found = found(in: page, rows: rows) { MarkedBody(body, found: found) } else { body }
    var shown = scroll.shownRows(
      of: marked,
      selection: rows.selection,
      entries: entries,
      at: pass.now
    )
    shown.filter = rows.filter
    shown.unfiltered = rows.unfiltered
    shown.showsPictures = pass.showsPictures
    return ShownPage(title: title, rows: shown)
  }
}

extension SessionFacts {
  /// Returns the facts with the search.
  fileprivate func with(_ state: SearchState) -> SessionFacts {
    var facts = self
    facts.finding = state.facts
    return facts
  }
}
