/// The content of a session, without a place in it: containers, and the contents of their pages.
///
/// A page of any container may contain any other container. The kinds of containers are registered here; what they have
/// in common is `ContainerContent`.
package indirect enum SessionContent: Hashable, Sendable {
  /// Rows: a text, a list or a board.
  case page(PageContent)
  case pager(PagerContent)
  case stack(StackContent)
  case tabs(TabsContent)
  case split(SplitContent)

  /// Rows, or a container of any kind.
  package enum Slot {
    case rows(PageContent)
    case container(any ContainerContent)
  }

  package var slot: Slot {
    switch self {
    case .page(let page): .rows(page)
    case .pager(let pager): .container(pager)
    case .stack(let stack): .container(stack)
    case .tabs(let tabs): .container(tabs)
    case .split(let split): .container(split)
    }
  }

  /// The title of a page that contains it.
  package var title: String {
    get {
      switch slot {
      case .rows(let page): page.title
      case .container(let container): container.title
      }
    }
    set {
      switch slot {
      case .rows(var page):
        page.title = newValue
        self = .page(page)
      case .container(var container):
        container.title = newValue
        self = container.content
      }
    }
  }

  /// The length of the talk that it is for; nil if it states none.
  package var duration: Duration? {
    switch slot {
    case .rows: nil
    case .container(let container): container.duration
    }
  }

  /// The theme that it asks for.
  package var theme: BuiltInTheme {
    switch slot {
    case .rows: .own
    case .container(let container): container.theme
    }
  }

  /// The faults of its pages, without those that would have to be read: what could not be read of them, and the
  /// constraints of boards that do not hold.
  ///
  /// O(pages).
  package var faults: [String] {
    switch slot {
    case .rows(let page): page.faults + (page.board?.faults().map(\.description) ?? [])
    case .container(let container): container.faults + container.contents.flatMap(\.faults)
    }
  }
}

// MARK: Changes

extension SessionContent {
  /// Replaces each page of rows in it, at any depth.
  package mutating func replacePages(_ replacement: (PageContent) -> SessionContent) {
    switch slot {
    case .rows(let page): self = replacement(page)
    case .container(var container):
      container.updateContents { $0.replacePages(replacement) }
      self = container.content
    }
  }

  /// Changes a page of rows, or those that a file describes together with their container.
  package mutating func updateRows(_ update: (inout PageContent) -> Void) {
    switch slot {
    case .rows(var page):
      update(&page)
      self = .page(page)
    case .container(var container):
      container.updateRows(update)
      self = container.content
    }
  }

  /// Sets how fingers move a container; does nothing for a page of rows.
  package mutating func setScrolling(_ switches: ScrollSwitches) {
    guard case .container(var container) = slot else { return }
    container.scrolling = switches
    self = container.content
  }
}

// MARK: Limits

extension SessionContent {
  /// The deepest nesting of containers.
  package static let depthLimit = 16
  /// The most containers of a session.
  package static let containerLimit = 4_096

  /// The most pages of a session's pagers together, including those that are created on access.
  package static let pageLimit = 4_000_000

  /// Validates; throws the first violation.
  package func check() throws(Rejection) {
    var count = Count()
    try check(depth: 1, &count)
  }

  private struct Count {
    var containers = 0
    var pages = 0
  }

  private func check(depth: Int, _ count: inout Count) throws(Rejection) {
    guard case .container(let container) = slot else { return }
    try container.check()
    // The count of each container was validated, so that the sum can't overflow.
    count.pages += container.countedPages
    count.containers += 1
    guard depth <= Self.depthLimit else {
      throw Rejection("containers lie \(depth) deep in one another: at most \(Self.depthLimit) may")
    }
    guard count.containers <= Self.containerLimit else {
      throw Rejection("there are more than \(Self.containerLimit) containers, the limit")
    }
    guard count.pages <= Self.pageLimit else {
      throw Rejection("there are more than \(Self.pageLimit) pages, the limit")
    }
    for content in container.contents { try content.check(depth: depth + 1, &count) }
  }
}
