import NavBase
import NavScene

/// Pages, search and navigation state.
extension PagerNode: ContainerNode {
  /// The most ids that a container uses when it is created, besides those of its pages.
  static var mostIDs: Int { PagerParts.count(hasHeader: true) }

  static func idCount(of content: PagerContent) -> Int {
    PagerParts.count(hasHeader: content.header != nil)
  }

  // MARK: Pages

  var traits: ContainerTraits {
    // Numbers and ends refer to rows if there is nothing to turn.
    ContainerTraits(
      kind: .pager,
      turnsPages: true,
      numbersPages: pages.count > 1,
      tabPlacement: header == nil ? nil : .header,
      panAxis: content.scrolling.isEnabled ? PagerArea.panAxis(of: content.style) : nil
    )
  }

  var pageIDs: PageIDs { .run(from: firstPage, count: pages.count) }
  var active: ActivePage? { ActivePage(index: transition.current, step: step) }

  subscript(page: ContainerID) -> PageSlot? {
    get { pageIDs.index(of: page).map { self[$0] } }
    set { if let newValue, let index = pageIDs.index(of: page) { self[index] = newValue } }
  }

  func kind(of page: ContainerID) -> PageKind? {
    pageIDs.index(of: page).map { index in containers[index].map { .container($0) } ?? .rows }
  }

  func title(of page: ContainerID) -> String {
    pageIDs.index(of: page).map { pages.title($0) } ?? ""
  }

  var keptPages: [(page: ContainerID, slot: PageSlot)] {
    rows.touched.map { (pageID($0.key), .rows($0.value)) }
      + containers.map { (pageID($0.key), .container($0.value)) }
  }

  // MARK: Search

  var searchedPages: PagerPages? { pages }

  mutating func reveal(page index: Int, block: Int, at now: Duration) {
    // The step that contains the block is revealed.
    let shown = transition.current == index ? step : 0
    let needed = self[index].rows.map { $0.content.document.step(ofLeaf: block) }
    if transition.current != index { turn(to: index, at: now) }
    go(toStep: max(shown, needed ?? 0))
  }

  // MARK: Navigation state

  var navigationState: NavigationState.Node? {
    var state = NavigationState.Pager(
      current: transition.current,
      shift: strip.restingShift,
      step: step
    )
    if state == NavigationState.Pager(current: content.start) { return nil }
    state.titles = NamedPlace(of: transition.current, among: pages.indices, name: pages.title).text
    return .pager(state)
  }

  mutating func restore(_ state: NavigationState.Node) {
    guard case .pager(let state) = state else { return }
    transition.restore(to: index(for: state))
    go(toStep: state.step)
    if header != nil { strip = HeaderScroll(restingAt: state.shift) }
  }

  /// Returns the index of the page that a state is at, by its title and those around it, else by its number.
  private func index(for state: NavigationState.Pager) -> Int {
    let place = NamedPlace(state.titles)
    let index = place.index(near: state.current, of: pages.count, name: pages.title).index
    return min(max(0, index), pages.count - 1)
  }

  /// Pages are matched by what they contain, else by their titles.
  func succession(of before: any ContainerNode) -> ContainerSuccession? {
    guard let before = before as? PagerNode else { return nil }
    let alignment = PagerPages.alignment(from: before.pages, to: pages)
    let isLost = alignment.index(of: before.transition.current) == nil
    let state = NavigationState.Pager(
      current: alignment.place(of: before.transition.current),
      shift: before.strip.restingShift,
      // For a slide that was removed, the slide at its index begins with its first step.
      step: isLost ? 0 : before.step
    )
    let kept = Set(before.rows.touched.keys).union(before.containers.keys).sorted()
    return ContainerSuccession(
      state: .pager(state),
      pages: kept.compactMap { index in alignment.index(of: index).map { (index, $0) } },
      isLost: isLost
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
