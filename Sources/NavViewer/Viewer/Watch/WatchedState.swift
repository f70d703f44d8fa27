package import NavBase
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
    package var container: ContainerID
    package var kind: ContainerKind
    /// The selected entry of a list; nil for any other page.
    package var selection: Selection?
    /// The shown tabs around it, the outermost first.
    package var tabs: [Tab] = []
    /// Its rows, as far as the scene holds them, by their index.
    var rows: [Int: String] = [:]
    var rowCount = 0
  }

  package struct Selection: Hashable, Sendable {
    /// From 1; section headers do not count.
    package var number: Int
    package var count: Int
    package var text: String
  }

  package struct Tab: Hashable, Sendable {
    package var title: String
    /// From 1; nil where the bar is not visible.
    package var number: Int?
    package var count: Int?
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

/// A page that is in front, or was, or will be.
package struct WatchedPage: Hashable, Sendable {
  /// Its identity (input.proto: SessionInfo).
  package let top: String
  package let title: String
  package let number: Int
  package let count: Int
  /// The container of which it is a page.
  package let container: ContainerID
  package let kind: ContainerKind
  private let id: ContainerID
  private let epoch: UInt64

  init(_ front: WatchedState.Front, _ session: Reply.SessionInfo, _ epoch: UInt64) {
    (top, title, number, count) = (session.top, session.title, session.page, session.pages)
    (container, kind, id, self.epoch) = (front.container, front.kind, front.id, epoch)
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
    let container = page.parent.flatMap { self[$0] } ?? page
    var front = WatchedState.Front(
      id: page.id,
      container: container.id,
      kind: container.kind,
      tabs: tabs(around: page)
    )
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

  private func tabs(around page: Container) -> [WatchedState.Tab] {
    var tabs: [WatchedState.Tab] = []
    var next: Container? = page
    // Terminates, because a parent's id is less than its child's.
    while let here = next {
      if here.kind == .tabs {
        let bar = bar(of: here)
        let items = bar.map { self.tabs(in: $0) } ?? []
        let chosen = items.firstIndex(where: \.isSelected)
        tabs.append(
          WatchedState.Tab(
            title: chosen.map { items[$0].title }.flatMap { $0.isEmpty ? nil : $0 } ?? here.title,
            number: chosen.map { (bar?.hiddenAbove ?? 0) + $0 + 1 },
            count: bar.map { $0.hiddenAbove + items.count + $0.hiddenBelow }
          )
        )
      }
      next = here.parent.flatMap { self[$0] }
    }
    return tabs.reversed()
  }
}
