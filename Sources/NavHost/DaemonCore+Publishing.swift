import NavGeometry
package import NavScene
import NavSession
import NavSync
import NavWire

/// Publishing: what has changed is laid out for the streams that have subscribers.
extension DaemonCore {
  /// Publishes the changes of sessions to their live streams.
  ///
  /// - Returns: the sessions that had changed.
  mutating func publishChanges(at now: Duration) -> Set<UInt64> {
    var published: Set<UInt64> = []
    for id in sessions.changed.union(viewers.sessionsWithPresence).sorted()
    where publishIfNeeded(id, at: now) { published.insert(id) }
    return published
  }

  /// Publishes a session's changes, and the number of its viewers if that is due.
  ///
  /// - Returns: whether anything had changed.
  private mutating func publishIfNeeded(_ id: UInt64, at now: Duration) -> Bool {
    let isPresenceDue = viewers.presenceDue(in: id).map { $0 <= now } ?? false
    guard sessions.takeChange(of: id) || isPresenceDue,
      let facts = sessions[id].map({ facts(of: $0) })
    else { return false }
    viewers.notePublished(id, at: now)
    let updates = sessions.update(id) { streams.publish(&$0, facts: facts, at: now) }
    outbox.publish(updates ?? [])
    return true
  }

  /// Restarts a stream that was not updated while it had no subscriber.
  mutating func refresh(_ id: UInt64, at now: Duration) {
    guard let stream = streams[id], stream.isStale,
      let facts = sessions[stream.session].map({ facts(of: $0) })
    else { return }
    let start = sessions.update(stream.session) {
      $0.restartStream(in: stream.viewport, facts: facts, at: now)
    }
    if let start { streams.update(id) { $0.restart(start) } }
  }

  /// Asks viewers that belong in another stream by now to attach again.
  mutating func askToMove(at now: Duration) {
    for session in viewers.takeMovesDue() {
      let moves = viewers.moves(in: session, streams, limits, at: now)
      for (id, moving) in moves.sorted(by: { $0.key < $1.key }) {
        guard let stream = streams[id], stream.isCurrent else { continue }
        let asked = Array(moving.prefix(DaemonLimits.movesPerBeat))
        viewers.noteAskedToMove(asked, at: now)
        streams.update(id) { $0.notePublished(at: now) }
        outbox.publish(stream.beat(moves: asked))
      }
    }
  }

  /// Returns the facts of a session that every scene contains.
  package func facts(of session: HostedSession) -> SessionFacts {
    var facts = SessionFacts(
      name: session.name.description,
      viewers: viewers.count(in: session.id),
      isUnsaved: !isDurable,
      isInsecure: isInsecure
    )
    facts.stale = session.notice
    return facts
  }

  /// Lays out a session at rest; nil if it is not live.
  mutating func rest(of id: UInt64, in viewport: CellSize) -> Scene? {
    guard let facts = sessions[id].map({ facts(of: $0) }) else { return nil }
    return sessions.update(id) { $0.model.rest(in: viewport, facts: facts) }
  }
}
