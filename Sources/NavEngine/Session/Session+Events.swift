package import NavScene

/// An event of a pager's pages, with the pager.
package struct PageEvent: Hashable, Sendable {
  package let pager: ContainerID
  package let event: PagerEvent

  package init(_ event: PagerEvent, of pager: ContainerID) {
    self.pager = pager
    self.event = event
  }
}

extension Session {
  /// Returns the events of a change of the session, for each pager that moves to a page.
  ///
  /// - Parameters:
  ///   - before: the session before the change.
  ///   - cause: the cause of the change.
  /// - Returns: the events by pager, from the outermost container inwards.
  package func pageEvents(since before: Session, by cause: PagerCause) -> [PageEvent] {
    tree.all.sorted { $0.key < $1.key }.flatMap { id, node -> [PageEvent] in
      guard let old = before.tree[id] else { return [] }
      return node.pageEvents(since: old, by: cause).map { PageEvent($0, of: id) }
    }
  }
}
