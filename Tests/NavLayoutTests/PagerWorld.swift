import NavGeometry
import NavLayout
import NavText

/// A pager and one viewport that shows it, as a session would put them together.
struct PagerWorld {
  let count: Int
  let pager: PagerLayout
  private let facts = SessionFacts(name: "deck", viewers: 1)
  private(set) var state = PagerState(current: 0)

  init(pages count: Int, viewport: CellSize) {
    self.count = count
    pager = PagerLayout(viewport: viewport)
  }

  mutating func turn(to page: Int, at now: Duration) {
    state.turn(to: page, at: now)
  }

  /// The way from what `now` shows to rest, and when it began.
  mutating func layout(at now: Duration) -> (trajectory: Trajectory, startedAt: Duration) {
    state.settle(at: now)
    guard let motion = state.motion else {
      let rest = pager.scene(resting: page(state.current), of: count, facts: facts)
      return (Trajectory(rest: rest), now)
    }
    let frame = motion.frame(at: now)
    let trajectory = pager.trajectory(
      of: motion,
      from: frame,
      current: state.current,
      pages: motion.strip.map(page),
      of: count,
      facts: facts
    )
    return (trajectory, motion.startedAt + FrameTime.start(of: frame))
  }

  func page(_ index: Int) -> PagerLayout.Page {
    let content = PageContent(
      title: "Page \(index + 1)",
      document: TextDocument(blocks: [.paragraph(StyledText("This is page \(index + 1)."))])
    )
    let text = FlowedText(content.document, columns: pager.textColumns)
    return PagerLayout.Page(
      index: index,
      title: content.title,
      layout: PageLayout(content, text: text, frame: pager.pageSize),
      offset: 0
    )
  }
}

extension PageContent {
  /// The document of a page of text; an empty one for a list.
  var document: TextDocument {
    switch body {
    case .text(let document): document
    case .list: TextDocument()
    }
  }
}

extension Scene {
  /// The pages on the screen, and the column at which each begins (negative where it is cut).
  var pagesOnScreen: [UInt32: Int] {
    guard let pager = self[PagerLayout.pagerID] else { return [:] }
    var pages: [UInt32: Int] = [:]
    for page in containers where page.kind == .page && page.parent == pager.id && !page.isHidden {
      let frame = page.frame.offset(x: pager.frame.x - pager.scroll.x, y: pager.frame.y)
      if frame.intersects(pager.frame) { pages[page.id.rawValue - 16] = frame.x }
    }
    return pages
  }
}
