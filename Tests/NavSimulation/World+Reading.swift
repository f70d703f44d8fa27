import NavBase
import NavEngine
import NavHost
import NavTestKit
import NavWire

/// The worker that reads content for the daemon, and its content.
extension World {
  mutating func load(_ content: ContentSpec, ticket: UInt64) {
    let isAway = now < contentAwayUntil
    deliverLater(.content(ticket: ticket, read(library.read(content), isAway: isAway)))
  }

  mutating func loadPage(_ request: PageRequest, ticket: UInt64) {
    count(.openings)
    let isAway = now < pagesAwayUntil
    let page = read(library.content(at: request.path), isAway: isAway)
    deliverLater(.page(ticket: ticket, page.map { PreparedPage($0, availableSizes: []) }))
  }

  /// Restores a session; if no page is missing now or when its place was taken, it must be at the kept place.
  mutating func restore(
    _ content: ContentSpec,
    at place: NavigationState,
    version: UInt64,
    ticket: UInt64
  ) throws {
    let isGone = now < contentAwayUntil || hasSlowContent && contentChance.oneIn(8)
    guard !isGone else {
      count(.vanished)
      let failure = ContentFailure(Self.loadFailure)
      return deliverLater(.restored(ticket: ticket, .failure(failure)))
    }
    let areAway = now < pagesAwayUntil || hasSlowContent && contentChance.oneIn(4)
    let library = self.library
    // One tab's content may be missing alone.
    var (found, missing) = (library.read(content), Set<Int>())
    if case .tabs(var tabs) = found, hasSlowContent, contentChance.oneIn(4) {
      let index = contentChance.int(in: 0...tabs.items.count - 1)
      tabs.items[index].content = .page(Library.missingPage)
      (found, missing) = (.tabs(tabs), [index])
      count(.partial)
    }
    let restored = try RestoredSession(
      found,
      without: missing,
      at: place,
      version: version
    ) { request in
      areAway
        ? (.page(Library.missingPage), isThere: false)
        : (library.content(at: request.path), isThere: true)
    }
    count(restored.isComplete ? .restores : .incomplete)
    // A session may have lost its place in edited content.
    if restored.isComplete, library.edition == 0 {
      let (found, model) = (restored.model.navigationState, restored.model)
      try demand(model.version == version, "a session is read again in version \(model.version)")
      try demand(
        found == place,
        "a session is read again at another place: \(found) instead of \(place)"
      )
    }
    deliverLater(.restored(ticket: ticket, .success(restored)))
  }

  /// Reloads a session's content, with any edits.
  mutating func reload(_ reload: ContentReload) throws {
    count(.reloads)
    let library = self.library
    var (found, failure) = (library.read(reload.content), ContentFailure?.none)
    if case .tabs(var tabs) = found {
      var left = reload.missingTabs
      if hasSlowContent, contentChance.oneIn(4) {
        left.insert(contentChance.int(in: 0...tabs.items.count - 1))
        failure = ContentFailure(Self.loadFailure)
        count(.partial)
      }
      for index in left {
        if let shown = reload.shownTab(index) { tabs.items[index].content = shown }
      }
      found = .tabs(tabs)
    }
    let content = try ReloadedContent(found, failure: failure, for: reload) { request in
      PreparedPage(library.content(at: request.path), availableSizes: request.availableSizes)
    }
    deliverLater(.reloaded(reload, read(content, isAway: now < contentAwayUntil)))
  }

  /// Wraps long texts, or returns none if the worker fails.
  mutating func wrap(_ texts: [LongText], ticket: UInt64) {
    count(.wraps)
    let isDone = !hasSlowContent || !contentChance.oneIn(8)
    deliverLater(.wrapped(ticket: ticket, isDone ? texts.map { $0.wrapped() } : []))
  }

  private var hasSlowContent: Bool { isTroubled && now > promptUntil }

  /// Returns the result of reading, sometimes a failure.
  mutating func read<T>(_ content: T, isAway: Bool) -> Result<T, ContentFailure> {
    let fails = isAway || hasSlowContent && contentChance.oneIn(6)
    return fails ? .failure(ContentFailure(Self.loadFailure)) : .success(content)
  }

  /// Delivers loaded content to the daemon: soon, or much later.
  mutating func deliverLater(_ result: SimulatedResult) {
    let isSlow = hasSlowContent && contentChance.oneIn(3)
    // A page sometimes takes longer than any operation waits for it.
    let isPage = if case .page = result { true } else { false }
    let longest = Duration.seconds(isSlow && isPage && contentChance.oneIn(4) ? 12 : 3)
    let delay = contentChance.duration(upTo: isSlow ? longest : .milliseconds(20))
    loads.add(Load(run: run, result: result, edition: library.edition), at: now + delay)
  }
}

extension Library {
  /// The page shown in place of one that can't be read.
  fileprivate static let missingPage = PageContent(
    title: "gone",
    document: TextDocument(blocks: [])
  )
}
