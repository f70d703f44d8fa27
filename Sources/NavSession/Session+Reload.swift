package import NavGeometry
import NavLayout
import NavModel
import NavScene

/// Reload: the session continues at the same place in content that was read again; the place is found by content and
/// not by numbers.
extension Session {
  /// Returns the pages that are open in stacks and have to be read with the content.
  ///
  /// - Parameter viewports: the viewports of live streams; pages are wrapped for them.
  /// - Returns: the pages from the bottom upwards; those that are part of the content are left out.
  package func openPages(seenIn viewports: Set<CellSize>) -> [PageRequest] {
    var requests: [PageRequest] = []
    for (id, node) in tree.all.sorted(by: { $0.key < $1.key }) {
      guard case .stack(let stack) = node, tree.isReachable(id) else { continue }
      requests += stack.readRequests(of: id).map { request in
        var request = request.numbered(by: numbers)
        request.rooms = Set(viewports.map { tree.room(of: id, in: $0) })
        return request
      }
    }
    return requests
  }

  /// Creates a session with other content, at the place of an earlier session.
  ///
  /// Pages of pagers are matched by what they contain, else by their titles; tabs by their titles; entries by their
  /// keys; positions in texts by their blocks and headings. Motions count as finished and pans as released. Fails if a
  /// page would have to be read that was not.
  ///
  /// - Parameters:
  ///   - content: the content, which must be valid (`check()`).
  ///   - old: the earlier session.
  ///   - read: returns a page of a stack that was read again; nil if it was not.
  package init?(
    _ content: PreparedContent,
    following old: Session,
    read: (PageRequest) -> PreparedPage?
  ) {
    self.init(content.content)
    texts = content.texts
    guard follow(tree.root, old.tree.root, of: old, read) else { return nil }
    takeOver(from: old)
    search = old.search
    updateSearch()
  }

  private mutating func follow(
    _ id: ContainerID,
    _ oldID: ContainerID,
    of old: Session,
    _ read: (PageRequest) -> PreparedPage?
  ) -> Bool {
    switch (tree[id], old.tree[oldID]) {
    case (.pager(var pager), .pager(let before)):
      let alignment = PagerPages.alignment(from: before.pages, to: pager.pages)
      pager.lead(
        to: NavigationState.Pager(
          current: alignment.place(of: before.turns.current),
          shift: before.strip.restingShift,
          // For a slide that was removed, the slide at its index begins with its first step.
          step: alignment.index(of: before.turns.current) == nil ? 0 : before.step
        )
      )
      tree[id] = .pager(pager)
      for index in Set(before.touchedRows.keys).union(before.containers.keys).sorted() {
        guard let new = alignment.index(of: index) else { continue }
        let page = pager.pageID(new)
        guard follow(before[index], old, in: page, of: id, read) else { return false }
      }
      return true
    case (.stack, .stack(let before)):
      guard reopen(before, in: id, read) else { return false }
      for (index, page) in before.state.pages.enumerated() {
        guard case .stack(let stack) = tree[id], stack.state.pages.indices.contains(index),
          let slot = before[page.id]
        else { break }
        let new = stack.state.pages[index].id
        guard follow(slot, old, in: new, of: id, read) else { return false }
      }
      return true
    case (.tabs(var tabs), .tabs(let before)):
      let alignment = before.alignment(to: tabs)
      tabs.lead(
        to: NavigationState.Tabs(
          selected: alignment.place(of: before.selected),
          isBottomShown: before.bottom.isShown
        )
      )
      tree[id] = .tabs(tabs)
      for index in before.bar.items.indices {
        guard let new = alignment.index(of: index) else { continue }
        let page = tabs.pageID(new)
        guard follow(before[index], old, in: page, of: id, read) else { return false }
      }
      return true
    case (.pager, _), (.stack, _), (.tabs, _), (nil, _): return true
    }
  }

  /// Applies the earlier state of one page.
  private mutating func follow(
    _ before: PageSlot,
    _ old: Session,
    in page: ContainerID,
    of container: ContainerID,
    _ read: (PageRequest) -> PreparedPage?
  ) -> Bool {
    switch (tree[container]?.slot(of: page), before) {
    case (.container(let id), .container(let oldID)): return follow(id, oldID, of: old, read)
    case (.rows(let new), .rows(var rows)):
      rows.reload(new.content)
      tree[container]?.set(rows, of: page)
      return true
    case (.rows, .container), (.container, .rows), (nil, _): return true
    }
  }

  /// Pushes the pages of a stack again.
  private mutating func reopen(
    _ before: StackNode,
    in id: ContainerID,
    _ read: (PageRequest) -> PreparedPage?
  ) -> Bool {
    for key in before.openedKeys(upTo: before.state.pages.count - 1) {
      guard case .stack(let stack) = tree[id], tree.hasIDsLeft,
        let request = stack.request(forKey: key, of: id)
      else { break }
      let page: PreparedPage
      if let known = stack.knownPage(at: request.path) {
        page = PreparedPage(known, rooms: [])
      } else if stack.reads {
        guard let found = read(request) else { return false }
        page = found
      } else {
        // It was part of the content, and was removed together with the pages on top of it.
        break
      }
      guard (try? page.content.check()) != nil else { break }
      open(page, for: request, at: .zero)
    }
    guard case .stack(var stack) = tree[id] else { return true }
    stack.activate(at: before.state.active ?? 0, before.state.position)
    tree[id] = .stack(stack)
    return true
  }
}

extension PagerPages {
  /// Returns which old page corresponds to which new one.
  fileprivate static func alignment(from old: PagerPages, to new: PagerPages) -> SequenceAlignment {
    let isNumbered = if case .numbered = new { true } else { false }
    // Pages that are created on access are matched by their numbers.
    let areEqual: (Int, Int) -> Bool =
      isNumbered || old == new ? { $0 == $1 } : { old[$0] == new[$1] }
    return SequenceAlignment(
      from: old.count,
      to: new.count,
      equal: areEqual,
      named: { old.title($0) == new.title($1) }
    )
  }
}

extension TabsNode {
  fileprivate func alignment(to new: TabsNode) -> SequenceAlignment {
    SequenceAlignment(
      from: bar.items.count,
      to: new.bar.items.count,
      equal: { bar.items[$0].face == new.bar.items[$1].face && title(of: $0) == new.title(of: $1) },
      named: { title(of: $0) == new.title(of: $1) }
    )
  }
}
