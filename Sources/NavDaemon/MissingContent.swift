package import NavLayout
package import NavSession
import NavText
import NavWire

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

  /// The tabs of several contents in whose place a notice stands, by their indices.
  var tabs: Set<Int> {
    guard case .pages(_, let paths) = extent else { return [] }
    return Set(paths.filter { $0.count == 1 }.map { $0[0] })
  }

  /// What a session lacks that was brought back; nil where that is nothing.
  init?(_ restored: RestoredSession, insteadOf place: NavigationPlace, lookAt: Duration) {
    guard !restored.isComplete else { return nil }
    self.init(extent: .pages(place, restored.missing), lookAt: lookAt)
  }
}

/// A session as a worker brings it back.
package struct RestoredSession: Sendable {
  package let model: Session
  /// The place that it was led to.
  let place: NavigationPlace
  /// The ways to tabs and pages that could not be read.
  let missing: Set<NavigationPlace.Path>

  /// Whether all of it could be read.
  package var isComplete: Bool { missing.isEmpty }

  /// Reads a session's content and leads it to its place.
  ///
  /// - Parameters:
  ///   - content: what the session showed at its start.
  ///   - unread: the indices of the tabs in it that could not be read, with something else behind them.
  ///   - place: where its people were.
  ///   - version: the session's.
  ///   - read: reads a page of a stack, and says whether it is there or what is shown in its place.
  /// - Throws: for content that can't be shown.
  package init(
    _ content: SessionContent,
    without unread: Set<Int> = [],
    at place: NavigationPlace,
    version: UInt64,
    read: (PageRequest) -> (SessionContent, isThere: Bool)
  ) throws(ContentFailure) {
    do {
      try content.check()
    } catch {
      throw ContentFailure(error.description)
    }
    var missing = Set(unread.map { [$0] })
    model = Session(content, at: place, version: version) { request, path in
      let (page, isThere) = read(request)
      if !isThere { missing.insert(path) }
      return page
    }
    self.place = place
    self.missing = missing
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
  init(notice failure: ContentFailure, insteadOf content: ContentDescription) {
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
