import NavBase
import NavEngine
import NavScene
import NavWire

/// Replies that describe sessions.
extension DaemonCore {
  func info(of load: SessionLoad, for principal: Principal) -> Reply.SessionInfo {
    Reply.SessionInfo(
      name: load.identity.name.description,
      id: load.identity.id,
      content: origin(of: load.identity.content, for: principal, in: load.identity.id),
      viewers: 0,
      page: 0,
      pages: 0,
      version: 0,
      title: "is being read"
    )
  }

  private func origin(
    of content: ContentSpec,
    for principal: Principal,
    in session: UInt64
  ) -> String {
    knowsDirectories(principal, in: session) ? content.origin : content.withoutDirectories.origin
  }

  func info(
    of session: HostedSession,
    for principal: Principal,
    at now: Duration
  ) -> Reply.SessionInfo {
    let position = session.model.position
    let leftAt = session.talk.state.leftAt
    return Reply.SessionInfo(
      name: session.name.description,
      id: session.id,
      content: origin(of: session.content, for: principal, in: session.id),
      viewers: viewers.count(in: session.id),
      page: position.page,
      pages: position.pages,
      version: session.model.version,
      title: position.title,
      top: session.model.top,
      unseen: leftAt == 0 ? .zero : .milliseconds(max(0, run.unixTime(of: now) - leftAt))
    )
  }

  func status(
    of id: UInt64,
    for principal: Principal,
    at now: Duration
  ) -> Reply.Status? {
    guard let session = sessions[id] else { return nil }
    var status = Reply.Status(
      session: info(of: session, for: principal, at: now),
      isSettled: streams.restsAt(id) <= now,
      sizes: streams.liveViewports(of: id).sorted {
        ($0.columns, $0.rows) < ($1.columns, $1.rows)
      },
      daemonVersion: Release.version,
      uptime: now - run.startedAt,
      isDurable: isDurable
    )
    status.describe(session.model)
    status.loop = settings.loop
    status.faults = session.faults
    status.control = session.control.status(for: principal.scripts, at: now)
    status.epoch = session.epoch
    return status
  }

  func viewerInfos(of id: UInt64, at now: Duration) -> [Reply.ViewerInfo] {
    viewers.viewers(of: id).sorted(by: AttachedViewer.wasFirst).map { viewer in
      var info = Reply.ViewerInfo(
        id: viewer.id,
        viewport: viewer.viewport,
        attached: now - viewer.attachedAt,
        silent: now - viewer.heardAt,
        lag: viewer.health.lag,
        layout: layout(of: viewer),
        name: viewer.owner.name,
        standing: standing(of: viewer)
      )
      info.view = viewer.choice
      info.position = sessions[place(of: viewer)].map { session in
        let position = session.model.position
        return PagePosition(page: position.page, pages: position.pages)
      }
      return info
    }
  }
}

extension Reply.Status {
  /// Takes the place and the search of a model.
  mutating func describe(_ model: Session) {
    let position = model.position
    (session.page, session.pages) = (position.page, position.pages)
    (session.title, session.top) = (position.title, model.top)
    let found = model.searchState
    finding = Reply.Finding(
      search: found.search,
      matches: found.matches,
      match: found.match,
      filter: found.filter
    )
  }
}

extension Outline {
  /// Creates the outline of a session's focused content.
  init(of session: inout Session, seenIn viewport: CellSize) {
    let outline = session.outline(seenIn: viewport, limit: Outline.entryLimit)
    self.init(
      entries: outline.entries.map {
        Entry(level: min($0.level, Outline.levelLimit), title: $0.title, number: $0.number)
      },
      current: outline.current,
      version: session.version,
      isCut: outline.isCut
    )
  }
}

extension Session {
  /// Returns the text of the active page, from a line on; a failure if there is no page.
  func pageText(fromLine line: Int) -> Reply.Body {
    // A line takes 8 bytes or more of a part.
    let lines = min(line, 1 << 40)..<min(line, 1 << 40) + PageText.partBytes / 8
    guard let reading = reading(of: lines) else {
      return .failure(Reply.Failure(.rejected, "there is no page here: open something first"))
    }
    var page = PageText(
      title: reading.title,
      version: version,
      top: top,
      selected: reading.selected,
      passages: reading.passages.part(fromLine: line, byteLimit: PageText.partBytes),
      firstLine: line,
      lineCount: reading.passages.lineCount
    )
    page.isGrowing = reading.isGrowing
    return .page(page)
  }
}

/// Waiting for conditions (proto/README.md: Settled).
extension DaemonCore {
  /// Answers the waits whose condition is met, those that have timed out, and those whose session has ended.
  ///
  /// - Parameters:
  ///   - changed: the sessions that were published in this turn.
  ///   - now: the time of the turn.
  mutating func answerWaits(changed: Set<UInt64>, at now: Duration) {
    guard !waits.isEmpty else { return }
    // Taken out, because looking at a session may wrap texts, which changes the session.
    var waits = Waits()
    swap(&waits, &self.waits)
    var scenes: [StreamKey: Scene?] = [:]
    let (answers, wanted) = waits.advance(
      to: now,
      changed: changed,
      observe: { id in sessions.read(id) { .live(version: $0.model.version) } ?? .ended },
      settlesAt: { settlesAt($0, version: $1) },
      isMet: { isMet($1, in: $0, &scenes, at: now) }
    )
    swap(&waits, &self.waits)
    answer(answers)
    for request in wanted { awaitSnapshot(request) }
  }

  /// Returns when a session comes to rest; nil before it has reached a version, and while its preview is read or content
  /// that a command asked for: the turn in which that ends looks again.
  func settlesAt(_ id: UInt64, version: UInt64) -> Duration? {
    let state = sessions.read(id) { ($0.model.version, $0.preview.isUnderWay || $0.reload.isAsked) }
    guard let (reached, isUnderWay) = state, reached >= version, !isUnderWay, !streams.isBehind(id)
    else { return nil }
    return streams.restsAt(id)
  }

  /// Returns whether a condition is met; nil if a worker has to lay out the session to find out.
  private mutating func isMet(
    _ condition: Request.Wait.Condition,
    in id: UInt64,
    _ scenes: inout [StreamKey: Scene?],
    at now: Duration
  ) -> Bool? {
    switch condition {
    case .settled(let version): settlesAt(id, version: version).map { $0 <= now } ?? false
    case .page(let title): sessions[id]?.model.position.title == title
    case .version(let version): sessions.read(id) { $0.model.version >= version } ?? false
    case .viewers(let count): viewers.count(in: id) == count
    case .text(let text, let viewport):
      scene(of: StreamKey(id, viewport), &scenes)?.isShowing(text)
    }
  }

  /// Returns what a session shows at rest, laid out once for all who ask; nil if that is not quick.
  private mutating func scene(
    of key: StreamKey,
    _ scenes: inout [StreamKey: Scene?]
  ) -> Scene? {
    if let scene = scenes[key] { return scene }
    let scene = isQuick(key) ? rest(of: key.session, in: key.viewport) : nil
    scenes.updateValue(scene, forKey: key)
    return scene
  }
}
