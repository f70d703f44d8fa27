package import NavModel
package import NavSession

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
