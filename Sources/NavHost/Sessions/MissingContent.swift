package import NavBase
import NavEngine
import NavWire

/// Content that could not be read when the daemon was started.
package struct MissingContent: Sendable {
  enum Extent: Sendable {
    /// All of it; the place is the one to return to.
    case all(NavigationState)
    /// Some tabs, or pages in content that exists: below these paths, the stored place stays valid.
    case pages(NavigationState, Set<NavigationState.Path>)
  }

  /// The state of looking for it.
  private enum Look: Sendable {
    case due(at: Duration)
    /// Nobody does until a user requests it.
    case onRequest
    /// A worker looks for it.
    case running(ticket: UInt64, from: NavigationState?, since: Duration)
  }

  let extent: Extent
  private var look: Look

  /// - Parameters:
  ///   - extent: what is missing.
  ///   - lookAt: when to look for it; nil for only when a user requests it.
  init(extent: Extent, lookAt: Duration?) {
    self.extent = extent
    look = lookAt.map { .due(at: $0) } ?? .onRequest
  }

  /// Returns when to look for content again after a failure: nil for content that needs too much memory, which would be
  /// read in vain.
  static func nextLook(after failure: ContentFailure?, at now: Duration) -> Duration? {
    failure?.cause == .limit ? nil : now + DaemonTiming.missingContent
  }

  /// Creates a record of content that is still being read, after its time is up.
  init(extent: Extent, ticket: UInt64, since: Duration) {
    self.extent = extent
    look = .running(ticket: ticket, from: nil, since: since)
  }

  /// Creates a record of what a restored session lacks; nil if it is complete.
  init?(_ restored: RestoredSession, insteadOf place: NavigationState, lookAt: Duration) {
    guard !restored.isComplete else { return nil }
    self.init(extent: .pages(place, restored.missing), lookAt: lookAt)
  }

  /// When to look for it; nil while a worker does, and for content that is only looked for when a user requests it.
  var lookAt: Duration? {
    switch look {
    case .due(let time): time
    case .running, .onRequest: nil
    }
  }

  /// When inputs no longer wait for content that a worker reads; nil if none does, or if only parts are missing.
  var awaitedUntil: Duration? {
    guard case .all = extent, case .running(_, _, let since) = look else { return nil }
    return since + DaemonTiming.opening
  }

  /// Looks for it as soon as possible, unless a worker does.
  mutating func lookSoon(at time: Duration, isRequested: Bool = false) {
    switch look {
    case .due: look = .due(at: time)
    case .onRequest: if isRequested { look = .due(at: time) }
    case .running: break
    }
  }

  /// Notes that a worker looks for it.
  ///
  /// - Parameters:
  ///   - ticket: the ticket of the worker's job.
  ///   - place: the place of the session now.
  ///   - now: the time of the turn.
  mutating func beginLook(_ ticket: UInt64, from place: NavigationState, at now: Duration) {
    look = .running(ticket: ticket, from: place, since: now)
  }

  /// Ignores the result of the look in progress, and looks again.
  mutating func cancelLook() {
    switch look {
    case .due, .onRequest: break
    case .running(_, _, let since): look = .due(at: since)
    }
  }

  /// A look that has ended.
  struct EndedLook {
    /// The place of the session when it began; nil if it began with the daemon.
    let from: NavigationState?
  }

  /// Ends a look.
  ///
  /// - Parameters:
  ///   - ticket: its ticket.
  ///   - failure: why nothing was found, on which depends when the next look is due.
  ///   - now: the time of the turn.
  /// - Returns: nil if it was not the look in progress.
  mutating func endLook(
    _ ticket: UInt64,
    _ failure: ContentFailure?,
    at now: Duration
  ) -> EndedLook? {
    guard case .running(ticket, let place, _) = look else { return nil }
    look = Self.nextLook(after: failure, at: now).map { .due(at: $0) } ?? .onRequest
    return EndedLook(from: place)
  }
}

extension HostedSession {
  /// Whether it shows a notice instead of all its content.
  var showsNotice: Bool { if case .all? = missing?.extent { true } else { false } }

  /// Whether its content is being read, so that an input would meet a notice instead of the page that it means.
  func isAwaited(at now: Duration) -> Bool { missing?.awaitedUntil.map { now < $0 } ?? false }

  /// The indices of the tabs that show a notice instead of their content.
  var missingTabs: Set<Int> {
    guard case .tabs = content, case .pages(_, let paths)? = missing?.extent else { return [] }
    return Set(paths.filter { $0.count == 1 }.map { $0[0] })
  }
}

extension Session {
  /// Creates a session that shows a notice instead of content that can't be read.
  init(notice failure: ContentFailure, insteadOf restoration: Restoration) {
    self.init(pages: [PageContent(notice: failure, insteadOf: restoration.identity.content)])
    countOperations(upTo: restoration.version)
  }
}

extension ContentFailure {
  /// The predicate of a sentence about the content.
  fileprivate var state: String {
    switch cause {
    case .unreadable, .forbidden: " is not there"
    case .limit: " is set aside: Ctrl-R tries again"
    case .busy: " is not read yet"
    }
  }
}

extension PageContent {
  /// Creates a notice, shown instead of content that could not be read when the daemon was started.
  package init(notice failure: ContentFailure, insteadOf content: ContentSpec) {
    let title = sanitized(content.shortName) + failure.state
    let seconds = DaemonTiming.missingContent.components.seconds
    let advice =
      failure.cause == .limit
      ? "It is not read again by itself. A reload (Ctrl-R, or `navclient send reload`) tries again, at the place where "
        + "you left it; `navclient kill` ends the session."
      : "It is looked for every \(seconds) seconds, and comes back here as soon as it can be read, at the place where "
        + "you left it."
    let blocks: [TextBlock] = [
      .heading(level: 1, StyledText(title)),
      .paragraph(StyledText(sanitized(failure.brief), style: TextStyle(role: .error))),
      .paragraph(StyledText(advice)),
    ]
    self.init(title: title, document: TextDocument(blocks: blocks))
  }
}
