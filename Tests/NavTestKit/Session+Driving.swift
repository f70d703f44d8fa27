package import NavBase
package import NavEngine
package import NavScene

/// An operation asked for a page although the test provides none.
package struct UnexpectedPageRequest: Error {
  package let request: PageRequest
}

/// An action asked for no page.
package struct NoPageRequest: Error {}

extension Session {
  /// Performs a command as the daemon does: on a copy that becomes the session.
  package mutating func perform(
    _ command: SessionCommand,
    seenIn viewport: CellSize,
    at now: Duration
  ) throws {
    try perform(.command(command), seenIn: viewport, at: now)
  }

  /// Performs an action; requested pages come from `page`.
  package mutating func perform(
    _ action: SessionAction,
    seenIn viewport: CellSize,
    followedIn followers: [CellSize] = [],
    at now: Duration,
    page: (PageRequest) throws -> PageContent = { throw UnexpectedPageRequest(request: $0) }
  ) throws {
    try performPrepared(action, seenIn: viewport, followedIn: followers, at: now) { request in
      PreparedPage(.page(try page(request)), availableSizes: request.availableSizes)
    }
  }

  /// Performs an action; requested pages come from `supply`, as they are prepared.
  package mutating func performPrepared(
    _ action: SessionAction,
    seenIn viewport: CellSize,
    followedIn followers: [CellSize] = [],
    at now: Duration = .zero,
    supply: (PageRequest) throws -> PreparedPage
  ) throws {
    // Reading the layout ends motions that are over.
    var seen = self
    let view = seen.view(in: viewport, at: now)
    var operation = SessionOperation(action, on: self, seenBy: view, followedIn: followers)
    while true {
      switch try operation.run(at: now) {
      case .done(let session):
        self = session
        return
      case .needs(let request):
        try operation.supply(try supply(request), at: now)
      }
    }
  }

  /// Returns the page for which an action asks, and performs nothing.
  package func request(of action: SessionAction, seenIn viewport: CellSize) throws -> PageRequest {
    var copy = self
    do {
      try copy.perform(action, seenIn: viewport, at: .zero)
    } catch let unexpected as UnexpectedPageRequest {
      return unexpected.request
    }
    throw NoPageRequest()
  }

  /// Lays the session out for a viewport without history.
  package mutating func layout(
    in viewport: CellSize,
    viewers: Int,
    at now: Duration
  ) -> (trajectory: Trajectory, startedAt: Duration) {
    var view = view(in: viewport, at: now)
    return layout(&view, facts: SessionFacts(name: "talk", viewers: viewers), at: now)
  }

  package mutating func rest(in viewport: CellSize, viewers: Int) -> Scene {
    rest(in: viewport, facts: SessionFacts(name: "talk", viewers: viewers))
  }
}

extension PageContent {
  /// A page of text.
  package init(_ title: String, _ blocks: [TextBlock]) {
    self.init(title: title, document: TextDocument(blocks: blocks))
  }

  /// A list of entries whose labels are their keys.
  package init(
    list keys: [String],
    title: String = "list",
    opens: ListEntry.Opens = .text
  ) {
    let entries = keys.map { ListEntry(key: Array($0.utf8), label: $0, opens: opens) }
    self.init(title: title, list: ListContent(entries: entries))
  }
}

extension SessionContent {
  /// A pager of pages side by side.
  package static func deck(_ pages: [PageContent]) -> SessionContent {
    .pager(title: "deck", pages: pages.map { .page($0) })
  }

  /// Side tabs of these contents, which have their titles.
  package static func sideTabs(
    _ contents: [SessionContent],
    attachment: PageContent? = nil
  ) -> SessionContent {
    let items = contents.map {
      TabsContent.Item(face: .button(TabButton(title: $0.title)), content: $0)
    }
    return .tabs(TabsContent(title: "tabs", items: items, attachment: attachment))
  }

  /// A stack with one root page.
  package static func tree(_ root: PageContent, path: String) -> SessionContent {
    .stack(StackContent(root: .page(root), path: Array(path.utf8)))
  }
}
