import NavBase
import NavScene

/// Pages, search and navigation state.
extension PagerNode: ContainerNode {
  static var mostIDs: Int { PagerParts.count(hasHeader: true) }

  static func idCount(of content: PagerContent) -> Int {
    PagerParts.count(hasHeader: content.header != nil)
  }

  // MARK: Pages

  var idCount: Int { Self.idCount(of: content) }
  var pageCount: Int { pages.count }
  var frontPage: ContainerID? { pageID(transition.current) }

  func page(at index: Int) -> ContainerID? { pages.indices.contains(index) ? pageID(index) : nil }

  func index(of page: ContainerID) -> Int? {
    guard page >= firstPage else { return nil }
    let index = Int(page.rawValue - firstPage.rawValue)
    return index < pages.count ? index : nil
  }

  func slot(of page: ContainerID) -> PageSlot? { index(of: page).map { self[$0] } }
  func hasPage(_ page: ContainerID) -> Bool { index(of: page) != nil }
  func container(in page: ContainerID) -> ContainerID? {
    index(of: page).flatMap { containers[$0] }
  }
  func title(of page: ContainerID) -> String { index(of: page).map { pages.title($0) } ?? "" }

  mutating func set(_ rows: ScrollablePage, of page: ContainerID) {
    if let index = index(of: page) { self[index] = .rows(rows) }
  }

  var keptPages: [(page: ContainerID, slot: PageSlot)] {
    touchedRows.map { (pageID($0.key), .rows($0.value)) }
      + containers.map { (pageID($0.key), .container($0.value)) }
  }

  // MARK: Search and events

  var searchedPages: PagerPages? { pages }

  mutating func reveal(page index: Int, block: Int, at now: Duration) {
    // The step that contains the block is revealed.
    let shown = transition.current == index ? step : 0
    let needed = self[index].rows.map { $0.content.document.step(ofLeaf: block) }
    if transition.current != index { turn(to: index, at: now) }
    go(toStep: max(shown, needed ?? 0))
  }

  /// The page that it moves to, once, and the pages passed on the way there, unless the header has segments (D-8, MBX-7);
  /// the active page if that was selected again in the header (MBX-13).
  ///
  /// A leaf that turns passes none: it is one leaf, whatever the number of pages between.
  func pageEvents(since before: any ContainerNode, by cause: PagerCause) -> [PagerEvent] {
    guard let old = before as? PagerNode,
      retaps != old.retaps || transition.goesElsewhere(than: old.transition)
    else { return [] }
    switch (old.transition, transition) {
    case (.row(let old, _), .row(let now, _)):
      return now.events(since: old, by: cause, reportsPassing: header != .segments)
    case (_, .leaves(let book)): return [PagerEvent(.destination, page: book.current, frame: 0)]
    case (.leaves, .row): return []
    }
  }

  // MARK: Navigation state

  var navigationState: NavigationState.Node? {
    let state = NavigationState.Pager(
      current: transition.current,
      shift: strip.restingShift,
      step: step
    )
    return state == NavigationState.Pager(current: content.start) ? nil : .pager(state)
  }

  /// Pages by their numbers, followed by a point and the step if that is not the first.
  var activePath: [String] {
    let page = String(transition.current + 1)
    return [step > 0 ? "\(page).\(step)" : page]
  }

  mutating func restore(_ state: NavigationState.Node) {
    guard case .pager(let state) = state else { return }
    transition.restore(to: min(max(0, state.current), pages.count - 1))
    go(toStep: state.step)
    if header != nil { strip = HeaderScroll(restingAt: state.shift) }
  }

  /// Pages are matched by what they contain, else by their titles.
  func succession(of before: any ContainerNode) -> ContainerSuccession? {
    guard let before = before as? PagerNode else { return nil }
    let alignment = PagerPages.alignment(from: before.pages, to: pages)
    let state = NavigationState.Pager(
      current: alignment.place(of: before.transition.current),
      shift: before.strip.restingShift,
      // For a slide that was removed, the slide at its index begins with its first step.
      step: alignment.index(of: before.transition.current) == nil ? 0 : before.step
    )
    let kept = Set(before.touchedRows.keys).union(before.containers.keys).sorted()
    return ContainerSuccession(
      state: .pager(state),
      pages: kept.compactMap { index in alignment.index(of: index).map { (index, $0) } }
    )
  }
}

extension PagerPages {
  /// Returns which old page corresponds to which new one.
  fileprivate static func alignment(from old: PagerPages, to new: PagerPages) -> SequenceAlignment {
    let isNumbered = if case .numbered = new { true } else { false }
    // Pages that are created on access are matched by their numbers.
    let areEqual: (Int, Int) -> Bool =
      isNumbered || old == new ? { $0 == $1 } : { old[$0] == new[$1] }
    return SequenceAlignment(
      from: old.count,
      to: new.count,
      equal: areEqual,
      named: { old.title($0) == new.title($1) }
    )
  }
}

extension PagerTransition {
  /// Whether another page is active, or another motion leads to it.
  fileprivate func goesElsewhere(than old: PagerTransition) -> Bool {
    if current != old.current { return true }
    guard let motion else { return false }
    return motion.startedAt != old.motion?.startedAt
  }
}
