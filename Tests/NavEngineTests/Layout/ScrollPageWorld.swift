import NavBase
@testable import NavEngine
import NavTestKit

/// A page of entries of which some are visible; its rows are the same for every width.
func rowsBody(_ rows: Int, visible: Int) -> ListLayout {
  ListLayout(
    ListContent(entries: (0..<rows).map { ListEntry(key: [], label: "\($0)", opens: .text) }),
    frame: CellSize(columns: 12, rows: visible),
    header: 0,
    columns: 12,
    uncovered: 12
  )
}

/// One text in a viewport whose width gives it so many rows.
func textBody(_ text: FlowedText, rows: Int) -> PageLayout {
  PageLayout(
    reading: text,
    frame: CellSize(columns: text.columns, rows: rows),
    header: 0,
    columns: text.columns
  )
}

/// A page without a size, as a session keeps it, and the viewports that follow it.
struct ScrolledPage {
  var anchor = ScrollAnchor.top
  var gesture: ScrollGesture?
  private(set) var views: [View]
  private var serial = 0

  struct View {
    var body: any PageBody
    var scroll: PageScroll
  }

  init(_ bodies: [any PageBody], at offset: Int = 0) {
    anchor = bodies.first?.anchor(forOffset: offset) ?? .top
    views = []
    for body in bodies { open(body) }
  }

  init(rows: Int, visible: Int, at offset: Int = 0) {
    self.init([rowsBody(rows, visible: visible)], at: offset)
  }

  /// Adds a viewport.
  mutating func open(_ body: any PageBody) {
    views.append(View(body: body, scroll: PageScroll(anchor: anchor, gesture: gesture, body: body)))
  }

  var scroll: PageScroll { views[0].scroll }
  var body: any PageBody { views[0].body }

  func offset(_ view: Int = 0, at now: Duration = .zero) -> Int {
    views[view].scroll.offset(at: now)
  }

  /// Returns the scroll offsets from now on, frame by frame.
  func frames(_ view: Int = 0, at now: Duration) -> [Int] {
    let scroll = views[view].scroll
    return [scroll.offset(at: now)] + scroll.offsets(afterFrame: scroll.frame(at: now))
  }

  /// Returns the offset at rest of a view without history.
  func rest(_ view: Int = 0) -> Int { views[view].body.offset(for: anchor) }

  mutating func follow(at now: Duration, isAnimated: Bool = false) {
    for index in views.indices {
      views[index].scroll.follow(
        anchor: anchor,
        gesture: gesture,
        body: views[index].body,
        at: now,
        isAnimated: isAnimated
      )
    }
  }

  /// Begins a pan; false if there is nothing to scroll.
  @discardableResult
  mutating func begin(in view: Int = 0, at now: Duration = .zero) -> Bool {
    let (scroll, body) = (views[view].scroll, views[view].body)
    guard let pull = scroll.beginPan(anchor: anchor, body: body, at: now) else { return false }
    serial += 1
    gesture = ScrollGesture(serial: serial, beginning: pull)
    anchor = pull.base
    follow(at: now)
    return true
  }

  mutating func move(to translation: Double, at now: Duration = .zero) {
    gesture?.move(to: translation)
    follow(at: now)
  }

  mutating func release(velocity: Double = 0, in view: Int = 0, at now: Duration = .zero) {
    anchor = gesture?.release(velocity: velocity, in: views[view].body) ?? anchor
    follow(at: now)
  }

  /// Performs a whole pan between two updates.
  mutating func panUnseen(velocity: Double, at now: Duration) {
    guard let pull = scroll.beginPan(anchor: anchor, body: body, at: now) else { return }
    serial += 1
    gesture = ScrollGesture(serial: serial, beginning: pull)
    release(velocity: velocity, at: now)
  }

  mutating func cancel(at now: Duration = .zero) {
    anchor = gesture?.cancel() ?? anchor
    follow(at: now)
  }

  /// Performs a key's jump in a view.
  mutating func jump(to row: Int, in view: Int = 0, isAnimated: Bool = false, at now: Duration) {
    anchor = views[view].body.anchor(forOffset: row)
    gesture = nil
    follow(at: now, isAnimated: isAnimated)
  }

  /// Changes the rows or the size in a view.
  mutating func resize(
    _ view: Int = 0,
    to body: any PageBody,
    at now: Duration,
    isAnimated: Bool = false
  ) {
    views[view].body = body
    follow(at: now, isAnimated: isAnimated)
  }
}

/// A page with a whole pan.
func pannedPage(
  rows: Int,
  visible: Int,
  from offset: Int = 0,
  by translation: Double,
  velocity: Double = 0,
  at now: Duration = .zero
) -> ScrolledPage {
  var page = ScrolledPage(rows: rows, visible: visible, at: offset)
  page.begin()
  page.move(to: translation)
  page.release(velocity: velocity, at: now)
  return page
}

/// The frames of a law's offsets in whole rows, until rest: no row stands still for longer than 6 frames, or than the
/// speed at the release makes it stand (D-19).
func framesWithoutWaits(_ exact: [Double], restingAt target: Int) -> [Int] {
  let rows = exact.map { target + Int(($0 - Double(target)).rounded(.towardZero)) }
  let most = Int(min(1_000, max(6, 1 / abs(exact[1] - exact[0]))))
  let moving = rows.prefix((rows.lastIndex { $0 != target } ?? -1) + 1)
  return moving.indices.filter { frame in
    frame < most || moving[frame - most..<frame].contains { $0 != moving[frame] }
  }.map { moving[$0] } + [target]
}
