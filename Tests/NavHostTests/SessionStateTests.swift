import NavBase
import NavScene
import NavTestKit
import Testing

@testable import NavEngine
@testable import NavHost

@Suite("The states of a reload")
struct ReloadStateTests {
  private static let start = Duration.seconds(100)

  private static func content(_ title: String) throws -> ReloadedContent {
    let page = PageContent(title, [])
    let model = Session(pages: [page])
    let job = ContentReload(
      ticket: 0,
      session: 1,
      content: .deck(path: "/talk.md"),
      shown: model.content,
      missingTabs: [],
      isRequested: false,
      pages: [],
      viewports: [],
      entries: [],
      places: []
    )
    return try ReloadedContent(.deck([page]), for: job) { request in
      PreparedPage(.page(page), availableSizes: request.availableSizes)
    }
  }

  @Test("content that was read waits until it is taken; the next load is due after it")
  func load() throws {
    var reload = ReloadState()
    #expect(!reload.isLoading && reload.due == nil)
    try demand(reload.begin(1, because: .changed) == .changed)
    reload.queue(.changed)
    #expect(reload.isLoading && reload.due == nil)
    let isCurrent = reload.end(1, try Self.content("a"), at: Self.start)
    #expect(isCurrent && !reload.isLoading && reload.ready?.since == Self.start)
    #expect(reload.due == nil)
    try demand(reload.takeReady() != nil)
    #expect(reload.ready == nil && reload.due == .changed)
    try demand(reload.begin(2, because: .changed) == .changed)
    #expect(reload.due == nil)
  }

  @Test("a load that fails leaves nothing to apply; a load that was requested meanwhile is due")
  func failure() {
    for next: ReloadState.Cause? in [nil, .changed, .requested] {
      var reload = ReloadState()
      _ = reload.begin(1, because: .changed)
      if let next { reload.queue(next) }
      let isCurrent = reload.end(1, nil, at: Self.start)
      #expect(isCurrent && reload.ready == nil && reload.due == next)
    }
  }

  @Test("the result of another load changes nothing")
  func otherTicket() throws {
    let content = try Self.content("a")
    var idle = ReloadState()
    try demand(!idle.end(1, content, at: Self.start) && idle.ready == nil)
    var loading = ReloadState()
    _ = loading.begin(1, because: .changed)
    try demand(!loading.end(2, content, at: Self.start) && loading.isLoading)
    try demand(loading.cancel() == nil)
    try demand(!loading.end(1, content, at: Self.start) && loading.ready == nil)
  }

  @Test("newer content replaces content that waits, which counts as waiting since then")
  func newerContent() throws {
    var reload = ReloadState()
    _ = reload.begin(1, because: .changed)
    _ = reload.end(1, try Self.content("old"), at: Self.start)
    _ = reload.begin(2, because: .changed)
    #expect(reload.isLoading && reload.ready != nil)
    let later = Self.start + .seconds(1)
    let isCurrent = reload.end(2, try Self.content("new"), at: later)
    #expect(isCurrent && reload.ready?.since == Self.start)
    let model = Session(pages: [PageContent("a", [])])
    let page = reload.takeReady()?.session(following: model)?.position.title
    #expect(page == "new")
    // Newer content that can't be read leaves what waits.
    _ = reload.begin(3, because: .changed)
    _ = reload.end(3, try Self.content("old"), at: later)
    _ = reload.begin(4, because: .changed)
    _ = reload.end(4, nil, at: later)
    #expect(reload.ready?.since == later)
  }

  @Test("content that is taken while newer content is read does not end that load")
  func takenWhileLoading() throws {
    var reload = ReloadState()
    _ = reload.begin(1, because: .changed)
    _ = reload.end(1, try Self.content("old"), at: Self.start)
    _ = reload.begin(2, because: .changed)
    reload.queue(.requested)
    try demand(reload.takeReady() != nil)
    #expect(reload.isLoading && reload.ready == nil && reload.due == nil)
    try demand(reload.end(2, nil, at: Self.start))
    #expect(reload.due == .requested)
  }

  @Test("a user's request is stronger than a change, in every state")
  func causes() throws {
    var reload = ReloadState()
    reload.queue(.changed)
    #expect(reload.due == .changed)
    reload.queue(.requested)
    reload.queue(.changed)
    #expect(reload.due == .requested)
    try demand(reload.begin(1, because: .changed) == .requested)
    reload.queue(.requested)
    reload.queue(.changed)
    _ = reload.end(1, try Self.content("a"), at: Self.start)
    // Content that waits does not swallow the request either.
    try demand(reload.begin(2, because: .changed) == .requested)
    reload.queue(.requested)
    try demand(reload.cancel() == .requested)
    #expect(!reload.isLoading && reload.ready == nil && reload.due == nil)
  }
}

@Suite("The states of a preview")
struct PreviewStateTests {
  private static let start = Duration.seconds(100)

  private static func load(_ ticket: UInt64, at time: Duration) -> PreviewState.Load {
    let request = PageRequest(
      path: [1],
      source: PageSource(.files, at: [1]),
      ancestors: [],
      label: "a",
      stack: ContainerID(rawValue: 1),
      parent: ContainerID(rawValue: 2),
      key: [1]
    )
    return PreviewState.Load(ticket: ticket, request: request, startedAt: time)
  }

  @Test("a check is due at once, and after a page load no sooner than DaemonTiming.preview")
  func pace() throws {
    var preview = PreviewState()
    #expect(!preview.isUnderWay && preview.nextWake == nil)
    try demand(!preview.takeDue(at: Self.start))
    preview.schedule(at: Self.start)
    preview.schedule(at: Self.start + .seconds(1))
    #expect(preview.isUnderWay && preview.nextWake == Self.start)
    try demand(!preview.takeDue(at: Self.start - .nanoseconds(1)))
    try demand(preview.takeDue(at: Self.start))
    #expect(!preview.isUnderWay)
    preview.begin(Self.load(1, at: Self.start))
    try demand(preview.end(1) != nil)
    preview.schedule(at: Self.start)
    #expect(preview.nextWake == Self.start + DaemonTiming.preview)
  }

  @Test("a check that is scheduled while a page is read is due after it")
  func outdated() throws {
    var preview = PreviewState()
    preview.begin(Self.load(1, at: Self.start))
    #expect(preview.isUnderWay && preview.nextWake == Self.start + DaemonTiming.opening)
    preview.schedule(at: Self.start + .seconds(1))
    preview.schedule(at: Self.start + .seconds(2))
    #expect(preview.nextWake == Self.start + DaemonTiming.opening)
    try demand(!preview.takeDue(at: Self.start + .seconds(2)))
    try demand(preview.end(2) == nil)
    try demand(preview.end(1) != nil)
    #expect(preview.isUnderWay && preview.nextWake == Self.start + .seconds(1))
    try demand(preview.takeDue(at: Self.start + .seconds(2)))
    #expect(!preview.isUnderWay)
  }

  @Test("a page load is given up at its deadline, not before; a check that is due stays")
  func expiry() throws {
    for isOutdated in [false, true] {
      var preview = PreviewState()
      try demand(preview.expire(at: Self.start + DaemonTiming.opening) == nil)
      preview.begin(Self.load(1, at: Self.start))
      if isOutdated { preview.schedule(at: Self.start + .seconds(1)) }
      let deadline = Self.start + DaemonTiming.opening
      try demand(preview.expire(at: deadline - .nanoseconds(1)) == nil)
      try demand(preview.expire(at: deadline) == 1)
      try demand(preview.end(1) == nil)
      try demand(preview.isUnderWay == isOutdated && preview.takeDue(at: deadline) == isOutdated)
    }
  }
}
