import NavSystem
package import NavViewer
import NavWire

/// The output of `navclient watch`: a JSON object for each event.
package enum WatchListing {
  /// Returns a JSON object with stable keys, on one line.
  ///
  /// - `event`: the name of a `WatchedEvent.Kind`; `subject`: the page of a page event (`WatchedPage`), else null;
  /// - the state behind the event: the keys of `SessionListing.json` but `unseen_ms`; `durable`, whether changes survive
  ///   the end of the daemon; `control`, the object of `ControlListing.json` without `held_ms` and `idle_ms`; `settled`,
  ///   whether nothing moves; `search`, `filter` and `faults` as in `StatusListing.json`; `container` of which the page in
  ///   front is one (`WatchedContainer`), or null; `selection`, the `number`, from 1, of the entry of a list, their `count`
  ///   and its `text`, or null; `tabs`, the titles of the tabs around the page, the outermost first.
  package static func json(_ event: WatchedEvent, _ state: WatchedState) throws -> String {
    try JSONText.encode(
      JoinedObject(EventKeys(event), JoinedObject(SessionKeys(state.session), Details(state)))
    )
  }

  private struct EventKeys: Encodable {
    let event: String
    @OrNull var subject: WatchedPage?

    init(_ event: WatchedEvent) {
      self.event = event.kind.rawValue
      subject = event.page
    }
  }

  /// The keys of the state besides those of the session.
  private struct Details: Encodable {
    let durable: Bool
    let control: ControlListing.State
    let settled: Bool
    @OrNull var search: StatusListing.Search?
    @OrNull var filter: String?
    let faults: [String]
    @OrNull var container: WatchedContainer?
    @OrNull var selection: WatchedState.Selection?
    let tabs: [String]

    init(_ state: WatchedState) {
      (durable, settled, faults) = (state.isDurable, state.isSettled, state.faults)
      control = ControlListing.State(state.control)
      search = state.finding.search.isEmpty ? nil : StatusListing.Search(state.finding)
      filter = state.finding.filter.isEmpty ? nil : state.finding.filter
      container = state.front?.container
      selection = state.front?.selection
      tabs = state.front?.tabs ?? []
    }
  }
}
