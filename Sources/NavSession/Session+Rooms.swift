import NavGeometry
import NavLayout
import NavModel
import NavScene

/// The available size of each container in a viewport, at rest.
extension ContainerTree {
  /// Returns the available size of a container.
  func room(of container: ContainerID, in viewport: CellSize) -> CellSize {
    guard let place = place(of: container) else { return Scene.room(in: viewport) }
    return room(inside: place, in: viewport)
  }

  /// Returns the available size of a container in a page.
  private func room(inside page: Page, in viewport: CellSize) -> CellSize {
    let room = room(of: page.container, in: viewport)
    switch self[page.container] {
    case .pager(let pager):
      return PagerArea(pager, room: room).pageSize(of: pager.index(of: page.page) ?? 0)
    case .stack(let stack):
      return StackLayout(room: room).room(of: stack.pages[page.page]?.size ?? .full)
    case .tabs(let tabs): return TabsLayout(tabs.bar, tabs.bottom, room: room).restingMainRoom
    case nil: return .zero
    }
  }

  /// Returns the layout of a pager in a viewport, at rest; nil for any other container.
  func pagerRoom(of container: ContainerID, in viewport: CellSize) -> PagerArea? {
    guard case .pager(let pager) = self[container] else { return nil }
    return PagerArea(pager, room: room(of: container, in: viewport))
  }

  /// Whether a container is inside side tabs, at any depth.
  func standsInTabs(_ container: ContainerID) -> Bool {
    guard let place = place(of: container) else { return false }
    return path(from: place).contains { page in
      if case .tabs = self[page.container] { true } else { false }
    }
  }

  /// Returns how the rows of a page are laid out; nil if the page does not exist.
  func setting(of page: Page, in viewport: CellSize) -> PageLayoutContext? {
    let room = room(of: page.container, in: viewport)
    switch self[page.container] {
    case .pager(let pager):
      return pager.index(of: page.page).map { PagerArea(pager, room: room).setting(of: $0) }
    case .stack(let stack):
      return stack.pages[page.page].map { .stack(StackLayout(room: room), $0.size) }
    case .tabs(let tabs):
      return .room(TabsLayout(tabs.bar, tabs.bottom, room: room).restingMainRoom)
    case nil: return nil
    }
  }

  /// Whether a container can be reached: neither it nor a page around it was popped.
  func isReachable(_ container: ContainerID) -> Bool {
    guard let place = place(of: container) else { return container == root }
    return path(from: place).allSatisfy { page in
      guard case .stack(let stack) = self[page.container] else { return true }
      return stack.state.index(of: page.page) != nil
    }
  }

  /// Whether every viewer can reach a page: neither it nor a page around it was popped or is behind another tab.
  func isLive(_ page: Page) -> Bool {
    path(from: page).allSatisfy { page in
      switch self[page.container] {
      case .pager: true
      case .stack(let stack): stack.state.index(of: page.page) != nil
      case .tabs(let tabs): tabs.index(of: page.page) == tabs.selected
      case nil: false
      }
    }
  }
}
