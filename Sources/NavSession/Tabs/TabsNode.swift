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
  let commands: [TabItemID: SessionCommand]

  init(_ content: TabsContent, as id: ContainerID, in tree: inout ContainerTree) {
    attachment = content.attachment
    bottom = TabBottom(isShown: content.isAttachmentShown && content.attachment != nil)
    let firstPage = tree.takeIDs(content.items.count)
    self.firstPage = firstPage
    slots = content.items.enumerated().map { index, item in
      let page = ContainerID(rawValue: firstPage.rawValue + UInt32(index))
      return tree.insert(item.content, in: ContainerTree.Page(container: id, page: page))
    }
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

  /// The title of the selected tab: that of its button, else that of its content.
  var tabTitle: String {
    if case .button(let button)? = bar.items[selected].face, !button.title.isEmpty {
      return button.title
    }
    return titles[selected]
  }
}

extension TabsNode: ContainerNode {
  static func idCount(of content: TabsContent) -> Int { TabsParts.count }
  static var mostIDs: Int { TabsParts.count + TabBarState.mostItems }

  // MARK: Pages

  var idCount: Int { TabsParts.count }
  var pageCount: Int { slots.count }
  var frontPage: ContainerID? { pageID(selected) }

  func page(at index: Int) -> ContainerID? { slots.indices.contains(index) ? pageID(index) : nil }

  func index(of page: ContainerID) -> Int? {
    guard page >= firstPage else { return nil }
    let index = Int(page.rawValue - firstPage.rawValue)
    return index < slots.count ? index : nil
  }

  func slot(of page: ContainerID) -> PageSlot? { index(of: page).map { slots[$0] } }
  func title(of page: ContainerID) -> String { index(of: page).map { titles[$0] } ?? "" }

  mutating func set(_ rows: ScrollablePage, of page: ContainerID) {
    if let index = index(of: page) { slots[index] = .rows(rows) }
  }

  var keptPages: [(page: ContainerID, slot: PageSlot)] {
    slots.enumerated().map { (pageID($0.offset), $0.element) }
  }

  /// The other tabs' pages are hidden.
  func isAccessible(_ page: ContainerID) -> Bool { index(of: page) == selected }

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
      from: before.slots.count,
      to: slots.count,
      equal: {
        before.bar.items[$0].face == bar.items[$1].face && before.titles[$0] == titles[$1]
      },
      named: { before.titles[$0] == titles[$1] }
    )
    let state = NavigationState.Tabs(
      selected: alignment.place(of: before.selected),
      isBottomShown: before.bottom.isShown
    )
    return ContainerSuccession(
      state: .tabs(state),
      pages: before.slots.indices.compactMap { index in
        alignment.index(of: index).map { (index, $0) }
      }
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
