package import NavBase
package import NavEngine

/// A session that a worker has restored.
package struct RestoredSession: Sendable {
  package let model: Session
  /// The place that was restored.
  let place: NavigationState
  /// The paths of tabs and pages that could not be read.
  let missing: Set<NavigationState.Path>

  /// The memory that it takes, in bytes.
  let memorySize: Int

  /// Whether all of it could be read.
  package var isComplete: Bool { missing.isEmpty }

  /// Creates a session with its content, at its place.
  ///
  /// - Parameters:
  ///   - content: the content that was read.
  ///   - unread: the indices of its tabs that could not be read, and show something else.
  ///   - place: the place to restore.
  ///   - version: the version of the session.
  ///   - read: reads a page of a stack; returns it, or what is shown instead, and whether the page exists.
  /// - Throws: if the content can't be shown.
  package init(
    _ content: SessionContent,
    without unread: Set<Int> = [],
    at place: NavigationState,
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
    memorySize = content.memorySize + model.openedSize
    self.place = place
    self.missing = missing
  }
}
