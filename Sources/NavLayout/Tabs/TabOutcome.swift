/// What selecting an item asks of whoever owns the bar (ST-5).
package enum TabOutcome: Hashable, Sendable {
  /// Another tab: its container is to be shown, without a motion (ST-4).
  case selected(TabItemID)
  /// The selected tab again: see `TabRetap`.
  case retapped(TabItemID)
  /// An item that stands for no container: the owner knows what it means (ST-7).
  case additional(TabItemID)
}

/// What a tap on the selected tab does to its container: to its root, then to its top (ST-5,
/// MBX-13).
package enum TabRetap: CaseIterable, Hashable, Sendable {
  /// Pop to the root, animated.
  case popToRoot
  /// Scroll the root to its first row.
  case scrollToTop
  case nothing

  /// The step that is due.
  ///
  /// - Parameters:
  ///   - isAtRoot: whether popping to the root would change nothing, as where there is no stack.
  ///   - isAtTop: whether the active page shows its first row.
  package init(isAtRoot: Bool, isAtTop: Bool) {
    self = !isAtRoot ? .popToRoot : !isAtTop ? .scrollToTop : .nothing
  }
}

/// A thing beside which the keys can stand.
package enum TabFocus: Hashable, Sendable {
  /// The selected tab's container.
  case main
  case bottom
  case item(TabItemID)
  case additional(TabItemID)
}
