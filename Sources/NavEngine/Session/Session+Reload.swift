import NavBase
import NavScene

/// Reload: the session continues at the same place in content that was read again; the place is found by content and
/// not by numbers.
extension Session {
  /// Creates a session with other content, at the place of an earlier session.
  ///
  /// Pages of pagers are matched by what they contain, else by their titles; tabs by their titles; entries by their
  /// keys, those that are only numbered by their values and neighbors; positions in texts by their blocks and lines, else
  /// by the nearest ones that are unchanged. Motions count as finished and pans as released. Fails if a page would have to
  /// be read that was not.
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
    bodies.texts = content.texts
    guard follow(tree.root, old.tree.root, of: old, read) else { return nil }
    inherit(from: old)
    search = old.search
    guard changeForms(from: old, content.places, read) || !old.awaitsOtherForm else {
      return nil
    }
    updateSearch()
  }

  mutating func follow(
    _ id: ContainerID,
    _ oldID: ContainerID,
    of old: Session,
    _ read: (PageRequest) -> PreparedPage?
  ) -> Bool {
    guard let before = old.tree[oldID], let succession = tree[id]?.succession(of: before) else {
      hasLostPlace = true
      return true
    }
    if succession.isLost { hasLostPlace = true }
    let isComplete = reopenPages(of: id, for: succession.state) { request, index in
      // A page that can't be read was part of the content.
      guard request.source.kind != .nowhere else { return .gone }
      let entry = before.numberedEntry(ofPage: index)
      return read(request.following(entry)).map { .page($0) } ?? .missing
    }
    guard isComplete else { return false }
    tree[id]?.restore(succession.state)
    for index in succession.pages {
      guard let page = tree[id]?.pageIDs.id(at: index.now),
        let slot = before.pageIDs.id(at: index.before).flatMap({ before[$0] })
      else { continue }
      guard follow(slot, old, in: page, of: id, read) else { return false }
    }
    return true
  }

  /// Applies the earlier state of one page.
  mutating func follow(
    _ before: PageSlot,
    _ old: Session,
    in page: ContainerID,
    of container: ContainerID,
    _ read: (PageRequest) -> PreparedPage?
  ) -> Bool {
    switch (tree[container]?[page], before) {
    case (.container(let id), .container(let oldID)): return follow(id, oldID, of: old, read)
    case (.rows(let new), .rows(var rows)):
      if new.content.window != nil || rows.content.window != nil {
        follow(rows, in: ContainerTree.Page(container: container, page: page), read)
        return true
      }
      rows.reload(new.content)
      tree[container]?[page] = .rows(rows)
      return true
    case (.rows, .container), (.container, .rows), (nil, _): return true
    }
  }
}
