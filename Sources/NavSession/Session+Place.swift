import NavLayout
package import NavModel
import NavScene
import NavText

/// Saving and restoring the navigation place of a session, without what can be read again.
extension Session {
  /// The present place; motions count as finished, and a pan as released where it began.
  ///
  /// O(containers and pages that are not in their initial state).
  package var navigationPlace: NavigationState {
    var place = NavigationState(
      search: search?.query.text ?? "",
      wrapsLines: wrapsLines,
      numbers: NavigationState.Numbers(numbers)
    )
    note(tree.root, at: [], in: &place)
    return place
  }

  /// Creates a session at a place.
  ///
  /// Parts of the place that the content does not have any more are skipped; the nearest existing ones are used.
  ///
  /// - Parameters:
  ///   - content: the content, which must be valid (`check()`).
  ///   - place: the place to restore.
  ///   - version: the session's version at that place.
  ///   - read: reads a page of a stack that the content does not contain, given the path to it.
  package init(
    _ content: SessionContent,
    at place: NavigationState,
    version: UInt64,
    read: (PageRequest, NavigationState.Path) -> SessionContent
  ) {
    self.init(content)
    self.version = version
    wrapsLines = place.wrapsLines
    numbers = place.numbers.isOn
    lead(tree.root, at: [], to: PlaceBranches(place), read)
    search = TextQuery(place.search).map { SessionSearch($0) }
    updateSearch()
  }

  /// The name of the active page: pages of pagers and tabs by their numbers, followed by a point and the step if that
  /// is not the first, pages of stacks by the keys of the entries that lead to them (input.proto: SessionInfo).
  package var top: String {
    var steps: [String] = []
    for front in tree.front {
      switch tree[front.container] {
      case .pager(let pager):
        let page = String(pager.turns.current + 1)
        steps.append(pager.step > 0 ? "\(page).\(pager.step)" : page)
      case .tabs(let tabs): steps.append(String(tabs.selected + 1))
      case .stack(let stack):
        steps += stack.openedKeys(upTo: stack.state.active ?? 0).map(Self.escaped)
      case nil: break
      }
    }
    return steps.joined(separator: "/")
  }

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

  // MARK: Saving

  private func note(
    _ id: ContainerID,
    at path: NavigationState.Path,
    in place: inout NavigationState
  ) {
    switch tree[id] {
    case .pager(let pager):
      let own = NavigationState.Pager(
        current: pager.turns.current,
        shift: pager.strip.restingShift,
        step: pager.step
      )
      if own != NavigationState.Pager(current: pager.content.start) {
        place.nodes[path] = .pager(own)
      }
      for (index, rows) in pager.touchedRows { note(.rows(rows), at: path + [index], in: &place) }
      for (index, inner) in pager.containers { note(inner, at: path + [index], in: &place) }
    case .stack(let stack):
      let keys = stack.openedKeys(upTo: stack.state.pages.count - 1)
      if !keys.isEmpty {
        place.nodes[path] = .stack(
          NavigationState.Stack(
            keys: keys,
            active: stack.state.active ?? 0,
            position: stack.state.position
          )
        )
      }
      for (index, page) in stack.state.pages.enumerated() {
        if let slot = stack[page.id] { note(slot, at: path + [index], in: &place) }
      }
    case .tabs(let tabs):
      place.nodes[path] = .tabs(
        NavigationState.Tabs(selected: tabs.selected, isBottomShown: tabs.bottom.isShown)
      )
      for index in tabs.bar.items.indices { note(tabs[index], at: path + [index], in: &place) }
    case nil: break
    }
  }

  private func note(
    _ slot: PageSlot,
    at path: NavigationState.Path,
    in place: inout NavigationState
  ) {
    switch slot {
    case .container(let id): note(id, at: path, in: &place)
    case .rows(let rows): if let own = rows.place { place.nodes[path] = .rows(own) }
    }
  }

  // MARK: Restoring

  private mutating func lead(
    _ id: ContainerID,
    at path: NavigationState.Path,
    to place: PlaceBranches,
    _ read: (PageRequest, NavigationState.Path) -> SessionContent
  ) {
    switch (tree[id], place[path]) {
    case (.pager(var pager), .pager(let own)):
      pager.lead(to: own)
      tree[id] = .pager(pager)
    case (.stack, .stack(let own)): reopen(own, in: id, at: path, read)
    case (.tabs(var tabs), .tabs(let own)):
      tabs.lead(to: own)
      tree[id] = .tabs(tabs)
    default: break
    }
    for index in place.children(of: path) {
      let inner = path + [index]
      guard let page = tree[id]?.page(at: index), let slot = tree[id]?.slot(of: page) else {
        continue
      }
      switch (slot, place[inner]) {
      case (.container(let container), _): lead(container, at: inner, to: place, read)
      case (.rows(var rows), .rows(let own)):
        rows.lead(to: own)
        tree[id]?.set(rows, of: page)
      default: break
      }
    }
  }

  /// Pushes the pages of a stack again.
  private mutating func reopen(
    _ place: NavigationState.Stack,
    in id: ContainerID,
    at path: NavigationState.Path,
    _ read: (PageRequest, NavigationState.Path) -> SessionContent
  ) {
    for key in place.keys.prefix(StackNode.depthLimit - 1) {
      guard case .stack(let stack) = tree[id], tree.hasIDsLeft,
        let request = stack.request(forKey: key, of: id)
      else { return }
      let page = path + [stack.state.pages.count]
      let content = stack.knownPage(at: request.path) ?? read(request, page)
      // Content that can't be shown ends the path.
      guard (try? content.check()) != nil else { break }
      open(PreparedPage(content, rooms: []), for: request, at: .zero)
    }
    guard case .stack(var stack) = tree[id] else { return }
    stack.activate(at: place.active, place.position)
    tree[id] = .stack(stack)
  }
}

/// A place, and the children of each of its paths.
struct PlaceBranches {
  private let place: NavigationState
  private var branches: [NavigationState.Path: Set<Int>] = [:]

  init(_ place: NavigationState) {
    self.place = place
    for path in place.nodes.keys {
      for length in path.indices {
        branches[Array(path[..<length]), default: []].insert(path[length])
      }
    }
  }

  subscript(path: NavigationState.Path) -> NavigationState.Node? { place.nodes[path] }

  /// Returns the indices of the pages of a container that the place describes.
  func children(of path: NavigationState.Path) -> [Int] { branches[path]?.sorted() ?? [] }
}
