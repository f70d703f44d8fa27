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
  private var rows = PagerRows()
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

  /// The pages of rows that are not in their initial state, by index.
  var touchedRows: [Int: ScrollablePage] { rows.touched }

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

  /// Prepares fast access to the pages that are likely to be laid out.
  mutating func keepNearPages() { rows.keep(around: transition.current, of: pages) }

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
