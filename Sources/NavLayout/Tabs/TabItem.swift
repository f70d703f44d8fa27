package import NavScene
package import NavText

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
/// It is a tab, which selects a container, or an additional item at the bottom, which selects none (ST-7).
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

/// The appearance of an item.
package enum TabFace: Hashable, Sendable {
  case button(TabButton)
  /// Custom rows instead of icon, title and badge; such an item ignores taps (ST-8).
  case view([StyledText])
}

/// The standard face of an item.
package struct TabButton: Hashable, Sendable {
  package var title: String
  /// One or two characters shown above the title; empty for none.
  package var icon: String
  package var badge: TabBadge?

  package init(title: String, icon: String = "", badge: TabBadge? = nil) {
    self.title = title
    self.icon = icon
    self.badge = badge
  }
}
