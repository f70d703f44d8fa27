import NavBase
package import NavScene

/// Layout: each viewport remembers what it shows (`StackView`), and moves from there to the state of the stack.
extension StackNode {
  func layout(of page: ContainerID, in size: CellSize) -> VisiblePage? {
    layout(of: page, in: StackLayout(room: size))
  }

  private func layout(of page: ContainerID, in layout: StackLayout) -> VisiblePage? {
    pages[page].map {
      VisiblePage(
        page: page,
        size: layout.room(of: $0.size),
        layout: PageLayoutContext(layout, $0.size)
      )
    }
  }

  /// All pages: the lower ones are visible beside the active one, or during a motion.
  func pagesToPrepare(in size: CellSize) -> (shown: [ContainerID], next: [ContainerID]) {
    (state.pages.map(\.id), [])
  }

  mutating func advance(
    in context: ContainerContext,
    _ state: inout (any ContainerViewState)?,
    _ clock: inout MotionClock
  ) -> [VisiblePage] {
    let layout = StackLayout(room: context.size)
    // A view of another size is of no use: that of a part of a split may change.
    let known = (state as? StackView).flatMap { $0.metrics == layout.metrics ? $0 : nil }
    var seen =
      known ?? view(metrics: layout.metrics, showsPane: context.showsPreview)
    // Removed before it changes, so that its storage is not copied.
    state = nil
    seen.dropPopped { pages[$0] == nil }
    seen.follow(stateSeen(in: context), at: context.now)
    // Pages that were popped while the stack was not visible, and discarded since.
    seen.dropPopped { pages[$0] == nil }
    if let motion = seen.motion { clock.note(startedAt: motion.startedAt, length: motion.length) }
    state = seen
    return layout.shownPages(of: seen, from: seen.frame(at: context.now)).compactMap {
      self.layout(of: $0, in: layout)
    }
  }

  func addScene(
    as container: Container,
    in context: ContainerContext,
    of session: inout Session,
    _ pass: inout LayoutPass,
    to builder: inout SceneBuilder
  ) {
    guard let seen = pass.states[container.id] as? StackView else { return }
    let layout = StackLayout(room: context.size)
    let first = seen.frame(at: context.now)
    var shown: [ContainerID: ShownPage] = [:]
    for page in layout.shownPages(of: seen, from: first) {
      guard let size = pages[page]?.size else {
        preconditionFailure("cannot show page \(page.rawValue), which was forgotten")
      }
      let place = ContainerTree.Page(container: container.id, page: page)
      shown[page] = session.shownPage(place, in: PageLayoutContext(layout, size), pass)
      if let path = readablePath(of: page), let width = shown[page]?.rows?.body.content.width {
        shown[page]?.title = path.shortenedInside(toColumns: width)
      }
    }
    layout.add(
      seen,
      from: first,
      as: container,
      pages: shown,
      lit: pane?.list,
      to: &builder
    )
    for page in shown.keys.sorted() {
      let inner = ContainerTree.Page(container: container.id, page: page)
      let size = layout.room(of: pages[page]?.size ?? .full)
      session.addContainer(in: inner, size: size, at: layout.childOrigin, &pass, to: &builder)
    }
  }

  /// Returns the path of a directory from the root of the stack on, as its header shows it; nil for any other page, and
  /// for a preview.
  private func readablePath(of page: ContainerID) -> String? {
    guard order != nil, let root = state.pages.first, let shown = pages[page], page != root.id,
      page != pane?.id, shown.slot.rows?.content.list != nil, let base = pages[root.id]?.path,
      shown.path.starts(with: base)
    else { return nil }
    let names = shown.path.dropFirst(base.count).split(separator: UInt8(ascii: "/"))
    let title = title(of: root.id)
    return ([title == "/" ? "" : title] + names.map(readable)).joined(separator: "/")
  }

  /// Returns the state as a viewport shows it: with the preview, if there is one and space for it.
  func stateSeen(in context: ContainerContext) -> StackState {
    guard pane != nil, context.showsPreview else { return state }
    return Self.state(state, beside: pane?.id, StackLayout(room: context.size).metrics)
  }

  /// Returns the view of a viewport that joins now: motions in progress are seen where they are.
  ///
  /// - Parameters:
  ///   - metrics: the metrics of the viewport.
  ///   - showsPane: whether it has space for the preview.
  /// - Returns: the view.
  private func view(metrics: StackMetrics, showsPane: Bool) -> StackView {
    let first = trail.first ?? StackStep(state: state, pane: pane?.id, time: .zero)
    func seen(_ step: StackStep) -> StackState {
      guard showsPane else { return step.state }
      return Self.state(step.state, beside: step.pane, metrics)
    }
    var view = StackView(resting: seen(first), metrics: metrics)
    for step in trail.dropFirst() { view.follow(seen(step), at: step.time) }
    return view
  }
}

extension ContainerContext {
  /// Whether the container has space for a preview.
  fileprivate var showsPreview: Bool { preview.isShown(in: size, of: viewport) }
}

extension PageLayoutContext {
  /// Creates the layout of a page of a stack, beside other pages or on top of them.
  init(_ layout: StackLayout, _ size: StackPageSize) {
    self.init(
      frame: layout.frame(of: size),
      header: layout.headerHeight,
      columns: layout.columns(of: size),
      uncovered: layout.columns(of: .half),
      hasEdge: layout.hasEdges
    )
  }
}

extension StackView: ContainerViewState {}

extension SessionView {
  /// The states of stacks in the viewport, by their containers.
  package var stacks: [ContainerID: StackView] { states.compactMapValues { $0 as? StackView } }
}

extension StackView {
  /// Returns the frame of its motion at a moment; 0 at rest.
  fileprivate func frame(at now: Duration) -> Int { motion?.frame(at: now) ?? 0 }
}
