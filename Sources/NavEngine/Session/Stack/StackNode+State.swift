import NavBase
import NavScene

/// Navigation state: the keys of the entries that were opened lead to the same pages again.
extension StackNode {
  var navigationState: NavigationState.Node? {
    let keys = openedKeys(upTo: state.pages.count - 1)
    return keys.isEmpty ? nil : .stack(navigationState(keys))
  }

  private func navigationState(_ keys: [[UInt8]]) -> NavigationState.Stack {
    NavigationState.Stack(keys: keys, active: state.active ?? 0, position: state.position)
  }

  /// Pages by the keys of the entries that lead to them.
  var activePath: [String] { openedKeys(upTo: state.active ?? 0).map(Self.escaped) }

  private static func escaped(_ key: [UInt8]) -> String {
    String(decoding: key, as: UTF8.self).map { character in
      switch character {
      case "/": "%2F"
      case "%": "%25"
      default: String(character)
      }
    }
    .joined()
  }

  func knownPage(at path: [UInt8]) -> SessionContent? { known[path] }

  /// The page on top of the pages that are open already.
  func pageToReopen(for state: NavigationState.Node, of id: ContainerID) -> PageRequest? {
    guard case .stack(let state) = state else { return nil }
    let index = pageCount - 1
    guard state.keys.indices.contains(index), pageCount < Self.depthLimit else { return nil }
    return request(forKey: state.keys[index], of: id)
  }

  /// Returns the request for the page of an entry of the top page; the entry need not be in its list any more.
  private func request(forKey key: [UInt8], of stack: ContainerID) -> PageRequest? {
    guard state.pages.count > 0 else { return nil }
    let top = state.pages[state.pages.count - 1].id
    return request(
      for: key,
      label: label(ofKey: key, in: top),
      openedFrom: state.pages.count - 1,
      of: stack
    )
  }

  mutating func restore(_ state: NavigationState.Node) {
    guard case .stack(let state) = state else { return }
    activate(at: state.active, state.position)
  }

  func succession(of before: any ContainerNode) -> ContainerSuccession? {
    guard let before = before as? StackNode else { return nil }
    let keys = before.openedKeys(upTo: before.state.pages.count - 1)
    return ContainerSuccession(
      state: .stack(before.navigationState(keys)),
      pages: (0..<before.pageCount).map { ($0, $0) }
    )
  }

  /// All pages above the root; known pages are left out.
  func pagesToReload(of id: ContainerID) -> [PageRequest] {
    guard reads, state.pages.count > 1 else { return [] }
    return (1..<state.pages.count).compactMap { index in
      guard let page = pages[state.pages[index].id], let key = page.key,
        knownPage(at: page.path) == nil
      else { return nil }
      return request(for: key, label: page.title, openedFrom: index - 1, of: id)
    }
  }
}
