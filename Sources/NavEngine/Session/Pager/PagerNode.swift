import NavBase
import NavScene

/// A pager without any viewport: the active page, the motion in progress, and the place in each page.
struct PagerNode: Sendable {
  let content: PagerContent
  /// The id of the first page; those of the other pages follow it.
  let firstPage: ContainerID
  var transition: PagerTransition {
    didSet {
      guard transition.current != oldValue.current else { return }
      // A page that is entered forwards starts at its first step; backwards, at its last one.
      step = transition.current > oldValue.current ? 0 : pages.stepCount(transition.current)
    }
  }
  /// The step of the active page, from 0; a reveal does not turn the page.
  private(set) var step = 0
  /// The number of times that the active page was selected again in the header (MBX-13).
  private(set) var retaps = 0
  /// The scroll state of the header.
  var strip = HeaderScroll()
  /// The columns of the header; nil if there is none.
  let columns: OptionColumns?
  /// The part that the last pan holds.
  var held: PagerHold?
  var rows = PagerRows()
  /// Pages that contain containers.
  let containers: [Int: ContainerID]

  init(_ content: PagerContent, as id: ContainerID, in tree: inout ContainerTree) {
    self.content = content
    transition = PagerTransition(content.style, on: content.start)
    columns = content.header.map { _ in OptionColumns(content.pages) }
    firstPage = tree.takeIDs(content.pages.count)
    var containers: [Int: ContainerID] = [:]
    for (index, inner) in content.pages.listed.enumerated() {
      // Rows are created on access.
      if case .page = inner { continue }
      let page = ContainerID(rawValue: firstPage.rawValue + UInt32(index))
      containers[index] =
        tree.insert(inner, in: ContainerTree.Page(container: id, page: page)).container
    }
    self.containers = containers
  }

  var pages: PagerPages { content.pages }
  var header: BarStyle? { content.header }

  var steps: PagerSteps { PagerSteps(pages, current: transition.current, step: step) }

  func pageID(_ index: Int) -> ContainerID {
    ContainerID(rawValue: firstPage.rawValue + UInt32(index))
  }

  subscript(index: Int) -> PageSlot {
    get {
      if let container = containers[index] { return .container(container) }
      if let rows = rows[index] { return .rows(rows) }
      guard case .page(let content) = pages[index] else {
        preconditionFailure("cannot show page \(index), whose container was never made")
      }
      return .rows(ScrollablePage(content))
    }
    set {
      guard case .rows(let page) = newValue else { return }
      rows.set(page, at: index)
    }
  }

  // MARK: Turning

  /// Shows a step of the active page, or its last one if there are fewer.
  mutating func go(toStep new: Int) {
    step = min(max(0, new), pages.stepCount(transition.current))
  }

  /// Moves by a number of steps in the active page; false if there is no such step.
  mutating func reveal(by change: Int) -> Bool {
    let new = step + change
    guard (0...pages.stepCount(transition.current)).contains(new) else { return false }
    step = new
    return true
  }

  /// Turns to a page.
  ///
  /// - Parameters:
  ///   - page: its index.
  ///   - new: the step to show; nil for the one at which the page is entered from here.
  ///   - now: the time.
  /// - Returns: whether there is such a page.
  @discardableResult
  mutating func turn(to page: Int?, step new: Int? = 0, at now: Duration) -> Bool {
    // There is nothing before the first page and after the last one.
    guard let page, pages.indices.contains(page) else { return false }
    if page != transition.current { recentre(countedFrom: transition.current, at: now) }
    transition.turn(to: page, at: now)
    if let new { go(toStep: new) }
    return true
  }

  /// Makes the header follow the pages again, from where they are now.
  ///
  /// - Parameters:
  ///   - page: the page that its offset is counted from so far: the current one before a turn.
  ///   - now: the time.
  mutating func recentre(countedFrom page: Int, at now: Duration) {
    strip.recentre(
      at: now,
      countedFrom: Double(page),
      whilePagesAreAt: transition.positions(at: now)[0]
    )
  }

  /// Handles a selection of the active page: ends any scroll of the header, and reports the selection (ZX-8, D-16).
  mutating func retap(at now: Duration) {
    retaps += 1
    recentre(countedFrom: transition.current, at: now)
  }
}

extension OptionColumns {
  /// Creates columns with the titles of pages.
  init(_ pages: PagerPages) {
    switch pages {
    case .listed(let pages):
      self.init(pages.enumerated().map { TabTitle.text($0.element.title, index: $0.offset) })
    case .packed(let pages):
      self.init((0..<pages.count).map { TabTitle.text(pages.title($0), index: $0) })
    case .numbered(let name, let count): self.init(.numbered(prefix: name + " ", count: count))
    }
  }
}

/// The pages of rows of a pager, by index: those that are not in their initial state, and for fast access those around
/// the current one.
struct PagerRows: Sendable {
  /// Those that are not in their initial state.
  private(set) var touched: [Int: ScrollablePage] = [:]
  /// Those around the current one in their initial state: a layout asks for them many times, and creating one decodes
  /// its title and notes.
  private var near: [(index: Int, rows: ScrollablePage)] = []

  /// The page at an index; nil if it is in its initial state and has to be created.
  subscript(index: Int) -> ScrollablePage? {
    if let rows = touched[index] { return rows }
    for page in near where page.index == index { return page.rows }
    return nil
  }

  mutating func set(_ rows: ScrollablePage, at index: Int) {
    touched[index] = rows.isUntouched ? nil : rows
  }

  /// Keeps the current page and those beside it.
  mutating func keep(around current: Int, of pages: PagerPages) {
    let range = max(0, current - 1)..<min(pages.count, current + 2)
    guard near.first?.index != range.first || near.last?.index != range.last else { return }
    let old = near
    near = range.compactMap { index in
      if let page = old.first(where: { $0.index == index }) { return page }
      guard case .page(let content) = pages[index] else { return nil }
      return (index, ScrollablePage(content))
    }
  }
}

/// The step at which each page of a pager is shown.
///
/// The active page is at its current step, those before it are at their last one and those after it at their first, so
/// that a page looks the same during a turn and after it.
struct PagerSteps: Sendable {
  private let pages: PagerPages
  private let current: Int
  /// The step of the active page.
  private let step: Int

  init(_ pages: PagerPages, current: Int, step: Int) {
    self.pages = pages
    self.current = current
    self.step = step
  }

  /// Returns the step at which a page is shown; nil if it has no steps.
  func shown(of page: Int) -> Int? {
    let count = pages.stepCount(page)
    guard count > 0 else { return nil }
    if page == current { return min(step, count) }
    return page < current ? count : 0
  }

  /// Returns the page that `forward` leads to: pages between that have steps are not skipped, even if they are visible
  /// in a spread.
  func next(before neighbour: Int?) -> Int? {
    guard let neighbour, neighbour > current else { return neighbour }
    return (current + 1..<neighbour).first { pages.stepCount($0) > 0 } ?? neighbour
  }

  /// Returns the page that `back` leads to, in the same way.
  func previous(behind neighbour: Int?) -> Int? {
    guard let neighbour, neighbour < current else { return neighbour }
    return (neighbour + 1..<current).last { pages.stepCount($0) > 0 } ?? neighbour
  }
}
