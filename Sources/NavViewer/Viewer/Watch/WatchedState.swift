import NavBase
package import NavScene
package import NavWire

/// The state of a session as `navclient watch` tells it: at rest, on a terminal of 80x24 that nobody has.
package struct WatchedState: Hashable, Sendable {
  package var session: Reply.SessionInfo
  package var control: Reply.ControlStatus
  package var finding: Reply.Finding
  package var faults: [String]
  package var isDurable: Bool
  /// Whether nothing moves, and nothing is read that a command asked for.
  package var isSettled: Bool
  /// The epoch of the ids of containers.
  var epoch: UInt64
  /// Nil if there is no page in front.
  package var front: Front?

  /// The page in front.
  package struct Front: Hashable, Sendable {
    var id: ContainerID
    /// The container of which it is a page.
    package var container: WatchedContainer
    /// The selected entry of a list; nil for any other page.
    package var selection: Selection?
    /// The titles of the shown tabs around it, the outermost first.
    package var tabs: [String] = []
    /// Its rows, as far as the scene holds them, by their index.
    var rows: [Int: String] = [:]
    var rowCount = 0
  }

  package struct Selection: Hashable, Sendable, Encodable {
    /// From 1; section headers do not count.
    var number: Int
    var count: Int
    var text: String
  }

  /// - Parameters:
  ///   - status: the status of the session.
  ///   - isSettled: whether the session has settled.
  ///   - front: the page in front.
  package init(_ status: Reply.Status, isSettled: Bool, _ front: Front?) {
    (session, finding) = (status.session, status.finding)
    // Without the times, which always differ.
    control = Reply.ControlStatus(
      policy: status.control.policy,
      driver: status.control.driver,
      requests: status.control.requests
    )
    (faults, isDurable, epoch) = (status.faults, status.isDurable, status.epoch)
    (self.isSettled, self.front) = (isSettled, front)
  }

  /// The page in front with its name; nil for none.
  package var page: WatchedPage? { front.map { WatchedPage($0, session, epoch) } }
}

/// A container in JSON: `{"id", "kind"}`, as in `SceneEntry`.
package struct WatchedContainer: Hashable, Sendable, Encodable {
  var id: UInt32
  var kind: String
}

/// A page that is in front, or was, or will be; in JSON `{"top", "title", "page", "pages", "container"}`.
package struct WatchedPage: Hashable, Sendable, Encodable {
  /// Its identity (input.proto: SessionInfo).
  let top: String
  private let title: String
  private let number: Int
  private let count: Int
  private let container: WatchedContainer
  private let id: ContainerID
  private let epoch: UInt64

  private enum CodingKeys: String, CodingKey {
    case top, title, container
    case number = "page"
    case count = "pages"
  }

  init(_ front: WatchedState.Front, _ session: Reply.SessionInfo, _ epoch: UInt64) {
    (top, title, number, count) = (session.top, session.title, session.page, session.pages)
    (container, id, self.epoch) = (front.container, front.id, epoch)
  }

  /// Whether both are the same page, perhaps with another step, another number or other content.
  func isSame(as other: WatchedPage) -> Bool {
    top == other.top || epoch == other.epoch && id == other.id
  }
}

extension Scene {
  /// The page in front; nil for none.
  package var watchedFront: WatchedState.Front? {
    guard let page = currentPage else { return nil }
    let parent = page.parent.flatMap { self[$0] } ?? page
    let container = WatchedContainer(id: parent.id.rawValue, kind: parent.kind.name)
    var front = WatchedState.Front(id: page.id, container: container, tabs: tabs(around: page))
    front.rowCount = page.content.height
    for segment in page.rows.segments {
      for (offset, row) in segment.rows.enumerated() {
        front.rows[segment.first + offset] = row.text
      }
    }
    if focusKind == .list, let selection = page.selection {
      front.selection = WatchedState.Selection(
        number: selection + 1 - page.currentPage,
        count: page.pageCount,
        text: page.rows[selection]?.text ?? ""
      )
    }
    return front
  }

  private func tabs(around page: Container) -> [String] {
    var titles: [String] = []
    var next: Container? = page
    // Terminates, because a parent's id is less than its child's.
    while let here = next {
      if here.kind == .tabs { titles.insert(here.title, at: 0) }
      next = here.parent.flatMap { self[$0] }
    }
    return titles
  }
}
