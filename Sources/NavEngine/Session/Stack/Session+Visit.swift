import NavBase
import NavScene

/// Going to a place in a stack by the path of entries that leads there.
extension Session {
  /// Opens the pages of a path, as far as they are not open yet, and goes to the entry or the match in the last one.
  ///
  /// - Returns: the page that has to be read for the next step, after which this is called again; nil at the end.
  /// - Throws: if no stack is shown, or if the stack has as many pages as it may have.
  mutating func visit(
    _ visit: Visit,
    seenIn viewport: CellSize,
    at now: Duration
  ) throws(Rejection) -> PageRequest? {
    guard let id = innermostStack else {
      throw Rejection("no list is open here: go to one first")
    }
    let keys = visit.selects ? Array(visit.keys.dropLast()) : visit.keys
    returnToCommonPage(of: keys, in: id, at: now)
    while let stack = tree.stack(id), let active = stack.state.active, active < keys.count {
      let page = ContainerTree.Page(container: id, page: stack.state.pages[active].id)
      select(keys[active], in: page, seenIn: viewport)
      // The selection may have changed the stack.
      guard var stack = tree.stack(id) else { break }
      let answer = stack.perform(try stack.opening(forKey: keys[active], of: id))
      tree[id] = stack
      switch try perform(answer, of: id, seenIn: viewport, at: now) {
      case .needs(let request): return request
      case .done: continue
      case .nothing, nil: throw Rejection("that result can't be opened any more: search again")
      }
    }
    guard let front = tree.stack(id)?.activeID else { return nil }
    if visit.selects, let key = visit.keys.last {
      select(key, in: ContainerTree.Page(container: id, page: front), seenIn: viewport)
    }
    if !visit.search.isEmpty {
      find(visit.search, match: visit.selects ? nil : visit.match, seenIn: viewport, at: now)
    }
    return nil
  }

  /// Pops the pages that are not on the path.
  private mutating func returnToCommonPage(
    of keys: [[UInt8]],
    in id: ContainerID,
    at now: Duration
  ) {
    tree.discardPages(of: id, at: now)
    tree.changeStack(id) { stack in
      guard stack.state.pages.count > 0 else { return }
      let opened = stack.openedKeys(upTo: stack.state.pages.count - 1)
      let common = zip(opened, keys).prefix { $0 == $1 }.count
      stack.goBack(to: stack.state.pages[common].id, at: now)
    }
  }

  private mutating func select(
    _ key: [UInt8],
    in page: ContainerTree.Page,
    seenIn viewport: CellSize
  ) {
    guard var rows = tree[page]?.rows else { return }
    if rows.entry(withKey: key) == nil { rows.filter(by: nil) }
    guard let entry = rows.entry(withKey: key) else { return }
    rows.move(by: .to(entry), in: body(of: rows.content, in: page, seenIn: viewport))
    tree[page] = .rows(rows)
  }
}

extension ScrollablePage {
  /// Returns the entry of a list that has a key and can be selected.
  fileprivate func entry(withKey key: [UInt8]) -> Int? {
    guard let entries = content.list?.entries else { return nil }
    return entries.indices.first { entries.key(at: $0) == key[...] && entries.isSelectable(at: $0) }
  }
}
