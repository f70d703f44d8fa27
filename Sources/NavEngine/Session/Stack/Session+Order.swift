package import NavBase

/// The order of directories: one for the whole session; after a change they have to be read again.
extension Session {
  /// Changes the order of all directories, starting from that of the focused directory.
  ///
  /// - Throws: if no directory has the focus; then nothing has changed.
  mutating func order(by change: SessionCommand.OrderChange) throws(Rejection) {
    let orders = tree.front.reversed().compactMap { tree.stack($0.container)?.order }
    guard var order = orders.first else {
      throw Rejection("no directory is shown here: go to one first")
    }
    switch change {
    case .sort(let sort): order.sort = sort ?? order.sort.next
    case .toggleHidden: order.showsHidden.toggle()
    case .toggleDetails: order.showsDetails.toggle()
    }
    show(in: order)
  }

  /// Lists all directories in another order, as one view of a session does after a change of it in another view.
  package mutating func show(in order: TreeOrder) {
    guard order != treeOrder else { return }
    for (id, node) in tree.all {
      guard var stack = node as? StackNode, stack.order != nil else { continue }
      stack.show(in: order)
      for (page, slot) in stack.pages.mapValues(\.slot) {
        guard case .rows(var rows) = slot else { continue }
        rows.expectAnotherOrder()
        stack[page] = .rows(rows)
      }
      tree[id] = stack
    }
    treeOrder = order
  }
}
