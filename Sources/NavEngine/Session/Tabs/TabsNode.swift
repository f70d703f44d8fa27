import NavBase
import NavScene

/// Side tabs without any viewport: the bar, the content of each tab, and the attachment below.
struct TabsNode: Sendable {
  var bar: TabBarState
  var bottom: TabBottom
  /// Nil if there is none; then it is never shown.
  let attachment: PageContent?
  /// A part for each tab.
  var parts: PartPages
  /// The commands that taps on additional items run.
  let commands: [TabItemID: SessionCommand]

  init(_ content: TabsContent, as id: ContainerID, in tree: inout ContainerTree) {
    attachment = content.attachment
    bottom = TabBottom(isShown: content.isAttachmentShown && content.attachment != nil)
    parts = PartPages(content.items.map(\.content), of: id, in: &tree)
    let items = content.items.enumerated().map {
      TabItem(id: .tab($0.offset), face: $0.element.face)
    }
    let additional = content.additionalItems.enumerated().map {
      TabItem(id: .additional($0.offset), face: $0.element.face)
    }
    var commands: [TabItemID: SessionCommand] = [:]
    for (index, item) in content.additionalItems.enumerated() {
      commands[.additional(index)] = item.command
    }
    self.commands = commands
    bar = TabBarState()
    do {
      try bar.set(items)
      try bar.setAdditional(additional)
    } catch {
      preconditionFailure("cannot show tabs that were not checked: \(error)")
    }
  }

  var selected: Int { bar.selectedIndex ?? 0 }

  /// The title of the selected tab: that of its button, else that of its content.
  var tabTitle: String {
    if case .button(let button)? = bar.items[selected].face, !button.title.isEmpty {
      return button.title
    }
    return parts.titles[selected]
  }
}

extension TabsNode: PartsNode {
  static func idCount(of content: TabsContent) -> Int { TabsParts.count }
  /// The most ids that a container uses when it is created, with those of its pages.
  static var mostIDs: Int { TabsParts.count + TabBarState.mostItems }

  // MARK: Pages

  var traits: ContainerTraits {
    ContainerTraits(kind: .tabs, shows: .frontAlone, tabPlacement: .side)
  }
  var active: ActivePage? { ActivePage(index: selected) }

  // MARK: Navigation state

  var navigationState: NavigationState.Node? {
    .tabs(NavigationState.Tabs(selected: selected, isBottomShown: bottom.isShown))
  }

  mutating func restore(_ state: NavigationState.Node) {
    guard case .tabs(let state) = state else { return }
    let index = min(max(0, state.selected), bar.items.count - 1)
    _ = try? bar.select(bar.items[index].id)
    bottom = TabBottom(isShown: state.isBottomShown && attachment != nil)
  }

  /// Tabs are matched by their items and titles, else by their titles.
  func succession(of before: any ContainerNode) -> ContainerSuccession? {
    guard let before = before as? TabsNode else { return nil }
    let alignment = SequenceAlignment(
      from: before.parts.titles.count,
      to: parts.titles.count,
      equal: {
        before.bar.items[$0].face == bar.items[$1].face
          && before.parts.titles[$0] == parts.titles[$1]
      },
      named: { before.parts.titles[$0] == parts.titles[$1] }
    )
    let state = NavigationState.Tabs(
      selected: alignment.place(of: before.selected),
      isBottomShown: before.bottom.isShown
    )
    return ContainerSuccession(
      state: .tabs(state),
      pages: pages(keptFrom: before, by: alignment),
      isLost: alignment.index(of: before.selected) == nil
    )
  }
}

extension TabItemID {
  /// Returns the id of the tab at an index.
  static func tab(_ index: Int) -> TabItemID { TabItemID(rawValue: UInt32(index)) }

  /// Returns the id of the item of `TabsContent.additionalItems` at an index.
  static func additional(_ index: Int) -> TabItemID {
    TabItemID(rawValue: UInt32(TabBarState.mostItems + index))
  }
}
