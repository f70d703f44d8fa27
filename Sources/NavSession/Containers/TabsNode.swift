import NavCommands
import NavGeometry
import NavLayout
import NavModel
import NavScene

/// Side tabs without any viewport: the bar, the content of each tab, and the attachment below.
struct TabsNode: Sendable {
  var bar: TabBarState
  var bottom: TabBottom
  /// Nil if there is none; then it is never shown.
  let attachment: PageContent?
  /// The id of the first tab's page; those of the other tabs' pages follow it.
  let firstPage: ContainerID
  /// The content of each tab.
  private var slots: [PageSlot]
  private let titles: [String]
  /// The commands that taps on additional items run.
  private let commands: [TabItemID: SessionCommand]

  /// - Parameters:
  ///   - content: valid tabs.
  ///   - firstPage: the id of the first tab's page.
  ///   - slots: the content of each tab.
  init(_ content: TabsContent, firstPage: ContainerID, slots: [PageSlot]) {
    attachment = content.attachment
    bottom = TabBottom(isShown: content.isAttachmentShown && content.attachment != nil)
    self.firstPage = firstPage
    self.slots = slots
    titles = content.items.map(\.content.title)
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

  func pageID(_ index: Int) -> ContainerID {
    ContainerID(rawValue: firstPage.rawValue + UInt32(index))
  }

  /// Returns the index of the tab with a page; nil if the page is not one of these tabs'.
  func index(of page: ContainerID) -> Int? {
    guard page >= firstPage else { return nil }
    let index = Int(page.rawValue - firstPage.rawValue)
    return index < slots.count ? index : nil
  }

  subscript(index: Int) -> PageSlot {
    get { slots[index] }
    set { slots[index] = newValue }
  }

  func title(of index: Int) -> String { titles[index] }

  /// The title of the selected tab: that of its button, else that of its content.
  var tabTitle: String {
    if case .button(let button)? = bar.items[selected].face, !button.title.isEmpty {
      return button.title
    }
    return titles[selected]
  }

  /// Restores a place, without a motion.
  mutating func lead(to place: NavigationState.Tabs) {
    let index = min(max(0, place.selected), bar.items.count - 1)
    _ = try? bar.select(bar.items[index].id)
    bottom = TabBottom(isShown: place.isBottomShown && attachment != nil)
  }

  /// Returns the command that a tap on an additional item runs.
  func command(of item: TabItemID) -> SessionCommand? { commands[item] }

  /// Shows or hides the attachment; returns false if there is none.
  mutating func toggleAttachment(at now: Duration) -> Bool {
    guard attachment != nil else { return false }
    bottom.setShown(!bottom.isShown, at: now)
    return true
  }

  /// Selects a tab by its number, or a neighbour of the selected tab.
  ///
  /// - Returns: the outcome; nil if there is no such tab, and for other commands.
  mutating func select(_ command: SessionCommand) -> TabOutcome? {
    switch command {
    case .nextTab: return bar.selectNext().map { .selected($0) }
    case .previousTab: return bar.selectPrevious().map { .selected($0) }
    case .tab(let number): return try? bar.select(number: number)
    case .forward, .back, .lineDown, .lineUp, .screenDown, .screenUp, .first, .last, .goTo,
      .toggleAttachment, .reload, .search, .nextMatch, .previousMatch, .filter, .sort,
      .toggleHidden, .chapter, .view, .root, .toggleWrap:
      return nil
    }
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
