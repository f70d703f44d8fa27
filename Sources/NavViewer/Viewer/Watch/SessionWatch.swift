import NavWire

/// An event of a session that is watched.
package struct WatchedEvent: Hashable, Sendable {
  package let kind: Kind
  /// The page that appears or has disappeared; nil for any other event.
  package let page: WatchedPage?

  /// The kinds of events.
  ///
  /// Scripts rely on the names: they stay the same even if a case is renamed.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// The state when the watch began.
    case now
    /// Another page is to be in front. Another one, or the page before, may still take its place.
    case pageWillAppear = "page_will_appear"
    /// The page has been in front until now.
    case pageDidDisappear = "page_did_disappear"
    /// The page is in front, and nothing moves.
    case pageDidAppear = "page_did_appear"
    /// Another step of the page in front.
    case step
    /// Other content: other rows of the page in front, other numbers of pages, other faults.
    case content
    /// Another entry of the list in front.
    case selection
    /// Another tab around the page in front.
    case tab
    /// Another search or filter, or another match.
    case search
    /// Another driver, another policy, or other requests for control.
    case control
    /// Another number of viewers.
    case presence
    case name
    /// Changes survive the end of the daemon from now on, or no longer do.
    case durable
    /// The version alone has risen: a page was scrolled, for example.
    case version
    /// Everything before it has come to rest.
    case settled
  }

  init(_ kind: Kind, _ page: WatchedPage? = nil) {
    (self.kind, self.page) = (kind, page)
  }
}

/// Finds the events that lead from one state of a session to the next.
///
/// It is given states, so what lasts shorter than from one to the next has no events. The last state always has its events.
package struct SessionWatch: Sendable {
  private var state: WatchedState?
  /// The page that has appeared last.
  private var shown: WatchedPage?
  /// The page that will appear.
  private var coming: WatchedPage?
  /// Whether something has happened since the session has settled.
  package private(set) var isMoving = false

  package init() {}

  /// Returns the events that lead to a state, in their order.
  package mutating func receive(_ new: WatchedState) -> [WatchedEvent] {
    defer { state = new }
    guard let old = state else {
      (shown, isMoving) = (new.page, !new.isSettled)
      return [WatchedEvent(.now)]
    }
    var events = pageEvents(from: old, to: new)
    if old.front?.tabs ?? [] != new.front?.tabs ?? [] { events.append(WatchedEvent(.tab)) }
    if old.finding != new.finding { events.append(WatchedEvent(.search)) }
    let hasMoved = !events.isEmpty || old.session.version != new.session.version
    if old.control != new.control { events.append(WatchedEvent(.control)) }
    if old.session.viewers != new.session.viewers { events.append(WatchedEvent(.presence)) }
    if old.session.name != new.session.name { events.append(WatchedEvent(.name)) }
    if old.isDurable != new.isDurable { events.append(WatchedEvent(.durable)) }
    if events.isEmpty, hasMoved { events.append(WatchedEvent(.version)) }
    if hasMoved || !new.isSettled { isMoving = true }
    return new.isSettled && isMoving ? events + settle() : events
  }

  // MARK: Pages

  private mutating func pageEvents(from old: WatchedState, to new: WatchedState) -> [WatchedEvent] {
    guard let page = new.page else {
      defer { (shown, coming) = (nil, nil) }
      return shown.map { [WatchedEvent(.pageDidDisappear, $0)] } ?? []
    }
    guard let before = old.page, before.isSame(as: page) else {
      coming = page
      return [WatchedEvent(.pageWillAppear, page)] + contentEvents(from: old, to: new)
    }
    if coming == nil { shown = page } else { coming = page }
    var events: [WatchedEvent] = []
    if before.top != page.top { events.append(WatchedEvent(.step)) }
    events += contentEvents(from: old, to: new)
    if old.front?.selection != new.front?.selection { events.append(WatchedEvent(.selection)) }
    return events
  }

  private func contentEvents(from old: WatchedState, to new: WatchedState) -> [WatchedEvent] {
    var hasChanged = old.session.content != new.session.content || old.faults != new.faults
    if let before = old.front, let now = new.front, old.session.top == new.session.top,
      old.finding.filter == new.finding.filter
    {
      let hasOtherRows = now.rows.contains { before.rows[$0.key] ?? $0.value != $0.value }
      hasChanged =
        hasChanged || hasOtherRows || before.rowCount != now.rowCount
        || old.session.title != new.session.title || old.session.pages != new.session.pages
    }
    return hasChanged ? [WatchedEvent(.content)] : []
  }

  private mutating func settle() -> [WatchedEvent] {
    isMoving = false
    guard let page = coming else { return [WatchedEvent(.settled)] }
    defer { (shown, coming) = (page, nil) }
    let gone = shown.flatMap { $0.isSame(as: page) ? nil : WatchedEvent(.pageDidDisappear, $0) }
    return [gone, WatchedEvent(.pageDidAppear, page), WatchedEvent(.settled)].compactMap(\.self)
  }
}
