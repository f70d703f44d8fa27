package import NavScene
package import NavText

/// Names a tab, or an additional item, among those of one bar.
package struct TabItemID: RawRepresentable, Hashable, Comparable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  package static func < (a: TabItemID, b: TabItemID) -> Bool { a.rawValue < b.rawValue }
}

/// One thing that a tab bar can select, and how the bar shows it.
///
/// Beside a tab, which stands for a container, it is an additional item at the bottom, which stands
/// for none (ST-7).
package struct TabItem: Hashable, Sendable {
  package let id: TabItemID
  /// Nil for a container without a tab of its own: it counts among the items, but the bar does not
  /// show it (STQ-3).
  package var face: TabFace?

  package init(id: TabItemID, face: TabFace?) {
    self.id = id
    self.face = face
  }
}

/// What the bar shows of an item.
package enum TabFace: Hashable, Sendable {
  case button(TabButton)
  /// Rows of its own in place of icon, title and badge; it does not answer taps (ST-8).
  case view([StyledText])
}

/// The usual face of an item.
package struct TabButton: Hashable, Sendable {
  package var title: String
  /// One or two characters that stand above the title; empty for none.
  package var icon: String
  package var badge: TabBadge?

  package init(title: String, icon: String = "", badge: TabBadge? = nil) {
    self.title = title
    self.icon = icon
    self.badge = badge
  }
}
