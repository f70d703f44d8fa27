package import NavBase

/// Identifies a tab, or an additional item, within one bar.
package struct TabItemID: RawRepresentable, Hashable, Comparable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  package static func < (a: TabItemID, b: TabItemID) -> Bool { a.rawValue < b.rawValue }
}

/// An item of a tab bar, and its appearance in the bar.
///
/// It is a tab, which selects a container, or an additional item at the bottom, which selects no container (ST-7).
package struct TabItem: Hashable, Sendable {
  package let id: TabItemID
  /// The item's face; nil for a container without a tab: it counts among the items, but the bar does not show it
  /// (STQ-3).
  package var face: TabFace?

  package init(id: TabItemID, face: TabFace?) {
    self.id = id
    self.face = face
  }
}

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

/// A command that a tab bar refuses; the bar is unchanged.
package enum TabError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The item is neither a tab nor an additional item (STQ-5).
  case unknownItem(TabItemID)
  /// The bar shows no tab with this number; with the number of shown tabs.
  case noTab(number: Int, shown: Int)
  /// The new list has no tabs: a bar with tabs cannot lose all of them (ST-3).
  case noItems
  case duplicate(TabItemID)
  case tooMany(count: Int, limit: Int)

  package var description: String {
    switch self {
    case .unknownItem(let id): "item \(id.rawValue) is not in the tab bar: name one that is"
    case .noTab(let number, shown: 0): "there is no tab \(number): the bar shows no tabs"
    case .noTab(let number, let shown):
      "there is no tab \(number): name one from 1 to \(shown)"
    case .noItems: "a tab bar needs a tab: give at least one"
    case .duplicate(let id): "item \(id.rawValue) is given twice: give each item its own id"
    case .tooMany(let count, let limit): "\(count) items are too many: give at most \(limit)"
    }
  }
}
