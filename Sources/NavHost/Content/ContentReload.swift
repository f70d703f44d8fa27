package import NavGeometry
package import NavSession
package import NavWire

/// What a worker has to read again of a session whose content has changed.
package struct ContentReload: Hashable, Sendable {
  package let ticket: UInt64
  package let session: UInt64
  package let content: ContentDescription
  /// What it shows now.
  package let shown: SessionContent
  /// The tabs of several contents that were not there when the daemon was started: they are looked for apart, and
  /// what stands in their place stays.
  package let missingTabs: Set<Int>
  /// Whether somebody asked for it: programs are run once more then.
  package let isAskedFor: Bool
  /// The pages that lie open and have to be read with it.
  package let pages: [PageRequest]
  /// The sizes that watch.
  package let viewports: Set<CellSize>

  /// What stands behind a tab now.
  ///
  /// - Parameter index: from 0.
  /// - Returns: nil where there is no such tab.
  package func shownTab(_ index: Int) -> SessionContent? {
    guard case .tabs(let tabs) = shown, tabs.items.indices.contains(index) else { return nil }
    return tabs.items[index].content
  }
}

/// A session's content as a worker has read it again.
package struct ReloadedContent: Sendable {
  let content: PreparedContent
  /// Why something that was shown before stands in it still; nil where nothing does.
  package let failure: ContentFailure?
  /// The tabs that were left as they were, because they were missing then.
  let missingTabs: Set<Int>
  private var pages: [Key: PreparedPage] = [:]

  private struct Key: Hashable {
    var kind: PageSource.Kind
    var location: [UInt8]
    var path: [UInt8]

    init(_ request: PageRequest) {
      kind = request.source.kind
      location = request.source.location
      path = request.path
    }
  }

  /// - Parameters:
  ///   - content: what the session shows.
  ///   - failure: why a part of it is what was shown before; nil where none is.
  ///   - reload: what was to be read.
  ///   - read: reads a page of a stack.
  /// - Throws: for content that can't be shown.
  package init(
    _ content: SessionContent,
    failure: ContentFailure? = nil,
    for reload: ContentReload,
    read: (PageRequest) -> PreparedPage
  ) throws(ContentFailure) {
    do {
      try content.check()
    } catch {
      throw ContentFailure(error.description)
    }
    self.failure = failure
    missingTabs = reload.missingTabs
    self.content = PreparedContent(content, viewports: reload.viewports)
    for request in reload.pages { pages[Key(request)] = read(request) }
  }

  /// The session that goes on with it; nil where another page lies open by now.
  func session(following old: Session) -> Session? {
    Session(content, following: old) { pages[Key($0)] }
  }
}
