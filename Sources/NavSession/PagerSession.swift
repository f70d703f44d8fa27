package import NavCommands
package import NavGeometry
package import NavLayout
import NavText

/// A session that is a pager, without any viewport: which page is active, where each page is scrolled to in
/// terms of its content, and the motion that runs (architecture.md, decision 2).
package struct PagerSession: Sendable {
  package let pages: [PageContent]
  package private(set) var pager = PagerState(current: 0)
  /// Pages that are not at their top.
  package private(set) var anchors: [Int: ScrollAnchor] = [:]
  private var texts = TextCache()

  /// - Parameter pages: what the session shows; at least one.
  package init(pages: [PageContent]) {
    precondition(!pages.isEmpty, "cannot show no page")
    self.pages = pages
  }

  /// Carries out a command as the viewer of a size sees it.
  ///
  /// - Throws: when it is not possible; nothing has changed then.
  package mutating func perform(
    _ command: SessionCommand,
    seenIn viewport: CellSize,
    at now: Duration
  ) throws(Rejection) {
    switch command {
    case .forward: turn(by: 1, at: now)
    case .back: turn(by: -1, at: now)
    case .lineDown: scroll(by: 1, elseTurn: .whenAllIsVisible, seenIn: viewport, at: now)
    case .lineUp: scroll(by: -1, elseTurn: .whenAllIsVisible, seenIn: viewport, at: now)
    case .screenDown:
      let rows = max(1, layout(of: pager.current, in: viewport).visibleRows - 1)
      scroll(by: rows, elseTurn: .atTheEnd, seenIn: viewport, at: now)
    case .first: pager.turn(to: 0, at: now)
    case .last: pager.turn(to: pages.count - 1, at: now)
    case .screenUp:
      let rows = max(1, layout(of: pager.current, in: viewport).visibleRows - 1)
      scroll(by: -rows, elseTurn: .atTheEnd, seenIn: viewport, at: now)
    case .goTo(let number):
      guard (1...pages.count).contains(number) else {
        throw Rejection("there is no page \(number): give 1 to \(pages.count)")
      }
      pager.turn(to: number - 1, at: now)
    }
  }

  /// The session as a viewport sees it: from the frame that `now` shows to rest, and when that frame began.
  package mutating func layout(
    in viewport: CellSize,
    facts: SessionFacts,
    at now: Duration
  ) -> (trajectory: Trajectory, startedAt: Duration) {
    pager.settle(at: now)
    let layout = PagerLayout(viewport: viewport)
    guard let motion = pager.motion else {
      return (Trajectory(rest: rest(in: viewport, facts: facts)), now)
    }
    let frame = motion.frame(at: now)
    let trajectory = layout.trajectory(
      of: motion,
      from: frame,
      current: pager.current,
      pages: motion.strip.map { page($0, in: viewport) },
      of: pages.count,
      facts: facts
    )
    return (trajectory, motion.startedAt + FrameTime.start(of: frame))
  }

  /// The session at rest as a viewport sees it.
  package mutating func rest(in viewport: CellSize, facts: SessionFacts) -> Scene {
    PagerLayout(viewport: viewport)
      .scene(resting: page(pager.current, in: viewport), of: pages.count, facts: facts)
  }

  /// Wraps the neighbours of the active page for a viewport, so that a turn finds them ready.
  package mutating func prepareNeighbours(in viewport: CellSize) {
    for page in [pager.current + 1, pager.current - 1] where pages.indices.contains(page) {
      _ = layout(of: page, in: viewport)
    }
  }

  private mutating func turn(by distance: Int, at now: Duration) {
    let page = pager.current + distance
    // Behind the first and the last page there is nothing to show.
    if pages.indices.contains(page) { pager.turn(to: page, at: now) }
  }

  private enum Turning {
    case whenAllIsVisible, atTheEnd
  }

  private mutating func scroll(
    by rows: Int,
    elseTurn turning: Turning,
    seenIn viewport: CellSize,
    at now: Duration
  ) {
    let layout = layout(of: pager.current, in: viewport)
    let old = layout.offset(for: anchors[pager.current] ?? .top)
    let new = min(max(0, old + rows), layout.maximumOffset)
    let turns =
      switch turning {
      case .whenAllIsVisible: !layout.overflows
      case .atTheEnd: new == old
      }
    if turns {
      turn(by: rows.signum(), at: now)
    } else if new != old {
      let anchor = layout.anchor(forOffset: new)
      anchors[pager.current] = anchor == .top ? nil : anchor
    }
  }

  private mutating func page(_ index: Int, in viewport: CellSize) -> PagerLayout.Page {
    let layout = layout(of: index, in: viewport)
    return PagerLayout.Page(
      index: index,
      title: pages[index].title,
      layout: layout,
      offset: layout.offset(for: anchors[index] ?? .top)
    )
  }

  private mutating func layout(of index: Int, in viewport: CellSize) -> PageLayout {
    let pager = PagerLayout(viewport: viewport)
    let text = texts.text(of: pages[index], at: index, columns: pager.textColumns)
    return PageLayout(pages[index], text: text, frame: pager.pageSize)
  }
}
