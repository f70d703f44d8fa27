import NavLayout
import NavModel
import NavScene

/// A container of a session.
enum ContainerNode: Sendable {
  case pager(PagerNode)
  case stack(StackNode)
  case tabs(TabsNode)

  /// The active page; nil for a stack without pages.
  var frontPage: ContainerID? {
    switch self {
    case .pager(let pager): pager.pageID(pager.turns.current)
    case .stack(let stack): stack.activeID
    case .tabs(let tabs): tabs.pageID(tabs.selected)
    }
  }

  /// Returns the page at an index, from 0; nil if there is none.
  func page(at index: Int) -> ContainerID? {
    switch self {
    case .pager(let pager): pager.pages.indices.contains(index) ? pager.pageID(index) : nil
    case .stack(let stack):
      (0..<stack.state.pages.count).contains(index) ? stack.state.pages[index].id : nil
    case .tabs(let tabs): tabs.bar.items.indices.contains(index) ? tabs.pageID(index) : nil
    }
  }

  /// Returns the content of a page; nil if the page is not one of this container.
  func slot(of page: ContainerID) -> PageSlot? {
    switch self {
    case .pager(let pager): pager.index(of: page).map { pager[$0] }
    case .stack(let stack): stack[page]
    case .tabs(let tabs): tabs.index(of: page).map { tabs[$0] }
    }
  }

  mutating func set(_ rows: ScrollablePage, of page: ContainerID) {
    switch self {
    case .pager(var pager):
      guard let index = pager.index(of: page) else { return }
      pager[index] = .rows(rows)
      self = .pager(pager)
    case .stack(var stack):
      stack[page] = .rows(rows)
      self = .stack(stack)
    case .tabs(var tabs):
      guard let index = tabs.index(of: page) else { return }
      tabs[index] = .rows(rows)
      self = .tabs(tabs)
    }
  }

  /// Returns the title of a page.
  func title(of page: ContainerID) -> String {
    switch self {
    case .pager(let pager): pager.index(of: page).map { pager.pages.title($0) } ?? ""
    case .stack(let stack): stack.pages[page]?.title ?? ""
    case .tabs(let tabs): tabs.index(of: page).map { tabs.title(of: $0) } ?? ""
    }
  }
}
