import NavBase
import NavScene

/// Navigation state: the keys of the entries that were opened lead to the same pages again.
extension StackNode {
  var navigationState: NavigationState.Node? {
    let keys = openedKeys(upTo: state.pages.count - 1)
    guard !keys.isEmpty else { return nil }
    var state = navigationState(keys)
    let entries = keys.indices.map { numberedEntry(ofPage: $0 + 1) }
    if entries.contains(where: { $0 != nil }) {
      state.values = entries.map { Array(($0?.text ?? "").utf8) }
    }
    return .stack(state)
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

  /// Returns what has to be opened next, on top of the open pages, before a state can be restored; nil if nothing is
  /// missing.
  ///
  /// The entry need not be in its list any more.
  func pageToReopen(for state: NavigationState.Node, of id: ContainerID) -> PageRequest? {
    guard case .stack(let state) = state else { return nil }
    let count = self.state.pages.count
    guard count < Self.depthLimit, state.keys.indices.contains(count - 1) else { return nil }
    var key = state.keys[count - 1]
    if state.values.indices.contains(count - 1), case let value = state.values[count - 1],
      !value.isEmpty, let list = pages[self.state.pages[count - 1].id]?.slot.rows?.content.list
    {
      key = list.key(following: key, at: NamedPlace(String(decoding: value, as: UTF8.self))).key
    }
    let label = label(ofKey: key, in: self.state.pages[count - 1].id)
    return request(for: key, label: label, openedFrom: count - 1, of: id)
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
      pages: (0..<before.state.pages.count).map { ($0, $0) }
    )
  }

  /// Returns the pages that are open and have to be read again when the content is reloaded, from the bottom upwards:
  /// all pages above the root but known ones.
  func pagesToReload(of id: ContainerID) -> [PageRequest] {
    guard reads, state.pages.count > 1 else { return [] }
    return (1..<state.pages.count).compactMap { index in
      guard let page = pages[state.pages[index].id], let key = page.key,
        known[page.path] == nil
      else { return nil }
      return request(for: key, label: page.title, openedFrom: index - 1, of: id)
        .following(numberedEntry(ofPage: index))
    }
  }

  func numberedEntry(ofPage index: Int) -> NamedPlace? {
    guard source.kind == .outline, index > 0, state.pages.indices.contains(index),
      let key = pages[state.pages[index].id]?.key,
      let list = pages[state.pages[index - 1].id]?.slot.rows?.content.list,
      let entry = list.entries.firstIndex(ofKey: key), list.isNumbered(at: entry)
    else { return nil }
    return list.place(ofNumbered: entry)
  }
}
