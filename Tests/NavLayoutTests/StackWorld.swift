import NavGeometry
import NavLayout
import NavText

/// A stack and one viewport that shows it, as a session would put them together.
struct StackWorld {
  let layout: StackLayout
  var state: StackState
  private(set) var view: StackView
  private let facts = SessionFacts(name: "tree", viewers: 1)

  init(_ state: StackState, viewport: CellSize) {
    layout = StackLayout(viewport: viewport)
    self.state = state
    view = StackView(resting: state, metrics: layout.metrics)
  }

  /// Pages by letters, `F` and `h`, the last one active.
  init(_ pages: String, viewport: CellSize) {
    var state = StackState()
    for (serial, letter) in pages.enumerated() { state.push(Self.page(serial, letter)) }
    self.init(state, viewport: viewport)
  }

  static func page(_ serial: Int, _ letter: Character) -> StackPage {
    StackPage(id: StackLayout.pageID(serial), size: letter == "F" ? .full : .half)
  }

  /// Lets a command change the stack and the view follow.
  mutating func perform(
    at now: Duration,
    _ command: (inout StackState) throws -> Void
  ) rethrows {
    try command(&state)
    view.follow(state, at: now)
  }

  /// The way from what a moment shows to rest, and when it began.
  mutating func way(at now: Duration) -> (trajectory: Trajectory, startedAt: Duration) {
    view.settle(at: now)
    let frame = view.motion?.frame(at: now) ?? 0
    let trajectory = layout.trajectory(
      of: view,
      from: frame,
      focus: state.activePage.map { StackLayout.Focus(page: $0.id, kind: .text) },
      pages: pages,
      facts: facts
    )
    return (trajectory, (view.motion?.startedAt ?? now) + FrameTime.start(of: frame))
  }

  /// The rest of a view that never saw a motion.
  var freshRest: Scene {
    var fresh = StackWorld(state, viewport: layout.viewport)
    return fresh.way(at: .zero).trajectory.end
  }

  private var pages: [ContainerID: StackLayout.Page] {
    var pages: [ContainerID: StackLayout.Page] = [:]
    for container in view.containers {
      let page = container.page
      pages[page.id] = StackLayout.Page(
        title: "Page \(page.id.rawValue - 16)",
        body: FullBody(
          frame: layout.frame(of: page.size),
          header: layout.headerHeight,
          columns: layout.columns(of: page.size)
        ),
        offset: 0,
        selection: nil
      )
    }
    return pages
  }
}

extension StackState {
  /// Pages as letters, the active one in brackets, an arrow for its position.
  var text: String {
    pages.enumerated().map { index, page in
      let letter = page.size == .full ? "F" : "h"
      return index == active ? "[\(letter)]" : letter
    }.joined() + (position == .left ? " <" : " >")
  }
}

/// One row that takes all columns that a page's content may use.
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
  /// Which page is seen in each column: the plain way to find out.
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

  /// The columns in which a page is seen.
  func columns(of id: ContainerID) -> [Int] {
    let owners = owners
    return owners.indices.filter { owners[$0] == id }
  }

  /// One row of the stack: a digit for each column of a page's text, `:` beside its text, `.` where no page is.
  var drawing: String {
    owners.enumerated().map { column, owner in
      guard let owner, let page = self[owner] else { return "." }
      let text = page.content.offset(x: page.frame.x, y: 0)
      let isText = (text.x..<text.maxX).contains(column)
      return isText ? String((owner.rawValue - 16) % 10) : ":"
    }.joined()
  }
}
