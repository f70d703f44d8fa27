import NavCommands
import NavGeometry
import NavLayout
import NavModel
import NavScene
import NavText

/// A pager without any viewport: the active page, the motion in progress, and the place in each page.
struct PagerNode: Sendable {
  let content: PagerContent
  /// The id of the first page; those of the other pages follow it.
  let firstPage: ContainerID
  var turns: PagerTurns {
    didSet {
      guard turns.current != oldValue.current else { return }
      // A page that is entered forwards starts at its first step; backwards, at its last one.
      step = turns.current > oldValue.current ? 0 : pages.stepCount(turns.current)
    }
  }
  /// The step of the active page, from 0; a reveal does not turn the page.
  private(set) var step = 0
  /// How often the active page was selected again in the header (MBX-13).
  private(set) var retaps = 0
  /// The scroll state of the header.
  var strip = HeaderScroll()
  /// The columns of the header; nil if there is none.
  let columns: OptionColumns?
  /// Pages of rows that are not in their initial state.
  private var touched: [Int: ScrollablePage] = [:]
  /// Pages that contain containers.
  let containers: [Int: ContainerID]

  init(
    _ content: PagerContent,
    firstPage: ContainerID,
    containers: [Int: ContainerID]
  ) {
    self.content = content
    turns = PagerTurns(content.style, on: content.start)
    columns = content.header.map { _ in OptionColumns(content.pages) }
    self.firstPage = firstPage
    self.containers = containers
  }

  var pages: PagerPages { content.pages }
  var header: BarStyle? { content.header }

  var steps: PagerSteps { PagerSteps(pages, current: turns.current, step: step) }

  /// Whether there is nothing to turn; then numbers and ends refer to rows.
  var isOnePage: Bool { pages.count == 1 }

  func pageID(_ index: Int) -> ContainerID {
    ContainerID(rawValue: firstPage.rawValue + UInt32(index))
  }

  /// Returns the index of a page; nil if it is not one of this pager.
  func index(of page: ContainerID) -> Int? {
    guard page >= firstPage else { return nil }
    let index = Int(page.rawValue - firstPage.rawValue)
    return index < pages.count ? index : nil
  }

  /// The anchors of the pages of rows that are not in their initial state, by index.
  var anchors: [Int: ScrollAnchor] { touched.mapValues(\.anchor) }

  /// The pages of rows that are not in their initial state, by index.
  var touchedRows: [Int: ScrollablePage] { touched }

  /// Restores a place, without a motion.
  mutating func lead(to place: NavigationState.Pager) {
    turns.place(on: min(max(0, place.current), pages.count - 1))
    go(toStep: place.step)
    if header != nil { strip = HeaderScroll(restingAt: place.shift) }
  }

  subscript(index: Int) -> PageSlot {
    get {
      if let container = containers[index] { return .container(container) }
      if let rows = touched[index] { return .rows(rows) }
      guard case .page(let content) = pages[index] else {
        preconditionFailure("cannot show page \(index), whose container was never made")
      }
      return .rows(ScrollablePage(content))
    }
    set {
      guard case .rows(let rows) = newValue else { return }
      touched[index] = rows.isUntouched ? nil : rows
    }
  }

  // MARK: Time

  /// Removes motions that have ended.
  mutating func settle(at now: Duration) {
    turns.settle(at: now)
    strip.settle(at: now)
  }

  // MARK: Turning

  /// Shows a step of the active page, or its last one if there are fewer.
  mutating func go(toStep new: Int) {
    step = min(max(0, new), pages.stepCount(turns.current))
  }

  /// Moves by a number of steps in the active page; false if there is no such step.
  private mutating func reveal(by change: Int) -> Bool {
    let new = step + change
    guard (0...pages.stepCount(turns.current)).contains(new) else { return false }
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
    if page != turns.current { recentre(countedFrom: turns.current, at: now) }
    turns.turn(to: page, at: now)
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
      whilePagesAreAt: turns.positions(at: now)[0]
    )
  }

  /// Handles a selection of the active page: ends any scroll of the header, and reports the selection (ZX-8, D-16).
  mutating func retap(at now: Duration) {
    retaps += 1
    recentre(countedFrom: turns.current, at: now)
  }

  /// Runs a command.
  ///
  /// - Parameters:
  ///   - command: the command.
  ///   - room: the pager as the requesting viewer sees it.
  ///   - now: the time.
  /// - Returns: false if the command is not handled here, so that the next outer container may handle it.
  /// - Throws: for a page that does not exist.
  mutating func respond(
    to command: SessionCommand,
    seenIn room: PagerArea,
    at now: Duration
  ) throws(Rejection) -> Bool {
    let neighbours = room.neighbours(of: turns.current)
    switch command {
    case .forward, .lineDown, .screenDown:
      return reveal(by: 1) || turn(to: steps.next(before: neighbours.next), at: now)
    case .back, .lineUp, .screenUp:
      let previous = steps.previous(behind: neighbours.previous)
      return reveal(by: -1) || turn(to: previous, step: nil, at: now)
    case .first: return turn(to: 0, at: now)
    case .last: return turn(to: pages.count - 1, at: now)
    case .goTo(let number):
      guard (1...pages.count).contains(number) else {
        throw Rejection("there is no page \(number): give 1 to \(pages.count)")
      }
      return turn(to: number - 1, at: now)
    case .nextTab, .previousTab, .tab, .toggleAttachment, .reload, .search, .nextMatch,
      .previousMatch, .filter, .sort, .toggleHidden, .chapter, .view, .root, .toggleWrap:
      return false
    }
  }

  /// Returns the page that a tab command names in the header, as a viewer of a size sees that; nil if there is none.
  func page(ofTab command: SessionCommand, seenIn room: PagerArea) -> Int? {
    guard header != nil else { return nil }
    let page: Int? =
      switch command {
      case .nextTab where header == .arrows: room.neighbours(of: turns.current).next
      case .nextTab: turns.current + 1
      case .previousTab where header == .arrows: room.neighbours(of: turns.current).previous
      case .previousTab: turns.current - 1
      case .tab(let number): (1...pages.count).contains(number) ? number - 1 : nil
      default: nil
      }
    return page.flatMap { pages.indices.contains($0) ? $0 : nil }
  }

  /// Returns the page that a tap beside the current dot turns to (PI-6); nil if there is none.
  func page(tappedAt side: PageSide) -> Int? {
    PageControlState(on: turns.current, of: pages.count).page(tappedAt: side)
  }

  /// Returns the page that a tap on a column of the header selects (MBX-5); nil for none.
  ///
  /// Arrows turn to the neighbours in the layout of the viewer that taps.
  func page(ofColumn column: Int, seenIn room: PagerArea) -> Int? {
    guard let header else { return nil }
    if header == .arrows {
      let neighbours = room.neighbours(of: turns.current)
      // Back, the title, forward.
      return column == 0 ? neighbours.previous : column == 2 ? neighbours.next : nil
    }
    do {
      let tags = try HeaderTapResolver(header, tags: pages.count, pages: pages.count)
      switch try tags.tap(column, current: turns.current) {
      case .jump(let jump): return jump.destination
      case .retap(let page): return page
      case .nothing: return nil
      }
    } catch {
      // A column that does not exist.
      return nil
    }
  }

  /// Returns where pages and header are, now and in the frames that follow until they rest.
  func way(in header: PagerHeaderLayout, at now: Duration) -> OptionBarTrajectory {
    var positions = turns.positions(at: now)
    let running = strip.motion(at: now)
    let first = running?.frame(at: now) ?? 0
    let length = max(positions.count, (running?.length ?? 0) - first + 1)
    let last = positions[positions.count - 1]
    positions += Array(repeating: last, count: length - positions.count)
    if strip.isCentred { return OptionBarTrajectory(current: turns.current, positions: positions) }
    let offsets = positions.enumerated().map { offset, position in
      let time = running.map { $0.startedAt + FrameTime.start(of: first + offset) } ?? now
      // Until another page is current, the header stays where it was when a pan of the pages began.
      let base = strip.followsPages ? position : Double(turns.current)
      return strip.offset(in: header, whilePagesAreAt: base, at: time)
    }
    return OptionBarTrajectory(current: turns.current, positions: positions, offsets: offsets)
  }
}

extension OptionColumns {
  /// Creates columns with the titles of pages.
  init(_ pages: PagerPages) {
    switch pages {
    case .listed(let pages):
      self.init(pages.enumerated().map { TabTitle.text($0.element.title, index: $0.offset) })
    case .numbered(let name, let count): self.init(.numbered(prefix: name + " ", count: count))
    }
  }
}
