import NavBase
import NavEngine
import NavScene
import NavTestKit

/// One size of terminal in which a session is laid out, and its current trajectory.
struct SessionWindow {
  private(set) var view: SessionView
  private(set) var trajectory: Trajectory
  private(set) var startedAt: Duration

  static let facts = SessionFacts(name: "x", viewers: 1)

  /// Opens a window of a session; the session notes what it lays out.
  init(of session: inout Session, in size: CellSize, at now: Duration) {
    view = session.view(in: size, at: now)
    (trajectory, startedAt) = session.layout(&view, facts: Self.facts, at: now)
  }

  /// Lays out the session again.
  mutating func show(_ session: inout Session, at now: Duration) {
    (trajectory, startedAt) = session.layout(&view, facts: Self.facts, at: now)
  }

  func frame(at now: Duration) -> Int {
    min(FrameTime.frame(at: now - startedAt), trajectory.length)
  }

  func scene(at now: Duration) -> Scene { trajectory.scene(atFrame: frame(at: now)) }
}

/// A session and viewers of several sizes; all viewers are laid out again after every event.
struct Audience {
  var session: Session
  var now = Duration.seconds(100)
  private var windows: [CellSize: SessionWindow] = [:]
  private var pan: Pan?
  private var lastGesture: UInt64 = 0
  /// The size of the viewer that acts, and whose scenes are returned, unless a call names another one.
  private let usual: CellSize

  /// Shows one page of a book.
  static let portrait = CellSize.standardTerminal
  /// Shows two pages of a book.
  static let landscape = CellSize(columns: 132, rows: 43)
  static let wall = CellSize(columns: 200, rows: 60)
  static let phone = CellSize(columns: 40, rows: 12)

  /// - Parameters:
  ///   - content: the content of the session.
  ///   - sizes: the sizes of the first viewers; none for one of the standard size.
  /// - Throws: when the content is invalid.
  init(_ content: SessionContent, _ sizes: CellSize...) throws {
    try content.check()
    session = Session(content)
    usual = sizes.contains(Self.portrait) ? Self.portrait : sizes.first ?? Self.portrait
    for size in sizes.isEmpty ? [usual] : sizes { join(size) }
  }

  // MARK: Events

  /// Adds a viewer; it replaces the one of that size.
  mutating func join(_ size: CellSize) {
    windows[size] = SessionWindow(of: &session, in: size, at: now)
  }

  mutating func pass(_ time: Duration) {
    now += time
    show()
  }

  /// Lets all motions end.
  mutating func rest() { pass(.seconds(10)) }

  mutating func perform(
    _ action: SessionAction,
    by size: CellSize? = nil,
    owner: UInt64 = 1
  ) throws {
    var operation = SessionOperation(
      action,
      on: session,
      seenBy: window(in: size).view,
      by: owner
    )
    guard case .done(let done) = try operation.run(at: now) else { return }
    session = done
    show()
  }

  mutating func perform(_ command: SessionCommand, by size: CellSize? = nil) throws {
    try perform(.command(command), by: size)
  }

  mutating func type(_ names: String..., by size: CellSize? = nil) throws {
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
    of size: CellSize? = nil
  ) -> Bool {
    if pan == nil { lastGesture += 1 }
    return drag(container, axis, by: translation, of: size, owner: 1, gesture: lastGesture)
  }

  /// Begins or continues a drag of a viewer, or receives a late move of it.
  @discardableResult
  mutating func drag(
    _ container: ContainerID,
    _ axis: PanAxis,
    by translation: Int,
    of size: CellSize? = nil,
    owner: UInt64,
    gesture: UInt64
  ) -> Bool {
    let move = Pan(gesture: gesture, container: container, axis: axis, translation: translation)
    pan = move
    let moved = session.move(move, by: owner, seenBy: window(in: size).view, at: now)
    show()
    return moved
  }

  /// Ends the drag.
  mutating func release(
    velocity: Double = 0,
    isCancelled: Bool = false,
    of size: CellSize? = nil
  ) throws {
    guard let pan else { return }
    self.pan = nil
    let end = PanEnd(pan, velocity: velocity, isCancelled: isCancelled)
    try perform(.release(end), by: size)
  }

  private mutating func show() {
    for size in windows.keys { windows[size]?.show(&session, at: now) }
  }

  private func window(in size: CellSize?) -> SessionWindow {
    guard let window = windows[size ?? usual] else {
      preconditionFailure("nobody watches in \(size ?? usual)")
    }
    return window
  }

  // MARK: Visible state

  func trajectory(in size: CellSize? = nil) -> Trajectory { window(in: size).trajectory }

  func scene(in size: CellSize? = nil) -> Scene { window(in: size).scene(at: now) }

  /// Returns the titles of the visible pages of the outermost pager, from left to right or top to bottom.
  func titles(in size: CellSize? = nil) -> [String] { scene(in: size).pagesInView.map(\.title) }

  func page(_ title: String, in size: CellSize? = nil) -> Container? {
    scene(in: size).containers.first { $0.kind == .page && !$0.isMirrored && $0.title == title }
  }

  func bar(in size: CellSize? = nil) -> Container? { scene(in: size).first(.optionBar) }

  func mark(in size: CellSize? = nil) -> Container? { scene(in: size).first(.indicator) }

  /// Returns where the indicator comes to rest.
  func restingMark(in size: CellSize? = nil) -> Int? {
    trajectory(in: size).end.first(.indicator)?.markStart
  }

  func pager(in size: CellSize? = nil) -> Container? { scene(in: size).first(.pager) }

  func cell(_ column: Int, in size: CellSize? = nil) -> Container? {
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
    let view = CellRect(pager.scroll.x, pager.scroll.y, pager.frame.width, pager.frame.height)
    return containers.filter {
      $0.kind == .page && $0.parent == pager.id && !$0.isMirrored
        && !$0.frame.intersection(view).isEmpty
    }
    .sorted { ($0.frame.x, $0.frame.y) < ($1.frame.x, $1.frame.y) }
  }

  /// The focused page, or the marked page of a book.
  var marked: String? { containers.first { $0.kind == .page && $0.isSelected }?.title }

  /// The mirrored front of a leaf, as it shines through its back.
  var mirrored: Container? { containers.first(where: \.isMirrored) }
}
