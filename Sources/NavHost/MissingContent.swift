import NavLayout
package import NavModel
import NavSession
import NavText
import NavWire

/// Content that could not be read when the daemon was started.
package struct MissingContent: Sendable {
  enum Extent: Sendable {
    /// All of it; the place is the one to return to.
    case all(NavigationState)
    /// Some tabs, or pages in content that exists: below these paths, the stored place stays valid.
    case pages(NavigationState, Set<NavigationState.Path>)
  }

  let extent: Extent
  /// The look in progress.
  var ticket: UInt64?
  /// When to look again.
  var lookAt: Duration
  /// The session's place when that look was started.
  var lookedFrom: NavigationState?

  init(extent: Extent, ticket: UInt64? = nil, lookAt: Duration) {
    self.extent = extent
    self.ticket = ticket
    self.lookAt = lookAt
  }

  /// Creates a record of what a restored session lacks; nil if it is complete.
  init?(_ restored: RestoredSession, insteadOf place: NavigationState, lookAt: Duration) {
    guard !restored.isComplete else { return nil }
    self.init(extent: .pages(place, restored.missing), lookAt: lookAt)
  }
}

extension HostedSession {
  /// The indices of the tabs that show a notice instead of their content.
  var missingTabs: Set<Int> {
    guard case .tabs = content, case .pages(_, let paths)? = missing?.extent else { return [] }
    return Set(paths.filter { $0.count == 1 }.map { $0[0] })
  }
}

extension Session {
  /// Creates a session that shows a notice instead of content that can't be read.
  init(notice failure: ContentFailure, insteadOf restoration: Restoration) {
    self.init(pages: [PageContent(notice: failure, insteadOf: restoration.content)])
    countOperations(upTo: restoration.version)
  }
}

extension PageContent {
  /// Creates a notice, shown instead of content that could not be read when the daemon was started.
  package init(notice failure: ContentFailure, insteadOf content: ContentSpec) {
    let title = "\(sanitized(content.shortName)) is not there"
    let blocks: [TextBlock] = [
      .heading(level: 1, StyledText(title)),
      .paragraph(StyledText(sanitized(failure.description), style: TextStyle(role: .error))),
      .paragraph(
        StyledText(
          "It is looked for every \(DaemonTiming.missingContent.components.seconds) seconds, and comes "
            + "back here as soon as it can be read, at the place where you left it."
        )
      ),
    ]
    self.init(title: title, document: TextDocument(blocks: blocks))
  }
}
