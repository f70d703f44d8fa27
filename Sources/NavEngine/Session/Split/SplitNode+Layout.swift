import NavBase
import NavScene

/// Layout: all parts at once, with the borders between them.
extension SplitNode {
  var sceneKind: ContainerKind { .split }

  /// A part that is not shown has the whole size, as it will have when it gets the focus (SPL-14).
  func availableSize(of page: ContainerID, in size: CellSize) -> CellSize {
    let frame = index(of: page).flatMap { SplitLayout(state, room: size).part($0) }
    return frame.map { CellSize(columns: $0.width, rows: $0.height) } ?? size
  }

  func layoutContext(of page: ContainerID, in size: CellSize) -> PageLayoutContext? {
    index(of: page).map { _ in PageLayoutContext(room: availableSize(of: page, in: size)) }
  }

  func pagesToWrap(in size: CellSize) -> [ContainerID] {
    SplitLayout(state, room: size).shownParts.map { pageID($0) }
  }

  func visiblePages(
    in context: ContainerContext,
    _ state: inout (any ContainerViewState)?,
    _ clock: inout MotionClock
  ) -> [VisiblePage] {
    pagesToWrap(in: context.size).map { page in
      let size = availableSize(of: page, in: context.size)
      return VisiblePage(page: page, size: size, layout: PageLayoutContext(room: size))
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
      let page = ContainerTree.Page(container: container.id, page: pageID(index))
      let size = availableSize(of: page.page, in: context.size)
      let shown = session.shownPage(page, in: PageLayoutContext(room: size), pass)
      pages.append(NumberedPage(index: index, id: page.page, shown: shown))
    }
    let hasFocus = session.tree.front.contains { $0.container == container.id }
    layout.add(pages, as: container, hasFocus: hasFocus, to: &builder)
    for page in pages {
      let inner = ContainerTree.Page(container: container.id, page: page.id)
      let size = availableSize(of: page.id, in: context.size)
      session.addContainer(in: inner, size: size, at: .zero, &pass, to: &builder)
    }
  }
}

/// Pans of borders, as the dragging viewer sees them (SPL-6).
extension SplitNode {
  mutating func beginPan(
    ofPart part: ContainerID,
    along axis: PanAxis,
    in context: ContainerContext
  ) -> ContainerPan? {
    guard let border = SplitLayout.border(part, of: context.id),
      let drag = SplitDrag(SplitLayout(state, room: context.size), border: border),
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

  mutating func releasePan(
    _ end: PanEnd,
    in context: ContainerContext,
    _ state: (any ContainerViewState)?
  ) {
    if end.isCancelled { restoreShares() }
    drag = nil
  }

  mutating func cancelPan(serial: Int, at now: Duration) {
    restoreShares()
    drag = nil
  }

  private mutating func restoreShares() {
    if let drag { state.set(shares: drag.startingShares) }
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
