package import NavBase
package import NavScene

/// Saving and restoring the navigation place of a session, without what can be read again.
extension Session {
  /// The present place; motions count as finished, and a pan as released where it began.
  ///
  /// O(containers and pages that are not in their initial state).
  package var navigationState: NavigationState {
    var place = NavigationState(
      search: search?.query.text ?? "",
      wrapsLines: bodies.wrapsLines,
      numbers: NavigationState.Numbers(bodies.numbers),
      isBlank: isBlank,
      theme: theme
    )
    note(tree.root, at: [], in: &place)
    for (tab, document) in documents {
      for (path, node) in document.place {
        place.nodes[[NavigationState.documents, tab] + path] = node
      }
    }
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
  ///   - ids: the ids of its pages, which they get again.
  ///   - preview: its preview, which is opened, and is empty; nil for none.
  ///   - read: reads a page of a stack that the content does not contain, given the path to it.
  package init(
    _ content: SessionContent,
    at place: NavigationState,
    version: UInt64,
    as ids: RecordedIDs = RecordedIDs(),
    with preview: RecordedState.Preview? = nil,
    read: (PageRequest, NavigationState.Path) -> SessionContent
  ) {
    self.init(content)
    self.version = version
    bodies.wrapsLines = place.wrapsLines
    bodies.numbers = place.numbers.isOn
    isBlank = place.isBlank
    theme = place.theme
    let branches = NavigationBranches(place, ids, in: tree.reserve(upTo: ids.next))
    restore(tree.root, at: [], to: branches, read)
    if let preview { openPreview(preview, as: branches.preview) }
    for (path, node) in place.nodes where path.count > 1 && path[0] == NavigationState.documents {
      guard showsText(inTab: path[1]) else { continue }
      let held = documents[path[1]]?.place ?? [:]
      documents[path[1]] = HeldSession(held.merging([Array(path[2...]): node]) { $1 })
    }
    search = TextQuery(place.search).map { SessionSearch($0) }
    updateSearch()
  }

  /// The name of the active page: pages of pagers and tabs by their numbers, followed by a point and the step if that
  /// is not the first, pages of stacks by the keys of the entries that lead to them (input.proto: SessionInfo).
  package var top: String {
    tree.front.flatMap { tree[$0.container]?.activePath ?? [] }.joined(separator: "/")
  }

  // MARK: Saving

  private func note(
    _ id: ContainerID,
    at path: NavigationState.Path,
    in place: inout NavigationState
  ) {
    guard let node = tree[id] else { return }
    place.nodes[path] = node.navigationState
    for (page, slot) in node.keptPages {
      guard let index = node.pageIDs.index(of: page) else { continue }
      note(slot, at: path + [index], in: &place)
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

  mutating func restore(
    _ id: ContainerID,
    at path: NavigationState.Path,
    to place: NavigationBranches,
    _ read: (PageRequest, NavigationState.Path) -> SessionContent?
  ) {
    if let state = place[path] {
      // A page that is missing ends the path.
      _ = reopenPages(of: id, for: state, as: place.pageIDs(at: path)) { request, index in
        read(request, path + [index]).map { .page(PreparedPage($0, availableSizes: [])) } ?? .gone
      }
      tree[id]?.restore(state)
    }
    for index in place.children(of: path) {
      let inner = path + [index]
      // The active page of a pager may have another number by now.
      var number = index
      if place[path]?.current == index, let active = tree[id]?.active?.index { number = active }
      guard let page = tree[id]?.pageIDs.id(at: number), let slot = tree[id]?[page] else {
        continue
      }
      switch slot {
      case .container(let container): restore(container, at: inner, to: place, read)
      case .rows(var rows):
        guard case .rows(let own)? = place[inner] else { continue }
        rows.restore(own)
        if rows.content.window != nil {
          follow(rows, in: ContainerTree.Page(container: id, page: page)) { request in
            read(request, inner).map { PreparedPage($0, availableSizes: []) }
          }
          continue
        }
        tree[id]?[page] = .rows(rows)
      }
    }
  }
}

/// A place, and the children of each of its paths.
struct NavigationBranches {
  private let place: NavigationState
  private var branches: [NavigationState.Path: Set<Int>] = [:]
  private let ids: [NavigationState.Path: [UInt32]]
  /// The recorded id of the preview's page, with those behind it; nil for none.
  private(set) var preview: Range<UInt32>?
  /// The ids from each recorded one up to the next one.
  private var runs: [UInt32: Range<UInt32>] = [:]

  /// - Parameters:
  ///   - place: the place.
  ///   - ids: the recorded ids of its pages.
  ///   - free: the ids that may be given to them.
  init(
    _ place: NavigationState,
    _ ids: RecordedIDs = RecordedIDs(),
    in free: Range<UInt32> = 0..<0
  ) {
    self.place = place
    self.ids = ids.pages
    for path in place.nodes.keys {
      for length in path.indices {
        branches[Array(path[..<length]), default: []].insert(path[length])
      }
    }
    let starts = ids.all.filter(free.contains).sorted()
    // No id is given twice, whatever a file says.
    guard zip(starts, starts.dropFirst()).allSatisfy(<) else { return }
    for (start, end) in zip(starts, starts.dropFirst() + [free.upperBound]) {
      runs[start] = start..<end
    }
    preview = runs[ids.preview]
  }

  subscript(path: NavigationState.Path) -> NavigationState.Node? { place.nodes[path] }

  /// Returns the recorded ids of the open pages of a stack, each with those behind it; none from the first page on whose
  /// id is not known.
  func pageIDs(at path: NavigationState.Path) -> [Range<UInt32>] {
    (ids[path] ?? []).prefix { runs[$0] != nil }.compactMap { runs[$0] }
  }

  /// Returns the indices of the pages of a container that the place describes.
  func children(of path: NavigationState.Path) -> [Int] { branches[path]?.sorted() ?? [] }
}
