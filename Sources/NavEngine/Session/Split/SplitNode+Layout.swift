import NavBase
import NavScene

/// Layout: all parts at once, with the borders between them.
extension SplitNode {
  func layout(of page: ContainerID, in size: CellSize) -> VisiblePage? {
    pageIDs.index(of: page).map { VisiblePage(page, size: self.size(of: $0, in: size)) }
  }

  /// A part that is not shown has the whole size, as it will have when it gets the focus (SPL-14).
  private func size(of part: Int, in size: CellSize) -> CellSize {
    let frame = SplitLayout(state, room: size).part(part)
    return frame.map { CellSize(columns: $0.width, rows: $0.height) } ?? size
  }

  func pagesToPrepare(in size: CellSize) -> (shown: [ContainerID], next: [ContainerID]) {
    (SplitLayout(state, room: size).shownParts.map { parts.id(of: $0) }, [])
  }

  mutating func advance(
    in context: ContainerContext,
    _ state: inout (any ContainerViewState)?,
    _ clock: inout MotionClock
  ) -> [VisiblePage] {
    SplitLayout(self.state, room: context.size).shownParts.map { part in
      VisiblePage(parts.id(of: part), size: size(of: part, in: context.size))
    }
  }

  func addScene(
    as container: Container,
    in context: ContainerContext,
    of session: inout Session,
    _ pass: inout LayoutPass,
    to builder: inout SceneBuilder
  ) {
    let layout = SplitLayout(state, room: context.size)
    var pages: [NumberedPage] = []
    for index in layout.shownParts {
      let page = ContainerTree.Page(container: container.id, page: parts.id(of: index))
      let size = size(of: index, in: context.size)
      let shown = session.shownPage(page, in: PageLayoutContext(room: size), pass)
      pages.append(NumberedPage(index: index, id: page.page, shown: shown))
    }
    let hasFocus = session.tree.front.contains { $0.container == container.id }
    layout.add(pages, as: container, hasFocus: hasFocus, to: &builder)
    for page in pages {
      let inner = ContainerTree.Page(container: container.id, page: page.id)
      let size = size(of: page.index, in: context.size)
      session.addContainer(in: inner, size: size, at: .zero, &pass, to: &builder)
    }
  }
}

/// Pans of borders, as the dragging viewer sees them (SPL-6).
extension SplitNode {
  mutating func beginPan(
    of part: ContainerID?,
    along axis: PanAxis,
    in context: ContainerContext,
    _ state: (any ContainerViewState)?
  ) -> ContainerPan? {
    guard let part, let border = SplitLayout.border(part, of: context.id),
      let drag = SplitDrag(SplitLayout(self.state, room: context.size), border: border),
      drag.axis.panAxis == axis
    else { return nil }
    self.drag = drag
    return ContainerPan(scale: 1)
  }

  func isPanned(serial: Int) -> Bool { drag != nil }

  mutating func pan(to delta: Double) {
    guard let drag else { return }
    // A pan's translation is counted in the direction of the content, against that of the pointer.
    state.set(shares: drag.shares(movedBy: Int((-delta).rounded())))
  }

  mutating func endPan(_ release: PanRelease?, serial: Int, at now: Duration) {
    if release == nil, let drag { state.set(shares: drag.startingShares) }
    drag = nil
  }
}

extension SplitAxis {
  fileprivate var panAxis: PanAxis {
    switch self {
    case .sideBySide: .horizontal
    case .stacked: .vertical
    }
  }
}
