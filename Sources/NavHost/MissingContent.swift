package import NavLayout
import NavModel
import NavSession
import NavText
package import NavWire

/// What could not be read when the daemon was started.
package struct MissingContent: Sendable {
  enum Extent: Sendable {
    /// All of it: this is the place to return to.
    case all(NavigationPlace)
    /// Tabs, and pages that lie on what is there: what was at the end of these ways counts in this place.
    case pages(NavigationPlace, Set<NavigationPlace.Path>)
  }

  let extent: Extent
  /// The look that is under way.
  var ticket: UInt64?
  /// When to look next.
  var lookAt: Duration
  /// The place with which the look under way was begun.
  var lookedFrom: NavigationPlace?

  init(extent: Extent, ticket: UInt64? = nil, lookAt: Duration) {
    self.extent = extent
    self.ticket = ticket
    self.lookAt = lookAt
  }

  /// What a session lacks that was brought back; nil where that is nothing.
  init?(_ restored: RestoredSession, insteadOf place: NavigationPlace, lookAt: Duration) {
    guard !restored.isComplete else { return nil }
    self.init(extent: .pages(place, restored.missing), lookAt: lookAt)
  }
}

extension HostedSession {
  /// The tabs of several contents in whose place a notice stands, by their indices.
  var missingTabs: Set<Int> {
    guard case .tabs = content, case .pages(_, let paths)? = missing?.extent else { return [] }
    return Set(paths.filter { $0.count == 1 }.map { $0[0] })
  }
}

extension Session {
  /// What is shown in the place of content that can't be read.
  init(notice failure: ContentFailure, insteadOf restoration: Restoration) {
    self.init(pages: [PageContent(notice: failure, insteadOf: restoration.content)])
    countOperations(upTo: restoration.version)
  }
}

extension PageContent {
  /// What is shown in the place of content that could not be read when the daemon was started.
  package init(notice failure: ContentFailure, insteadOf content: ContentDescription) {
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
