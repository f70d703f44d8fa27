import NavBase
@testable import NavEngine
import NavScene
import NavTestKit

/// A pager and one viewport that shows it, as in a session.
struct PagerWorld {
  let count: Int
  let viewport: CellSize
  let pager: PagerLayout
  private let facts = SessionFacts(name: "deck", viewers: 1)
  private(set) var state: PagerState

  init(pages count: Int, viewport: CellSize) {
    self.count = count
    self.viewport = viewport
    pager = PagerLayout(viewport: viewport)
    state = PagerState(current: 0)
  }

  /// A pager that is all of a viewport, without a status line.
  init(_ pager: PagerLayout, _ state: PagerState, pages count: Int) {
    self.count = count
    viewport = pager.room
    self.pager = pager
    self.state = state
  }

  mutating func turn(to page: Int, at now: Duration) {
    state.turn(to: page, at: now)
  }

  /// Returns the trajectory from the state at `now` to rest, and when it began.
  mutating func layout(at now: Duration) -> (trajectory: Trajectory, startedAt: Duration) {
    state.settle(at: now)
    let motion = state.motion
    let frame = motion?.frame(at: now) ?? 0
    var builder = SceneBuilder(viewport: viewport, length: (motion?.length ?? 0) - frame)
    let container = Container(id: PagerLayout.pagerID, kind: .pager, frame: CellRect(pager.room))
    if let motion {
      pager.add(
        motion,
        from: frame,
        current: state.current,
        pages: motion.strip.map(page),
        of: count,
        as: container,
        to: &builder
      )
    } else if let held = state.pan?.view {
      pager.add(
        held: held,
        current: state.current,
        pages: held.strip.map(page),
        of: count,
        as: container,
        to: &builder
      )
    } else {
      pager.add(resting: page(state.current), of: count, as: container, to: &builder)
    }
    let trajectory = builder.trajectory(focus: PagerLayout.pagerID, kind: .pager, facts: facts)
    return (trajectory, motion.map { $0.startedAt + FrameTime.start(of: frame) } ?? now)
  }

  func page(_ index: Int) -> NumberedPage {
    let content = PageContent(
      "Page \(index + 1)",
      [.paragraph(StyledText("This is page \(index + 1)."))]
    )
    let text = FlowedText(content.document, room: pager.textRoom)
    let body = PageLayout(content, text: text, frame: pager.pageSize)
    return NumberedPage(
      index: index,
      id: PagerLayout.pageID(index),
      shown: ShownPage(title: content.title, rows: ShownRows(body: body, offset: 0))
    )
  }
}

extension PageContent {
  /// The document of a page of text; an empty one for other pages.
  var document: TextDocument {
    switch body {
    case .text(let document): document
    case .list, .board: TextDocument()
    }
  }
}

extension Scene {
  /// The visible pages, and the column of each left edge (negative if it is cut off).
  var pagesOnScreen: [UInt32: Int] {
    guard let pager = self[PagerLayout.pagerID] else { return [:] }
    var pages: [UInt32: Int] = [:]
    for page in containers where page.kind == .page && page.parent == pager.id && !page.isHidden {
      let frame = page.frame.offset(x: pager.frame.x - pager.scroll.x, y: pager.frame.y)
      if !frame.intersection(pager.frame).isEmpty { pages[page.id.rawValue - 16] = frame.x }
    }
    return pages
  }
}

extension PagerState {
  /// The events of a change, and of the motion that begins with it.
  func events(
    since before: PagerState,
    by cause: PagerCause,
    reportsPassing: Bool
  ) -> [PagerEvent] {
    let events = events(since: before, by: cause)
    guard reportsPassing, !events.isEmpty, let motion, motion != before.motion else {
      return events
    }
    return events + motion.passing
  }
}
