/// Side tabs, each with its content.
package struct TabsContent: Hashable, Sendable {
  package var title: String
  /// From the top; at least one, at most `mostItems`.
  package var items: [Item]
  /// From the bottom; at most `mostAdditionalItems`.
  package var additionalItems: [AdditionalItem]
  /// The page below the selected tab's content, while it is shown (ST-1).
  package var attachment: PageContent?
  package var isAttachmentShown: Bool

  /// The largest number of tabs: each can be chosen by its number.
  package static let mostItems = SessionCommand.tabNumbers.count
  /// The largest number of additional items.
  package static let mostAdditionalItems = 16

  package struct Item: Hashable, Sendable {
    /// Nil for content without a tab of its own (STQ-3).
    package var face: TabFace?
    package var content: SessionContent

    package init(face: TabFace?, content: SessionContent) {
      self.face = face
      self.content = content
    }
  }

  /// An item without content (ST-7).
  package struct AdditionalItem: Hashable, Sendable {
    package var face: TabFace
    /// The command that a tap on it runs; nil for none.
    package var command: SessionCommand?

    package init(face: TabFace, command: SessionCommand? = nil) {
      self.face = face
      self.command = command
    }
  }

  package init(
    title: String,
    items: [Item],
    additionalItems: [AdditionalItem] = [],
    attachment: PageContent? = nil,
    isAttachmentShown: Bool = false
  ) {
    self.title = title
    self.items = items
    self.additionalItems = additionalItems
    self.attachment = attachment
    self.isAttachmentShown = isAttachmentShown
  }
}

extension TabsContent: ContainerContent {
  package var content: SessionContent { .tabs(self) }
  package var contents: [SessionContent] { items.map(\.content) }

  package var memorySize: Int {
    items.reduce(attachment?.memorySize ?? 0) { $0 + $1.content.memorySize }
  }

  package mutating func updateContents(_ update: (inout SessionContent) -> Void) {
    for index in items.indices { update(&items[index].content) }
    guard let attachment else { return }
    var content = SessionContent.page(attachment)
    update(&content)
    if case .page(let page) = content { self.attachment = page }
  }

  package func check() throws(Rejection) {
    let range = 1...Self.mostItems
    guard range.contains(items.count) else {
      throw Rejection("'\(title)' has \(items.count) tabs: give it 1 to \(range.upperBound)")
    }
    guard additionalItems.count <= Self.mostAdditionalItems else {
      throw Rejection(
        "'\(title)' has \(additionalItems.count) additional items: "
          + "give it at most \(Self.mostAdditionalItems)"
      )
    }
  }
}

extension SessionContent {
  /// Returns the content of a tab.
  ///
  /// - Parameter index: the tab's index, from 0.
  /// - Returns: nil if there is no such tab, or the content is not in tabs.
  package func tab(_ index: Int) -> SessionContent? {
    guard case .tabs(let tabs) = self, tabs.items.indices.contains(index) else { return nil }
    return tabs.items[index].content
  }
}

extension NavigationState {
  /// The navigation state of side tabs.
  package struct Tabs: Hashable, Sendable {
    /// The index of the selected tab, from 0.
    package var selected: Int
    /// Whether the bottom attachment is shown.
    package var isBottomShown: Bool

    package init(selected: Int, isBottomShown: Bool) {
      self.selected = selected
      self.isBottomShown = isBottomShown
    }
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
