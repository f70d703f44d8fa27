package import NavBase
package import NavEngine
import NavWire

/// A job for a worker: to read a session's content again, because it has changed or a user requested it.
package struct ContentReload: Hashable, Sendable {
  package let ticket: UInt64
  package let session: UInt64
  package let content: ContentSpec
  /// The content that the session shows now.
  package let shown: SessionContent
  /// The tabs whose content was missing when the daemon was started: they are looked for separately, and the notices
  /// shown instead of them stay.
  package let missingTabs: Set<Int>
  /// Whether a user requested it; then programs are run again.
  package let isRequested: Bool
  /// The open pages that have to be read with it.
  package let pages: [PageRequest]
  /// The viewports of live streams that show the beginning of the content.
  package let viewports: Set<CellSize>
  /// The entries of a document whose places in the document's text are to be shown, in the session and in private views.
  package let entries: [PageReference]
  /// The places in documents at which they are to be shown instead of their texts, in the session and in private views.
  package let places: [NavigationState]

  /// Returns the content that a tab shows now.
  ///
  /// - Parameter index: the tab's index, from 0.
  /// - Returns: nil if there is no such tab.
  package func shownTab(_ index: Int) -> SessionContent? {
    shown.tab(index)
  }
}

/// A session's content that a worker has read again.
package struct ReloadedContent: Sendable {
  let content: PreparedContent
  /// Why a part of it is still what was shown before; nil if all of it was read.
  package let failure: ContentFailure?
  /// The memory that it takes, in bytes.
  let memorySize: Int
  /// The tabs that were left unchanged, because they were missing then.
  let missingTabs: Set<Int>
  private var pages: [Key: PreparedPage] = [:]

  private struct Key: Hashable {
    var kind: PageSource.Kind
    var location: [UInt8]
    var path: [UInt8]
    var entry: NamedPlace?
    /// The part of a large text; nil for its beginning.
    var window: TextWindow.Wish?

    init(_ request: PageRequest) {
      kind = request.source.kind
      location = request.source.location
      path = request.path
      entry = request.entry
      window = request.window
    }
  }

  /// - Parameters:
  ///   - content: the content.
  ///   - failure: why a part of it is what was shown before; nil if all of it was read.
  ///   - places: the places in the text of the entries of the job, as far as they are known.
  ///   - reload: the job.
  ///   - read: reads a page of a stack.
  /// - Throws: if the content can't be shown.
  package init(
    _ content: SessionContent,
    failure: ContentFailure? = nil,
    places: [PageReference: SourcePlace] = [:],
    for reload: ContentReload,
    read: (PageRequest) -> PreparedPage
  ) throws(ContentFailure) {
    do {
      try content.check()
    } catch {
      throw ContentFailure(error.description)
    }
    self.failure = failure
    memorySize = content.memorySize
    missingTabs = reload.missingTabs
    self.content = PreparedContent(content, viewports: reload.viewports, places: places)
    let parts = places.map { PageRequest(partOf: $0.key.source.location, around: $0.value) }
    // The pages of a stack follow one another from the bottom upwards.
    var moved: [[UInt8]: [UInt8]] = [:]
    for request in reload.pages + parts {
      let base = request.ancestors.last.flatMap { moved[$0] }
      let next = base.map(request.moved(onTopOf:)) ?? request
      let page = read(next)
      pages[Key(next)] = page
      moved[request.path] = page.key.map { next.moved(to: $0).path } ?? next.path
    }
    for place in reload.places {
      _ = Session(content, at: place, version: 0) { request, _ in
        let page = read(request)
        pages[Key(request)] = page
        return page.content
      }
    }
  }

  /// Returns the session with this content; nil if it would need an open page that was not read.
  func session(following old: Session) -> Session? {
    Session(content, following: old) { pages[Key($0)] }
  }

  /// The memory that it takes with the open pages that were read, in bytes.
  fileprivate var wholeSize: Int {
    pages.values.reduce(memorySize) { $0 + $1.content.memorySize }
  }
}

/// The way of a session to content that was read again.
struct Succession: Sendable {
  let content: ReloadedContent
  /// The content that was requested when the worker began.
  let spec: ContentSpec
  /// The session with the content shown so far.
  let session: Session
  /// The place of an earlier version to which it may return; nil for none.
  let earlier: EarlierPlace?

  /// The session with the content that was read.
  struct Heir: Sendable {
    var model: Session
    /// Whether it is at the place of the earlier version.
    let hasReturned: Bool
  }

  /// Whether it may search or filter more than a turn has time for.
  var isLong: Bool {
    let size = content.wholeSize
    return session.isLongToFollow(in: size) || earlier?.session.isLongToFollow(in: size) == true
  }

  /// Returns the session with the content: at the place of an earlier version, if this one may be half of a change or
  /// has again what another one lacked, else at the present place; nil if it would need an open page that was not read.
  func heir() -> Heir? {
    if let earlier, var model = content.session(following: earlier.session), !model.hasLostPlace {
      model.inherit(from: session)
      return Heir(model: model, hasReturned: true)
    }
    return content.session(following: session).map { Heir(model: $0, hasReturned: false) }
  }
}
