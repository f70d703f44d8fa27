package import NavScene

/// A tab bar without any size: which tabs and additional items there are, and which are selected.
///
/// There is one selected tab as long as there are tabs. Ids are unique among both kinds of items.
/// Nothing here waits for a layout: what was selected before the first one is shown by it (ST-4).
package struct TabBarState: Hashable, Sendable {
  /// The tabs from the top, those that the bar does not show included.
  package private(set) var items: [TabItem] = []
  /// The tab whose container is shown; nil only while there are no tabs.
  package private(set) var selected: TabItemID?
  /// From the bottom to the top; they belong to no container (ST-7).
  package private(set) var additionalItems: [TabItem] = []
  /// The additional items that are highlighted.
  package private(set) var highlighted: Set<TabItemID> = []

  /// The most tabs of a bar.
  package static let mostItems = TabsParts.mostItems
  /// The most additional items of a bar.
  package static let mostAdditionalItems = TabsParts.mostAdditionalItems

  package init() {}

  // MARK: Items

  /// The tabs that the bar shows, from the top.
  package var shownItems: [TabItem] { items.filter { $0.face != nil } }

  /// The selected tab's index among all tabs, shown or not (STQ-3).
  package var selectedIndex: Int? { items.firstIndex { $0.id == selected } }

  /// Its index among the tabs that the bar shows; nil too where it is not one of them.
  package var selectedShownIndex: Int? { shownItems.firstIndex { $0.id == selected } }

  /// Makes the bar hold exactly these tabs and selects the first (ST-3).
  ///
  /// The tabs that are there already, in the same order, keep the selection and only take their new
  /// faces.
  ///
  /// - Returns: what came and went; nil where the tabs are the same.
  @discardableResult
  package mutating func set(_ wanted: [TabItem]) throws(TabError) -> TabChange? {
    let old = items.map(\.id)
    let new = wanted.map(\.id)
    guard old != new else {
      items = wanted
      return nil
    }
    guard !wanted.isEmpty else { throw .noItems }
    try check(new, limit: Self.mostItems, besides: additionalItems)
    items = wanted
    selected = new[0]
    return TabChange(
      removed: old.filter { !new.contains($0) },
      added: new.filter { !old.contains($0) },
      selected: new[0]
    )
  }

  /// Makes the bar hold exactly these additional items, from the bottom; those that stay keep their
  /// highlight.
  package mutating func setAdditional(_ wanted: [TabItem]) throws(TabError) {
    let ids = wanted.map(\.id)
    try check(ids, limit: Self.mostAdditionalItems, besides: items)
    additionalItems = wanted
    highlighted.formIntersection(ids)
  }

  /// Shows an item by another face: a stack's tab has its root's, and none while it is empty
  /// (ST-6).
  ///
  /// The selection stays.
  ///
  /// - Returns: whether anything changed.
  @discardableResult
  package mutating func setFace(_ face: TabFace?, of id: TabItemID) throws(TabError) -> Bool {
    if let index = items.firstIndex(where: { $0.id == id }) {
      defer { items[index].face = face }
      return items[index].face != face
    }
    guard let index = additionalItems.firstIndex(where: { $0.id == id }) else {
      throw .unknownItem(id)
    }
    defer { additionalItems[index].face = face }
    return additionalItems[index].face != face
  }

  // MARK: Selection

  /// What a user's tap on an item asks for, without doing it: a bar with an owner only reports
  /// (ST-11).
  package func outcome(ofSelecting id: TabItemID) throws(TabError) -> TabOutcome {
    if items.contains(where: { $0.id == id }) {
      return id == selected ? .retapped(id) : .selected(id)
    }
    guard additionalItems.contains(where: { $0.id == id }) else { throw .unknownItem(id) }
    return .additional(id)
  }

  /// Selects what a user asks for, and says what that means (ST-5).
  ///
  /// An additional item is only reported.
  @discardableResult
  package mutating func select(_ id: TabItemID) throws(TabError) -> TabOutcome {
    let outcome = try outcome(ofSelecting: id)
    if case .selected = outcome { selected = id }
    return outcome
  }

  /// Selects a tab of the bar by its number from the top, from 1.
  ///
  /// Counted are the tabs that the bar shows, so the number is what a user sees (STQ-3).
  @discardableResult
  package mutating func select(number: Int) throws(TabError) -> TabOutcome {
    let shown = shownItems
    guard number >= 1, number <= shown.count else {
      throw .noTab(number: number, shown: shown.count)
    }
    return try select(shown[number - 1].id)
  }

  /// Selects the next tab that the bar shows, the first one after the last.
  ///
  /// - Returns: the tab; nil where there is no other.
  @discardableResult
  package mutating func selectNext() -> TabItemID? {
    guard let index = selectedIndex else { return nil }
    return selectFirst(of: items[(index + 1)...] + items[..<index])
  }

  /// Selects the previous tab that the bar shows, the last one before the first.
  ///
  /// - Returns: the tab; nil where there is no other.
  @discardableResult
  package mutating func selectPrevious() -> TabItemID? {
    guard let index = selectedIndex else { return nil }
    return selectFirst(of: (items[(index + 1)...] + items[..<index]).reversed())
  }

  /// Selects a tab for the program's own reasons: nothing is reported, and the selected one changes
  /// nothing (ST-4, ST-11).
  ///
  /// - Returns: whether another tab is selected now.
  @discardableResult
  package mutating func show(_ id: TabItemID) throws(TabError) -> Bool {
    switch try outcome(ofSelecting: id) {
    case .selected:
      selected = id
      return true
    case .retapped: return false
    case .additional: throw .wrongKind(id)
    }
  }

  /// Highlights an additional item or ends that; nothing else changes (ST-7).
  package mutating func setHighlighted(_ isOn: Bool, _ id: TabItemID) throws(TabError) {
    guard case .additional = try outcome(ofSelecting: id) else { throw .wrongKind(id) }
    if isOn { highlighted.insert(id) } else { highlighted.remove(id) }
  }

  private mutating func selectFirst(of candidates: some Sequence<TabItem>) -> TabItemID? {
    guard let next = candidates.first(where: { $0.face != nil }) else { return nil }
    selected = next.id
    return next.id
  }

  // MARK: Focus

  /// Where the keys can stand, in the order of going round: the content first, then the bar from
  /// the top.
  ///
  /// Items with a view of their own are passed over, as they do nothing (ST-8).
  package func focusOrder(isBottomShown: Bool) -> [TabFocus] {
    let tabs = items.filter(\.isButton).map { TabFocus.item($0.id) }
    let additional = additionalItems.filter(\.isButton).map { TabFocus.additional($0.id) }
    return (isBottomShown ? [.main, .bottom] : [.main]) + tabs + additional.reversed()
  }

  private func check(
    _ ids: [TabItemID],
    limit: Int,
    besides others: [TabItem]
  ) throws(TabError) {
    guard ids.count <= limit else { throw .tooMany(count: ids.count, limit: limit) }
    var seen = Set(others.map(\.id))
    for id in ids where !seen.insert(id).inserted { throw .duplicate(id) }
  }
}

/// What a new list of tabs changed.
///
/// A tab that is in both lists is neither removed nor added: its container lives on.
package struct TabChange: Hashable, Sendable {
  package var removed: [TabItemID]
  package var added: [TabItemID]
  package var selected: TabItemID
}

extension TabItem {
  /// Whether a tap or a key does anything to it.
  package var isButton: Bool {
    if case .button = face { true } else { false }
  }
}

extension TabBarState {
  /// The item that a container shows; nil where the bar has none of that index.
  package func item(of part: TabsPart) -> TabItem? {
    switch part {
    case .item(let index): items.indices.contains(index) ? items[index] : nil
    case .additionalItem(let index):
      additionalItems.indices.contains(index) ? additionalItems[index] : nil
    case .whole, .bar, .attachment: nil
    }
  }
}
