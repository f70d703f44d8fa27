import NavBase
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
  /// The ids of all containers, the outermost first.
  package var containers: [ContainerID] { tree.all.map { $0.key }.sorted() }

  /// Returns the pages that pagers pass on their way after a time and until another one; pagers whose header has segments
  /// pass none (MBX-7).
  ///
  /// A motion that is interrupted passes no page from then on, so ask before each change.
  package func passingEvents(after start: Duration, through end: Duration) -> [PageEvent] {
    tree.all.sorted { $0.key < $1.key }.flatMap { id, node -> [PageEvent] in
      guard let pager = node as? PagerNode, pager.header != .segments,
        case .row(let row, _) = pager.transition, let motion = row.motion
      else { return [] }
      return motion.passing.filter {
        let time = motion.startedAt + FrameTime.start(of: $0.frame)
        return time > start && time <= end
      }.map { PageEvent($0, of: id) }
    }
  }

  /// Returns the events of a change of the session, for each pager that moves to a page.
  ///
  /// - Parameters:
  ///   - before: the session before the change.
  ///   - cause: the cause of the change.
  /// - Returns: the events by pager, from the outermost container inwards.
  package func pageEvents(since before: Session, by cause: PagerCause) -> [PageEvent] {
    tree.all.sorted { $0.key < $1.key }.flatMap { id, node -> [PageEvent] in
      guard let pager = node as? PagerNode, let old = before.tree[id] as? PagerNode else {
        return []
      }
      return pager.events(since: old, by: cause).map { PageEvent($0, of: id) }
    }
  }
}

extension PagerNode {
  /// The page that it moves to, once (D-8); the active page if that was selected again in the header (MBX-13).
  fileprivate func events(since old: PagerNode, by cause: PagerCause) -> [PagerEvent] {
    guard retaps > old.retaps || transition.goesElsewhere(than: old.transition) else { return [] }
    switch (old.transition, transition) {
    case (.row(let old, _), .row(let now, _)):
      return now.events(since: old, by: cause)
    case (_, .leaves(let book)): return [PagerEvent(.destination, page: book.current, frame: 0)]
    case (.leaves, .row): return []
    }
  }
}

extension PagerTransition {
  /// Whether another page is active, or another motion leads to it.
  fileprivate func goesElsewhere(than old: PagerTransition) -> Bool {
    if current != old.current { return true }
    guard let motion else { return false }
    return motion.startedAt != old.motion?.startedAt
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
    states.keys.sorted().flatMap { id -> [BarEvent] in
      guard var bar = states[id] as? OptionBarView else { return [] }
      let events = bar.takeEvents()
      states[id] = bar
      return events.map { BarEvent(pager: id, event: $0) }
    }
  }

  /// Takes over the bars of an earlier view, whose session's content was read again since: the next layout reloads
  /// them (ZXQ-5).
  package mutating func reloadBars(of earlier: SessionView) {
    reportsBarEvents = earlier.reportsBarEvents
    for case (let id, var bar as OptionBarView) in earlier.states {
      bar.awaitsReload = true
      states[id] = bar
    }
  }
}
