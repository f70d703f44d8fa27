import NavGeometry
import NavModel
package import NavScene
import NavSession
import NavSync
import NavText
import NavWire

/// Replies that describe sessions.
extension DaemonCore {
  func status(of id: UInt64, at now: Duration) -> Reply.Status? {
    guard let hosted = sessions[id] else { return nil }
    let live = hosted.streams.values.compactMap { streams[$0] }.filter(\.isSubscribed)
    var status = Reply.Status(
      session: hosted.info,
      isSettled: restsAt(id) <= now,
      sizes: live.map(\.viewport).sorted { ($0.columns, $0.rows) < ($1.columns, $1.rows) },
      daemonVersion: Release.version,
      uptime: now - startedAt,
      isDurable: isDurable
    )
    let finding = hosted.model.finding
    status.finding = Reply.Finding(
      search: finding.search,
      matches: finding.matches,
      match: finding.match,
      filter: finding.filter
    )
    status.loop = loop
    status.faults = hosted.faults
    return status
  }

  func viewers(of id: UInt64, at now: Duration) -> [Reply.ViewerInfo] {
    let here = (sessions[id]?.viewers ?? []).compactMap { viewers[$0] }
    return here.sorted(by: Viewer.wasFirst).map { viewer in
      Reply.ViewerInfo(
        id: viewer.id,
        viewport: viewer.viewport,
        attached: now - viewer.attachedAt,
        silent: now - viewer.heardAt,
        lag: viewer.health.lag,
        layout: layout(of: viewer)
      )
    }
  }

  /// Returns the outline of a session's focused content.
  mutating func outline(of id: UInt64, seenIn viewport: CellSize) -> Outline? {
    guard var hosted = sessions[id] else { return nil }
    let outline = hosted.model.outline(seenIn: viewport, limit: Outline.entryLimit)
    // Stores the texts that were wrapped for it, too.
    sessions[id] = hosted
    return Outline(
      entries: outline.entries.map {
        Outline.Entry(level: min($0.level, Outline.levelLimit), title: $0.title, number: $0.number)
      },
      current: outline.current,
      version: hosted.model.version,
      isCut: outline.isCut
    )
  }

  /// Returns the text of the active page, from a line on; a failure if there is no page.
  func page(of id: UInt64, fromLine line: Int) -> Reply.Body {
    guard let model = sessions[id]?.model, let reading = model.reading else {
      return .failure(Reply.Failure(.rejected, "there is no page here: open something first"))
    }
    var page = PageText(
      title: reading.title,
      version: model.version,
      top: model.top,
      selected: reading.selected,
      passages: reading.passages.part(fromLine: line, byteLimit: PageText.partBytes),
      firstLine: line,
      lineCount: reading.passages.lineCount
    )
    page.isGrowing = reading.isGrowing
    return .page(page)
  }

  /// Returns the facts of a session that every scene contains.
  package func facts(of hosted: HostedSession) -> SessionFacts {
    var facts = SessionFacts(
      name: hosted.name.description,
      viewers: hosted.viewers.count,
      isUnsaved: !isDurable,
      isInsecure: isInsecure
    )
    facts.stale = hosted.reload.stale.isEmpty ? hosted.faultNotice : hosted.reload.stale
    return facts
  }

  /// Returns when all motions of a session end, as its live streams show them.
  func restsAt(_ id: UInt64) -> Duration {
    let live = (sessions[id]?.streams.values).map(Array.init) ?? []
    return live.compactMap { streams[$0] }.filter(\.isSubscribed)
      .compactMap(\.publisher.restsAt)
      .max() ?? .zero
  }
}

extension HostedSession {
  var info: Reply.SessionInfo {
    let place = model.place
    return Reply.SessionInfo(
      name: name.description,
      id: id,
      content: content.origin,
      viewers: viewers.count,
      page: place.page,
      pages: place.pages,
      version: model.version,
      title: place.title,
      top: model.top
    )
  }
}
