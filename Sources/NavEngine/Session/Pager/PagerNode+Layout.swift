import NavBase
import NavScene

/// Layout: the header above the pages, and the pages that are visible during a turn.
extension PagerNode {
  func layout(of page: ContainerID, in size: CellSize) -> VisiblePage? {
    pageIDs.index(of: page).map { layout(of: $0, in: PagerArea(self, size: size)) }
  }

  private func layout(of index: Int, in area: PagerArea) -> VisiblePage {
    VisiblePage(
      page: pageID(index),
      size: area.pageSize(of: index),
      layout: area.layoutContext(of: index)
    )
  }

  /// The slides beside the current one are likely to be shown next.
  func pagesToPrepare(in size: CellSize) -> (shown: [ContainerID], next: [ContainerID]) {
    let neighbours = PagerArea(self, size: size).neighbours(of: transition.current)
    return (
      shownPages, [neighbours.next, neighbours.previous].compactMap { $0.map { pageID($0) } }
    )
  }

  mutating func advance(
    in context: ContainerContext,
    _ state: inout (any ContainerViewState)?,
    _ clock: inout MotionClock
  ) -> [VisiblePage] {
    transition.settle(at: context.now)
    strip.settle(at: context.now)
    rows.keep(around: transition.current, of: pages)
    let area = PagerArea(self, size: context.size)
    for motion in area.motions(of: self, at: context.now) {
      clock.note(startedAt: motion.startedAt, length: motion.length)
    }
    if let motion = strip.motion { clock.note(startedAt: motion.startedAt, length: motion.length) }
    return area.shownPages(of: self, at: context.now).map { layout(of: $0, in: area) }
  }

  func addScene(
    as container: Container,
    in context: ContainerContext,
    of session: inout Session,
    _ pass: inout LayoutPass,
    to builder: inout SceneBuilder
  ) {
    let area = PagerArea(self, size: context.size)
    if let header = area.header {
      // Removed before it changes, so that its storage is not copied.
      let state = pass.states.removeValue(forKey: container.id)
      var bar = state as? OptionBarView ?? OptionBarView(reportsEvents: pass.reportsBarEvents)
      var trajectory = trajectory(in: header, at: context.now)
      trajectory.ends = area.ends(at: transition.current)
      trajectory.retaps = retaps
      bar.add(header, trajectory, as: container, to: &builder)
      pass.states[container.id] = bar
    }
    var below = container
    below.frame.y += area.headerRows
    let pages = area.shownPages(of: self, at: context.now).map { index in
      let page = ContainerTree.Page(container: container.id, page: pageID(index))
      return NumberedPage(
        index: index,
        id: page.page,
        shown: session.shownPage(page, in: area.layoutContext(of: index), pass)
      )
    }
    area.add(self, pages: pages, as: below, at: context.now, to: &builder)
    for page in pages {
      let inner = ContainerTree.Page(container: container.id, page: page.id)
      let size = area.pageSize(of: page.index)
      session.addContainer(in: inner, size: size, at: .zero, &pass, to: &builder)
    }
  }

  /// Returns where pages and header are, now and in the frames that follow until they rest.
  func trajectory(in header: PagerHeaderLayout, at now: Duration) -> OptionBarTrajectory {
    var positions = transition.positions(at: now)
    let running = strip.motion(at: now)
    let first = running?.frame(at: now) ?? 0
    let length = max(positions.count, (running?.length ?? 0) - first + 1)
    let last = positions[positions.count - 1]
    positions += Array(repeating: last, count: length - positions.count)
    if strip.isCentred {
      return OptionBarTrajectory(current: transition.current, positions: positions)
    }
    let offsets = positions.enumerated().map { offset, position in
      let time = running.map { $0.startedAt + FrameTime.start(of: first + offset) } ?? now
      // Until another page is current, the header stays where it was when a pan of the pages began.
      let base = strip.followsPages ? position : Double(transition.current)
      return strip.offset(in: header, whilePagesAreAt: base, at: time)
    }
    return OptionBarTrajectory(current: transition.current, positions: positions, offsets: offsets)
  }
}

extension OptionBarView: ContainerViewState {}
