package import NavLayout
package import NavScene

/// An event of the pages of a pager.
package struct PageEvent: Hashable, Sendable {
  package let pager: ContainerID
  package let event: PagerEvent

  package init(_ event: PagerEvent, of pager: ContainerID) {
    self.pager = pager
    self.event = event
  }
}

/// An event of the cells of the bar above a pager's pages (ZX-4, ZX-5).
package struct BarEvent: Hashable, Sendable {
  package let pager: ContainerID
  package let event: OptionBarEvent
}

extension SessionView {
  /// Removes and returns the bars' events since the last call, those of their last layouts; the outermost pager's
  /// first.
  package mutating func takeBarEvents() -> [BarEvent] {
    bars.keys.sorted().flatMap { id in
      (bars[id]?.takeEvents() ?? []).map { BarEvent(pager: id, event: $0) }
    }
  }
}

extension Session {
  /// Returns the events of a change of the session, for each pager that moves to a page: that page once, and on request
  /// the pages passed on the way there (D-8, MBX-7); selecting the active page again in the header is reported, too
  /// (MBX-13).
  ///
  /// A leaf that turns passes none: it is one leaf, whatever the number of pages between.
  ///
  /// - Parameters:
  ///   - before: the session before the change.
  ///   - cause: the cause of the change.
  ///   - reportsPassing: whether passed pages are reported.
  /// - Returns: the events by pager, from the outermost container inwards.
  package func pageEvents(
    since before: Session,
    by cause: PagerCause,
    reportsPassing: Bool
  ) -> [PageEvent] {
    tree.all.sorted { $0.key < $1.key }.flatMap { id, node -> [PageEvent] in
      guard case .pager(let now) = node, case .pager(let old)? = before.tree[id],
        now.retaps != old.retaps || now.turns.goesElsewhere(than: old.turns)
      else { return [] }
      let events =
        switch (old.turns, now.turns) {
        case (.row(let old, _), .row(let now, _)):
          now.events(since: old, by: cause, reportsPassing: reportsPassing)
        case (_, .leaves(let book)): [PagerEvent(.destination, page: book.current, frame: 0)]
        case (.leaves, .row): [PagerEvent]()
        }
      return events.map { PageEvent($0, of: id) }
    }
  }
}

extension PagerTurns {
  /// Whether another page is active, or another motion leads to it.
  fileprivate func goesElsewhere(than old: PagerTurns) -> Bool {
    if current != old.current { return true }
    guard let motion else { return false }
    return motion.startedAt != old.motion?.startedAt
  }
}
