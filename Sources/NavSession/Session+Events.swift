package import NavLayout
package import NavScene

/// What the pages of one container are reported with.
package struct PageEvent: Hashable, Sendable {
  package let pager: ContainerID
  package let event: PagerEvent

  package init(_ event: PagerEvent, of pager: ContainerID) {
    self.pager = pager
    self.event = event
  }
}

/// What a bar above the pages of a pager tells of its cells (ZX-4, ZX-5).
package struct BarEvent: Hashable, Sendable {
  package let pager: ContainerID
  package let event: OptionBarEvent
}

extension SessionView {
  /// Hands over what bars have told since the last time, those of their last layouts; the outermost pager's first.
  package mutating func takeBarEvents() -> [BarEvent] {
    bars.keys.sorted().flatMap { id in
      (bars[id]?.takeEvents() ?? []).map { BarEvent(pager: id, event: $0) }
    }
  }
}

extension Session {
  /// What a change of the session is reported with, for each pager that goes to a page: that page once, and on request
  /// those that are passed on the way there (D-8, MBX-7); the active page that is chosen again in the header is told
  /// too (MBX-13).
  ///
  /// A leaf that turns passes none: whatever lies between, it is one leaf.
  ///
  /// - Parameters:
  ///   - before: the session before the change.
  ///   - cause: what changed it.
  ///   - reportsPassing: whether passed pages are reported.
  /// - Returns: by pager, from the outermost container inwards.
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
