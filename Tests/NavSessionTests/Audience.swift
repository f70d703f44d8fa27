import NavCommands
import NavGeometry
import NavLayout
import NavModel
import NavScene
import NavSession
import NavTestKit
import NavText

/// A session and viewers of several sizes; all viewers are laid out again after every event.
struct Audience {
  private(set) var session: Session
  private(set) var now = Duration.seconds(100)
  private var viewers: [CellSize: Viewer] = [:]
  private var gesture: UInt64 = 0
  private var pan: Pan?

  /// The view and the current trajectory of one size.
  private struct Viewer {
    var view: SessionView
    var way: Trajectory
    var startedAt: Duration
  }

  /// Shows one page of a book.
  static let portrait = CellSize.standardTerminal
  /// Shows two pages of a book.
  static let landscape = CellSize(columns: 132, rows: 43)
  static let wall = CellSize(columns: 200, rows: 60)
  static let phone = CellSize(columns: 40, rows: 12)

  init(_ content: SessionContent, _ sizes: CellSize...) throws {
    try content.check()
    session = Session(content)
    for size in sizes { join(size) }
  }

  // MARK: Events

  /// Adds a viewer; it replaces the one of that size.
  mutating func join(_ size: CellSize) {
    var view = session.view(in: size, at: now)
    let (way, start) = session.layout(&view, facts: Self.facts, at: now)
    viewers[size] = Viewer(view: view, way: way, startedAt: start)
  }

  mutating func pass(_ time: Duration) {
    now += time
    show()
  }

  /// Lets all motions end.
  mutating func rest() { pass(.seconds(10)) }

  mutating func perform(_ action: SessionAction, by size: CellSize = portrait) throws {
    var operation = SessionOperation(action, on: session, seenBy: view(in: size))
    guard case .done(let done) = try operation.run(at: now) else { return }
    session = done
    show()
  }

  mutating func perform(_ command: SessionCommand, by size: CellSize = portrait) throws {
    try perform(.command(command), by: size)
  }

  mutating func type(_ names: String..., by size: CellSize = portrait) throws {
    let keys = names.compactMap { Key(name: $0) }
    precondition(keys.count == names.count, "no such key among \(names)")
    try perform(.keys(keys), by: size)
  }

  /// Begins or continues a drag on a container, by so many cells from its start.
  ///
  /// - Returns: whether anything moves.
  @discardableResult
  mutating func drag(
    _ container: ContainerID,
    _ axis: PanAxis = .horizontal,
    by translation: Int,
    of size: CellSize = portrait
  ) -> Bool {
    if pan == nil { gesture += 1 }
    let move = Pan(gesture: gesture, container: container, axis: axis, translation: translation)
    pan = move
    let moved = session.move(move, seenBy: view(in: size), at: now)
    show()
    return moved
  }

  /// Ends the drag.
  mutating func release(
    velocity: Double = 0,
    isCancelled: Bool = false,
    of size: CellSize = portrait
  ) throws {
    guard let pan else { return }
    self.pan = nil
    let end = PanEnd(pan, velocity: velocity, isCancelled: isCancelled)
    try perform(.release(end), by: size)
  }

  private static let facts = SessionFacts(name: "x", viewers: 1)

  private mutating func show() {
    for (size, viewer) in viewers {
      var viewer = viewer
      (viewer.way, viewer.startedAt) = session.layout(&viewer.view, facts: Self.facts, at: now)
      viewers[size] = viewer
    }
  }

  private func view(in size: CellSize) -> SessionView { viewer(in: size).view }

  private func viewer(in size: CellSize) -> Viewer {
    guard let viewer = viewers[size] else { preconditionFailure("nobody watches in \(size)") }
    return viewer
  }

  // MARK: Visible state

  func way(in size: CellSize = portrait) -> Trajectory { viewer(in: size).way }

  func scene(in size: CellSize = portrait) -> Scene {
    let viewer = viewer(in: size)
    let frame = FrameTime.frame(at: now - viewer.startedAt)
    return viewer.way.scene(atFrame: min(frame, viewer.way.length))
  }

  /// Returns the titles of the visible pages of the outermost pager, from left to right or top to bottom.
  func titles(in size: CellSize = portrait) -> [String] { scene(in: size).pagesInView.map(\.title) }

  func page(_ title: String, in size: CellSize = portrait) -> Container? {
    scene(in: size).containers.first { $0.kind == .page && !$0.isMirrored && $0.title == title }
  }

  func bar(in size: CellSize = portrait) -> Container? { scene(in: size).first(.optionBar) }

  func mark(in size: CellSize = portrait) -> Container? { scene(in: size).first(.indicator) }

  /// Returns where the indicator comes to rest.
  func restingMark(in size: CellSize = portrait) -> Int? {
    way(in: size).end.first(.indicator)?.markStart
  }

  func pager(in size: CellSize = portrait) -> Container? { scene(in: size).first(.pager) }

  func cell(_ column: Int, in size: CellSize = portrait) -> Container? {
    scene(in: size).cells.first { $0.selection == column }
  }

  // MARK: Contents

  static func text(_ title: String, lines: Int = 1) -> SessionContent {
    let lines = (0..<lines).map { "\(title) line \($0)" }
    let document = TextDocument(blocks: [.preformatted(lines: lines)])
    return .page(PageContent(title: title, document: document))
  }

  /// A pager with pages called `p0`, `p1` and so on.
  static func pager(
    _ count: Int,
    _ style: PagerStyle = .sliding,
    _ header: BarStyle? = nil,
    lines: Int = 1
  ) -> SessionContent {
    let pages = (0..<count).map { text("p\($0)", lines: lines) }
    return .pager(PagerContent(title: "pages", pages: .listed(pages), style: style, header: header))
  }

  /// A bar with more options than fit any size.
  static func options(_ count: Int = PagerPages.countLimit) -> SessionContent {
    .pager(PagerContent(title: "options", pages: .numbered("p", count: count), header: .options))
  }
}

extension Scene {
  fileprivate func first(_ kind: ContainerKind) -> Container? {
    containers.first { $0.kind == kind }
  }

  /// The cells of an option bar, from left to right.
  var cells: [Container] {
    containers.filter { $0.kind == .optionCell }.sorted { $0.frame.x < $1.frame.x }
  }

  /// The visible pages of the outermost pager, without backs of leaves, in the order of their positions.
  var pagesInView: [Container] {
    guard let pager = first(.pager) else { return [] }
    let view = CellRect(
      x: pager.scroll.x,
      y: pager.scroll.y,
      width: pager.frame.width,
      height: pager.frame.height
    )
    return containers.filter {
      $0.kind == .page && $0.parent == pager.id && !$0.isMirrored && $0.frame.intersects(view)
    }
    .sorted { ($0.frame.x, $0.frame.y) < ($1.frame.x, $1.frame.y) }
  }

  /// The focused page, or the marked page of a book.
  var marked: String? { containers.first { $0.kind == .page && $0.isSelected }?.title }

  /// The mirrored front of a leaf, as it shines through its back.
  var mirrored: Container? { containers.first(where: \.isMirrored) }
}
