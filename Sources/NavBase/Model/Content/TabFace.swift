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
