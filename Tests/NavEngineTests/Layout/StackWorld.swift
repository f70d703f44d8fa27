import NavBase
@testable import NavEngine
import NavScene
import NavTestKit

/// A stack and one viewport that shows it, as in a session.
struct StackWorld {
  let viewport: CellSize
  let layout: StackLayout
  var state: StackState
  private(set) var view: StackView
  private let facts = SessionFacts(name: "tree", viewers: 1)

  init(_ state: StackState, viewport: CellSize) {
    self.viewport = viewport
    layout = StackLayout(room: viewport)
    self.state = state
    view = StackView(resting: state, metrics: layout.metrics)
  }

  /// A stack of pages by letters, with the last one active.
  init(_ pages: String, viewport: CellSize) {
    self.init(StackState(letters: pages), viewport: viewport)
  }

  static func page(_ serial: Int, _ letter: Character) -> StackPage {
    StackPage(id: StackLayout.pageID(serial), size: letter == "F" ? .full : .half)
  }

  /// Performs a command on the stack, and lets the view follow.
  mutating func perform(
    at now: Duration,
    _ command: (inout StackState) throws -> Void
  ) rethrows {
    try command(&state)
    view.follow(state, at: now)
  }

  /// Returns the trajectory from the state at a time to rest, and when it began.
  ///
  /// - Parameters:
  ///   - now: the time.
  ///   - extra: by how many frames another motion is longer than the stack's.
  ///   - holdsContainers: whether the pages contain other containers.
  /// - Returns: the trajectory.
  mutating func trajectory(
    at now: Duration,
    longerBy extra: Int = 0,
    holdsContainers: Bool = false
  ) -> (trajectory: Trajectory, startedAt: Duration) {
    view.settle(at: now)
    let frame = view.motion?.frame(at: now) ?? 0
    var builder = SceneBuilder(
      viewport: viewport,
      length: max(0, (view.motion?.length ?? 0) - frame) + extra
    )
    let stack = Container(id: StackLayout.stackID, kind: .stack, frame: CellRect(viewport))
    var pages = pages
    if holdsContainers { pages = pages.mapValues { ShownPage(title: $0.title) } }
    layout.add(view, from: frame, as: stack, pages: pages, to: &builder)
    let focus = state.activePage?.id
    let trajectory = builder.trajectory(
      focus: focus,
      kind: focus == nil ? .none : .text,
      facts: facts
    )
    return (trajectory, (view.motion?.startedAt ?? now) + FrameTime.start(of: frame))
  }

  /// The scene at rest of a view that never saw a motion.
  var freshRest: Scene {
    var fresh = StackWorld(state, viewport: viewport)
    return fresh.trajectory(at: .zero).trajectory.end
  }

  private var pages: [ContainerID: ShownPage] {
    var pages: [ContainerID: ShownPage] = [:]
    for container in view.containers {
      let page = container.page
      let body = FullBody(
        frame: layout.frame(of: page.size),
        header: layout.headerHeight,
        columns: layout.columns(of: page.size)
      )
      pages[page.id] = ShownPage(
        title: "Page \(page.id.rawValue - 16)",
        rows: ShownRows(body: body, offset: 0)
      )
    }
    return pages
  }
}

extension StackState {
  /// A stack of full and half pages, `F` and `h`, with the last one active.
  init(letters: String) {
    self.init()
    for (serial, letter) in letters.enumerated() { push(StackWorld.page(serial, letter)) }
  }

  /// The pages as letters, the active one in brackets, with an arrow for its position.
  var text: String {
    pages.enumerated().map { index, page in
      let letter = page.size == .full ? "F" : "h"
      return index == active ? "[\(letter)]" : letter
    }.joined() + (position == .left ? " <" : " >")
  }
}

/// One row over all columns that a page's content may use.
struct FullBody: PageBody {
  let frame: CellSize
  let content: CellRect

  init(frame: CellSize, header: Int, columns: Int) {
    self.frame = frame
    content = CellRect(x: 0, y: header, width: columns, height: 1)
  }

  var rowCount: Int { 1 }
  func rows(_ range: Range<Int>) -> [TextRow] { range.map { _ in TextRow("row") } }
  func row(of position: TextPosition) -> Int { 0 }
  func position(ofRow row: Int) -> TextPosition { .start }
  var endAnchor: ScrollAnchor { .top }
}

extension Scene {
  /// The page visible in each column, found by a simple search.
  var owners: [ContainerID?] {
    var owners: [ContainerID?] = Array(repeating: nil, count: viewport.columns)
    for page in containers where page.kind == .page && !page.isHidden {
      let frame = page.frame
      for column in max(0, frame.x)..<max(0, min(viewport.columns, max(0, frame.maxX))) {
        owners[column] = page.id
      }
    }
    return owners
  }

  /// One row of the stack: a digit for each column of a page's text, `:` beside its text, `.` without a page.
  var drawing: String {
    owners.enumerated().map { column, owner in
      guard let owner, let page = self[owner] else { return "." }
      let text = page.content.offset(x: page.frame.x, y: 0)
      let isText = (text.x..<text.maxX).contains(column)
      return isText ? String((owner.rawValue - 16) % 10) : ":"
    }.joined()
  }
}
