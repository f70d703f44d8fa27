import NavBase
import NavScene
import NavSystem
package import NavViewer

/// The output of `navclient watch`: a JSON object for each event.
package enum WatchListing {
  /// Returns a JSON object with stable keys, on one line.
  ///
  /// - `event`: the name of a `WatchedEvent.Kind`; `subject`: the page of a page event (`top`, `title`, `page`, `pages`
  ///   and `container`), else null;
  /// - the state behind the event: the keys of `SessionListing.json` but `unseen_ms`; `durable`, whether changes survive
  ///   the end of the daemon; `control`, the object of `ControlListing.json` without `held_ms` and `idle_ms`; `settled`,
  ///   whether nothing moves; `search`, `filter` and `faults` as in `StatusListing.json`; `container` of which the page in
  ///   front is one, with its `id` and `kind` (`SceneEntry`), or null; `selection`, the `number`, from 1, of the entry of a
  ///   list, their `count` and its `text`, or null; `tabs` around the page, the outermost first, each with its `title`, and
  ///   its `number` and their `count`, which are null where the bar is not visible.
  package static func json(_ event: WatchedEvent, _ state: WatchedState) throws -> String {
    try JSONText.encode(
      JoinedObject(EventKeys(event), JoinedObject(SessionKeys(state.session), Details(state)))
    )
  }

  private struct EventKeys: Encodable {
    let event: String
    @OrNull var subject: Page?

    init(_ event: WatchedEvent) {
      self.event = event.kind.rawValue
      subject = event.page.map { Page($0) }
    }
  }

  private struct Page: Encodable {
    let top: String
    let title: String
    let page: Int
    let pages: Int
    let container: Place

    init(_ page: WatchedPage) {
      (top, title, self.page, pages) = (page.top, page.title, page.number, page.count)
      container = Place(id: page.container.rawValue, kind: page.kind.name)
    }
  }

  private struct Place: Encodable {
    let id: UInt32
    let kind: String
  }

  /// The keys of the state besides those of the session.
  private struct Details: Encodable {
    let durable: Bool
    let control: ControlListing.State
    let settled: Bool
    @OrNull var search: StatusListing.Search?
    @OrNull var filter: String?
    let faults: [String]
    @OrNull var container: Place?
    @OrNull var selection: Selection?
    let tabs: [Tab]

    init(_ state: WatchedState) {
      (durable, settled, faults) = (state.isDurable, state.isSettled, state.faults)
      control = ControlListing.State(state.control)
      search = state.finding.search.isEmpty ? nil : StatusListing.Search(state.finding)
      filter = state.finding.filter.isEmpty ? nil : state.finding.filter
      container = state.front.map { Place(id: $0.container.rawValue, kind: $0.kind.name) }
      selection = state.front?.selection.map {
        Selection(number: $0.number, count: $0.count, text: $0.text)
      }
      tabs = (state.front?.tabs ?? []).map {
        Tab(title: $0.title, number: $0.number, count: $0.count)
      }
    }
  }

  private struct Selection: Encodable {
    let number: Int
    let count: Int
    let text: String
  }

  private struct Tab: Encodable {
    let title: String
    @OrNull var number: Int?
    @OrNull var count: Int?
  }
}
