/// The outcome of selecting an item, for the bar's owner (ST-5).
package enum TabOutcome: Hashable, Sendable {
  /// Another tab: its container is to be shown without a motion (ST-4).
  case selected(TabItemID)
  /// The selected tab again: see `TabRetap`.
  case retapped(TabItemID)
  /// An additional item, which selects no container: its owner defines its action (ST-7).
  case additional(TabItemID)
}

/// The effect of a tap on the selected tab: pop to the root, then scroll to the top (ST-5, MBX-13).
package enum TabRetap: CaseIterable, Hashable, Sendable {
  /// Pop to the root, animated.
  case popToRoot
  /// Scroll the root to its first row.
  case scrollToTop
  case nothing

  /// Selects the next step.
  ///
  /// - Parameters:
  ///   - isAtRoot: whether popping to the root would change nothing, for example without a stack.
  ///   - isAtTop: whether the active page shows its first row.
  package init(isAtRoot: Bool, isAtTop: Bool) {
    self = !isAtRoot ? .popToRoot : !isAtTop ? .scrollToTop : .nothing
  }
}
