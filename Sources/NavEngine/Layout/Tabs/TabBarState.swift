import NavBase

/// A tab bar, independent of viewport sizes: its tabs and additional items, and which of them are selected.
///
/// Exactly one tab is selected as long as there are tabs. Ids are unique among both kinds of items. Nothing waits for a
/// layout: a selection made before the first one is shown by it (ST-4).
package struct TabBarState: Hashable, Sendable {
  /// The tabs from the top, including those that the bar does not show.
  package private(set) var items: [TabItem] = []
  /// The tab whose container is shown; nil if and only if there are no tabs.
  package private(set) var selected: TabItemID?
  /// The additional items from the bottom to the top, which select no container (ST-7).
  package private(set) var additionalItems: [TabItem] = []

  /// The largest number of tabs.
  package static let mostItems = TabsContent.mostItems
  /// The largest number of additional items.
  package static let mostAdditionalItems = TabsContent.mostAdditionalItems

  package init() {}

  // MARK: Items

  /// The tabs that the bar shows, from the top.
  package var shownItems: [TabItem] { items.filter { $0.face != nil } }

  /// The selected tab's index among all tabs, shown or not (STQ-3).
  package var selectedIndex: Int? { items.firstIndex { $0.id == selected } }

  /// Replaces the tabs and selects the first one (ST-3).
  ///
  /// If the ids are the same in the same order, the selection is kept and only the faces are updated.
  ///
  /// - Returns: the change; nil if the ids are the same.
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

  /// Replaces the additional items, given from the bottom.
  package mutating func setAdditional(_ wanted: [TabItem]) throws(TabError) {
    try check(wanted.map(\.id), limit: Self.mostAdditionalItems, besides: items)
    additionalItems = wanted
  }

  // MARK: Selection

  /// Returns the outcome of a user's tap on an item without applying it: a bar with an owner only reports taps (ST-11).
  package func outcome(ofSelecting id: TabItemID) throws(TabError) -> TabOutcome {
    if items.contains(where: { $0.id == id }) {
      return id == selected ? .retapped(id) : .selected(id)
    }
    guard additionalItems.contains(where: { $0.id == id }) else { throw .unknownItem(id) }
    return .additional(id)
  }

  /// Selects the item that a user chose, and returns the outcome (ST-5).
  ///
  /// An additional item is only reported.
  @discardableResult
  package mutating func select(_ id: TabItemID) throws(TabError) -> TabOutcome {
    let outcome = try outcome(ofSelecting: id)
    if case .selected = outcome { selected = id }
    return outcome
  }

  /// Selects a tab by its number from the top, from 1.
  ///
  /// Only the tabs that the bar shows are counted, so the number is the visible one (STQ-3).
  @discardableResult
  package mutating func select(number: Int) throws(TabError) -> TabOutcome {
    let shown = shownItems
    guard number >= 1, number <= shown.count else {
      throw .noTab(number: number, shown: shown.count)
    }
    return try select(shown[number - 1].id)
  }

  /// Selects the next shown tab, wrapping around to the first.
  ///
  /// - Returns: the tab; nil if there is no other.
  @discardableResult
  package mutating func selectNext() -> TabItemID? {
    guard let index = selectedIndex else { return nil }
    return selectFirst(of: items[(index + 1)...] + items[..<index])
  }

  /// Selects the previous shown tab, wrapping around to the last.
  ///
  /// - Returns: the tab; nil if there is no other.
  @discardableResult
  package mutating func selectPrevious() -> TabItemID? {
    guard let index = selectedIndex else { return nil }
    return selectFirst(of: (items[(index + 1)...] + items[..<index]).reversed())
  }

  private mutating func selectFirst(of candidates: some Sequence<TabItem>) -> TabItemID? {
    guard let next = candidates.first(where: { $0.face != nil }) else { return nil }
    selected = next.id
    return next.id
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

/// The change made by a new list of tabs.
///
/// A tab in both lists is neither removed nor added: its container is kept.
package struct TabChange: Hashable, Sendable {
  package var removed: [TabItemID]
  package var added: [TabItemID]
  package var selected: TabItemID
}

extension TabItem {
  /// Whether the item responds to taps and keys.
  package var isButton: Bool {
    if case .button = face { true } else { false }
  }
}

extension TabBarState {
  /// Returns the item that a container shows; nil if the bar has no item with that index.
  package func item(of part: TabsPart) -> TabItem? {
    switch part {
    case .item(let index): items.indices.contains(index) ? items[index] : nil
    case .additionalItem(let index):
      additionalItems.indices.contains(index) ? additionalItems[index] : nil
    case .whole, .bar, .attachment: nil
    }
  }
}
