import NavBase
import NavScene

/// Available sizes at rest, and which pages can be reached.
extension ContainerTree {
  // MARK: Sizes

  /// Returns the available size of a container in a viewport.
  func availableSize(of container: ContainerID, in viewport: CellSize) -> CellSize {
    guard let parent = parentPage(of: container) else { return Scene.room(in: viewport) }
    return layout(of: parent, in: viewport)?.size ?? .zero
  }

  /// Returns how a page is laid out at rest; nil if it does not exist.
  func layout(of page: Page, in viewport: CellSize) -> VisiblePage? {
    let size = availableSize(of: page.container, in: viewport)
    return self[page.container]?.layout(of: page.page, in: size)
  }

  // MARK: Reachability

  /// Whether a container can be reached: neither it nor a page around it was removed.
  func isReachable(_ container: ContainerID) -> Bool {
    guard let parent = parentPage(of: container) else { return container == root }
    return path(from: parent).allSatisfy { self[$0.container]?.pageIDs.index(of: $0.page) != nil }
  }

  /// Whether every viewer can reach a page: neither it nor a page around it was removed or is behind another tab.
  func isLive(_ page: Page) -> Bool {
    path(from: page).allSatisfy { self[$0.container]?.isAccessible($0.page) ?? false }
  }

  /// Whether every viewer can reach a container.
  func isLive(_ container: ContainerID) -> Bool {
    self[container] != nil && (parentPage(of: container).map { isLive($0) } ?? true)
  }

  /// Whether a container is inside side tabs, at any depth.
  func isInSideTabs(_ container: ContainerID) -> Bool {
    guard let parent = parentPage(of: container) else { return false }
    return path(from: parent).contains { self[$0.container]?.traits.tabPlacement == .side }
  }

  // MARK: Parts

  /// Returns the page with an id; for a container or a part of one, the active page of that container.
  func pageUnder(_ id: ContainerID) -> Page? {
    if let page = page(id) { return page }
    let container = self[id] != nil ? id : container(ofPart: id)
    guard let container, let front = self[container]?.frontPage else { return nil }
    return Page(container: container, page: front)
  }

  /// Returns the container with a part, such as a bar; nil for containers, pages and unknown ids.
  func container(ofPart id: ContainerID) -> ContainerID? {
    // The ids of requests may have any value.
    seats.first { container, seat in
      id > container && Int(id.rawValue - container.rawValue) < seat.idCount
    }?.key
  }

  /// Returns the list beside a preview, if the page is one; else the page itself.
  func besidePreview(_ page: Page) -> Page {
    guard case .preview(of: let list) = self[page.container]?.kind(of: page.page) else {
      return page
    }
    return Page(container: page.container, page: list)
  }
}
