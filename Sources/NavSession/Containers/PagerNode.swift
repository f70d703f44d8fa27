import NavCommands
import NavLayout

/// A pager without any viewport: which page is active, the motion that runs, and where people are in each page.
struct PagerNode: Sendable {
  let content: PagerContent
  /// The container of the first page; those of the others follow it.
  let firstPage: ContainerID
  var pager = PagerState(current: 0)
  /// Pages of rows in which somebody has moved.
  private var touched: [Int: RowsPage] = [:]
  /// Pages that hold containers.
  let containers: [Int: ContainerID]

  init(
    _ content: PagerContent,
    firstPage: ContainerID,
    containers: [Int: ContainerID]
  ) {
    self.content = content
    self.firstPage = firstPage
    self.containers = containers
  }

  var pages: PagerPages { content.pages }

  func pageID(_ index: Int) -> ContainerID {
    ContainerID(rawValue: firstPage.rawValue + UInt32(index))
  }

  /// The index of a page's container; nil for any other.
  func index(of page: ContainerID) -> Int? {
    guard page >= firstPage else { return nil }
    let index = Int(page.rawValue - firstPage.rawValue)
    return index < pages.count ? index : nil
  }

  /// Pages of rows that are not as they were at first, by index.
  var anchors: [Int: ScrollAnchor] { touched.mapValues(\.anchor) }

  subscript(index: Int) -> PageSlot {
    get {
      if let container = containers[index] { return .container(container) }
      if let rows = touched[index] { return .rows(rows) }
      guard case .page(let content) = pages[index] else {
        preconditionFailure("cannot show page \(index), whose container was never made")
      }
      return .rows(RowsPage(content))
    }
    set {
      guard case .rows(let rows) = newValue else { return }
      touched[index] = rows.isUntouched ? nil : rows
    }
  }

  /// Turns by some pages; false where there is no such page.
  mutating func turn(by distance: Int, at now: Duration) -> Bool {
    let page = pager.current + distance
    // Behind the first and the last page there is nothing to show.
    guard pages.indices.contains(page) else { return false }
    pager.turn(to: page, at: now)
    return true
  }

  /// Carries out a command; false where it means nothing here, so that what is around may have it.
  mutating func respond(to command: SessionCommand, at now: Duration) throws(Rejection) -> Bool {
    switch command {
    case .forward, .lineDown, .screenDown: return turn(by: 1, at: now)
    case .back, .lineUp, .screenUp: return turn(by: -1, at: now)
    case .first: pager.turn(to: 0, at: now)
    case .last: pager.turn(to: pages.count - 1, at: now)
    case .goTo(let number):
      guard (1...pages.count).contains(number) else {
        throw Rejection("there is no page \(number): give 1 to \(pages.count)")
      }
      pager.turn(to: number - 1, at: now)
    case .nextTab, .previousTab, .tab, .toggleAttachment: return false
    }
    return true
  }
}
