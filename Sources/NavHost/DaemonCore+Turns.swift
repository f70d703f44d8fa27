package import NavBase
import NavEngine
package import NavScene
import NavWire

/// The end of a turn: time, writes, updates, replies, and the work that follows.
extension DaemonCore {
  // MARK: Writing

  /// Returns the changes of this turn to write: call it when everything that arrived was handled, commit it, and pass
  /// the outcome to `endTurn`.
  ///
  /// Empty if there is nothing to write, and while the store refuses writes, except for one attempt per second with the
  /// whole state.
  package mutating func batchToStore(at now: Duration) -> StoreBatch {
    output.audit.time = now
    advance(to: now)
    guard flight.since == nil else {
      refuseLate(at: now)
      journal.skipBatch()
      return StoreBatch()
    }
    if settings.storesLater { sessions.exchangeDrafts() }
    defer { if settings.storesLater { sessions.exchangeDrafts() } }
    gate.ledger.expireNowAndThen(at: run.moment(now))
    let usedAt = run.unixTime(of: now)
    journal.recordReplies(output.replies.compactMap { $0.record(gate.ledger, usedAt: usedAt) })
    switch journal.beginBatch(at: now) {
    case .nothing: return StoreBatch()
    case .everything(let recorded): return wholeBatch(recorded, usedAt: usedAt)
    case .changes(let headed, let moved):
      journal.recordForgotten(
        gate.ledger.takeForgotten().map(\.bytes),
        gate.ledger.takeChangesOfPast() + viewers.names.takeChanges()
      )
      for id in headed {
        if let head = sessions.read(id, { $0.head }) { journal.recordHead(head) }
      }
      for id in moved {
        if let place = sessions.update(id, { $0.recordNavigation() }) ?? nil {
          journal.recordPlace(place)
        }
      }
      return journal.takeBatch()
    }
  }

  /// Returns a batch that replaces everything in the store.
  ///
  /// - Parameters:
  ///   - recorded: what was recorded in this turn.
  ///   - usedAt: the time of the turn, in milliseconds since 1970.
  /// - Returns: the batch.
  private mutating func wholeBatch(_ recorded: StoreBatch, usedAt: Int64) -> StoreBatch {
    var batch = StoreBatch()
    batch.isWhole = true
    // For a store that answers later, they begin and end when they are stored.
    (batch.heads, batch.snapshots) = (recorded.heads, recorded.snapshots)
    for session in sessions.live.sorted(by: { $0.id < $1.id })
    where !recorded.ended.contains(session.id) {
      batch.heads.append(session.head)
      if let place = sessions.update(session.id, { $0.snapshotNavigation() }) {
        batch.snapshots.append(place)
      }
    }
    // Sessions that are still being restored must stay in the store.
    for restoration in sessions.restorations {
      batch.heads.append(restoration.identity.head)
      batch.snapshots.append(restoration.snapshot)
    }
    _ = gate.ledger.takeForgotten()
    _ = gate.ledger.takeChangesOfPast()
    _ = viewers.names.takeChanges()
    batch.ledger = gate.ledger.recordsOfPast + viewers.names.records
    batch.invitations = gate.credentials.invitations.records
    let run = run
    batch.replies = gate.ledger.records { run.unixTime(of: $0) }
    // Replies that are not released yet were written before, but a whole batch replaces everything.
    let unreleased = jobs.unsyncedReplies + output.landed
    batch.replies += unreleased.compactMap { $0.record(gate.ledger, usedAt: usedAt) }
    batch.replies += recorded.replies
    return batch
  }

  /// Tells the viewers and the operator whether changes are saved.
  mutating func announceDurability() {
    // Every status line shows it.
    sessions.noteChangeOfAll()
    let text =
      "NOT SAVED from now on: changes are lost if navd ends before the disk accepts writes again"
    output.log(
      isDurable
        ? LogEntry("everything is saved again", .info, .storeWorks)
        : LogEntry(text, .error, .storeFails)
    )
  }

  // MARK: Time

  /// Does the work that is due at a time.
  ///
  /// Runs first at the end of a turn, before the batch to store is complete.
  private mutating func advance(to now: Duration) {
    if !awaitsViewers(at: now) { viewers.names.dropAwaited() }
    let isBeat = streams.takeBeat(at: now)
    if isBeat {
      for viewer in viewers.silent(at: now) { remove(viewer: viewer, because: .silent, at: now) }
    }
    output.publish(streams.beats(isPeriodic: isBeat, at: now))
    if isBeat {
      streams.removeExpired(at: now)
      // Repeats requests to move that were missed; streams that have ended leave room for others.
      viewers.scheduleMoves()
      announceNextKey(at: now)
    }
    // While a commit is in flight, time stands still for what is stored.
    if !flight.isBusy { changeByTime(at: now) }
    answer(jobs.exports.expire(at: now))
    dropExports()
    expireBundles(at: now)
    endAuditPeriod()
  }

  /// Makes the changes of sessions and rights that are due.
  private mutating func changeByTime(at now: Duration) {
    guard mayChange else { return change(at: now) { $0.changeByTime(at: $1) } }
    endInvitations(at: now)
    expirePageLoads(at: now)
    expirePrivateViews(at: now)
    expireControl(at: now)
    expirePans(at: now)
    expirePointers(at: now)
    expireRecordings(at: now)
    expireRestorations(at: now)
    lookForMissingContent(at: now)
    applyReloads(at: now)
    if settings.storesLater { readPreviews(at: now) }
  }

  /// Returns when `endTurn` has to be called even if nothing arrives: nil for never, at once if that time has passed.
  package func nextWake() -> Duration? {
    // Actions of the start, or work that was left for the next turn.
    if output.hasActions || hasRequests || streams.hasDue || hasUnstored { return run.startedAt }
    var wake = EarliestTime(viewers.nextPresence)
    if flight.since == nil {
      for id in sessions.busy { wake.add(sessions.read(id) { nextWake(of: $0) } ?? nil) }
      for restoration in sessions.restorations { wake.add(restoration.deadline) }
      wake.add(journal.retryAt)
    }
    wake.add(flight.lateAt)
    wake.add(waits.nextLook(settlesAt: { settlesAt($0, version: $1) }))
    wake.add(nextJournalAnswer)
    wake.add(jobs.exports.nextExpiry)
    wake.add(jobs.bundles.nextExpiry)
    wake.add(output.audit.nextReport)
    if streams.count > 0 || viewers.count > 0 { wake.add(streams.nextBeat) }
    wake.add(streams.nextRequestedBeat)
    wake.add(streams.lookAheadAt)
    return wake.time
  }

  /// Returns when a session has to be looked at again; nil if that is not a matter of time.
  private func nextWake(of session: HostedSession) -> Duration? {
    var wake = EarliestTime(
      session.privateDeadline
        ?? session.control.nextChange(idleRelease: settings.control.idleRelease)
    )
    wake.add(session.pointers.nextChange)
    wake.add(session.recordedUntil)
    // While a page is read, a copy waits to replace the session's model, and everything else waits.
    if session.inputs.isReading {
      wake.add(session.inputs.pageLoad?.deadline)
      return wake.time
    }
    wake.add(session.preview.nextWake)
    wake.add(session.earlierPlace?.end)
    if session.model.panOwner != nil {
      wake.add(session.pan.deadline)
    } else {
      wake.add(session.missing?.lookAt)
      if !session.inputs.isEmpty { wake.add(session.missing?.awaitedUntil) }
      wake.add(timeOfReload(of: session))
    }
    return wake.time
  }

  // MARK: The end of a turn

  /// Ends a turn: publishes what changed, then releases the replies.
  ///
  /// - Parameters:
  ///   - now: the time of the turn.
  ///   - outcome: what the store says of the batch of `batchToStore`; `stored` for an empty one.
  /// - Returns: the actions to perform, in order.
  package mutating func endTurn(
    at now: Duration,
    _ outcome: CommitOutcome = .stored
  ) -> [DaemonAction] {
    if !journal.isBatchMade { _ = batchToStore(at: now) }
    let isStored = outcome != .refused
    if settings.storesLater {
      endBatch(outcome, at: now)
    } else if journal.endTurn(isStored: isStored, at: now) {
      announceDurability()
    }
    if !settings.storesLater { readPreviews(at: now) }
    let published = publishChanges(at: now)
    output.publish(streams.takeKeyframes(at: now))
    askToMove(at: now)
    answerWaits(changed: published, at: now)
    answerJournalReaders(at: now)
    beginSnapshot()
    releaseReplies(isStored: isStored)
    return output.takeActions()
  }

  /// Does idle-time work that is due: call it after a turn's actions were performed.
  ///
  /// - Parameter now: the time of the turn.
  /// - Returns: the actions to perform for it.
  package mutating func layOutAhead(at now: Duration) -> [DaemonAction] {
    guard let id = streams.takePublished(at: now) else { return [] }
    // As with layouts, streams without subscribers are left out.
    for viewport in streams.liveViewports(of: id) {
      if hasLongText(id, in: viewport, isAhead: true) {
        beginWrapping(id, in: viewport)
      } else {
        sessions.update(id) { $0.model.layOutAhead(in: viewport) }
      }
    }
    return output.takeActions()
  }

  /// Stops the daemon: every viewer receives a Bye, and waits are answered with `retry`.
  package mutating func stop() -> [DaemonAction] {
    for pending in waits.removeAll() + journalReaders.removeAll() {
      fail(pending, .retry, "navd stops: ask again when it is back")
    }
    _ = output.takeActions()
    // Clients repeat the requests whose replies wait for a sync.
    releaseReplies(isStored: isDurable)
    output.publish(streams.byes(Bye(reason: .daemonStops, text: "navd stops")))
    return output.takeActions()
  }
}

/// Publishing: what has changed is laid out for the streams that have subscribers.
extension DaemonCore {
  /// Publishes the changes of sessions to their live streams.
  ///
  /// Small layouts are made first. Those that would take the turn beyond `DaemonTiming.turn` are made in a later turn,
  /// those with a long text when a worker has wrapped it.
  ///
  /// - Returns: the sessions that had changed.
  mutating func publishChanges(at now: Duration) -> Set<UInt64> {
    updateSpeakerViews(at: now)
    var changed: Set<UInt64> = []
    for id in sessions.changed.union(viewers.sessionsWithPresence)
    where isChangeDue(id, at: now) && sessions.isLive(id) {
      viewers.notePublished(id, at: now)
      for hosted in [id] + sessions.privateViews(of: id)
      where hosted == id || hasOtherFacts(hosted) {
        streams.noteChange(of: hosted, at: now)
        changed.insert(hosted)
      }
    }
    for id in streams.takeDue() {
      if !streams.takeReady(id), isHeld(id) { streams.hold(id) } else { updateStream(id, at: now) }
    }
    return changed
  }

  /// Whether a stream can't be updated before a long text is wrapped; has that done.
  private mutating func isHeld(_ id: UInt64) -> Bool {
    let key = streams.read(id) { $0.isSubscribed ? StreamKey($0.session, $0.viewport) : nil }
    guard let key = key ?? nil, hasLongText(key.session, in: key.viewport) else { return false }
    beginWrapping(key.session, in: key.viewport)
    return true
  }

  /// Whether the facts of a private view have changed since this was asked for the last time.
  private mutating func hasOtherFacts(_ view: UInt64) -> Bool {
    guard let facts = sessions[view].map({ facts(of: $0) }) else { return false }
    return sessions.update(view) { $0.noteFacts(facts) } ?? false
  }

  /// Whether a session has changed, or the number of its viewers is to be published.
  private mutating func isChangeDue(_ id: UInt64, at now: Duration) -> Bool {
    let isPresenceDue = viewers.presenceDue(in: id).map { $0 <= now } ?? false
    return sessions.takeChange(of: id) || isPresenceDue
  }

  /// Lays out the present state of its session for a stream, and publishes what has changed.
  private mutating func updateStream(_ id: UInt64, at now: Duration) {
    // In place: a copy of a stream or of a session costs as much as a small layout.
    guard let session = streams.update(id, { $0.session }) else { return }
    let isPrivate = sessions.session(ofPrivateView: session) != nil
    let facts = isPrivate ? sessions[session].map { self.facts(of: $0) } : nil
    let incomplete = facts ?? self.facts(ofSession: session)
    let update = sessions.update(session) { session in
      streams.update(id) { stream in
        stream.update(from: &session, facts: facts ?? session.complete(incomplete), at: now)
      }
    }
    if case .some(.some(.some(let update))) = update { output.publish(update) }
  }

  /// Restarts a stream that was not updated while it had no subscriber.
  mutating func refresh(_ id: UInt64, at now: Duration) {
    guard let stream = streams[id], stream.isStale,
      let facts = sessions[stream.session].map({ facts(of: $0) })
    else { return }
    let start = sessions.update(stream.session) {
      $0.restartStream(stream.key, facts: facts, at: now)
    }
    if let start { streams.update(id) { $0.restart(start) } }
  }

  /// Asks viewers that belong in another stream by now to attach again.
  mutating func askToMove(at now: Duration) {
    for session in viewers.takeMovesDue() {
      let moves = viewers.moves(in: session, streams, settings.limits, at: now)
        .merging(strayedFollowers(of: session, at: now)) { $0 + $1 }
      for (id, moving) in moves.sorted(by: { $0.key < $1.key })
      where streams[id]?.isCurrent == true {
        let asked = Array(moving.prefix(DaemonLimits.movesPerBeat))
        viewers.noteAskedToMove(asked, at: now)
        if let beat = streams.update(id, { $0.beat(moves: asked, at: now) }) {
          output.publish(beat)
        }
      }
    }
  }

  /// Returns the facts of a session that every scene contains.
  package func facts(of session: HostedSession) -> SessionFacts {
    guard let shared = session.origin.flatMap({ sessions[$0.session] }) else {
      return session.complete(facts(ofSession: session.id))
    }
    var facts = facts(of: shared)
    guard session.origin?.owner != nil else {
      // Keys search the session, not the speaker's view.
      facts.finding = shared.model.searchState.facts
      facts.speaker = speakerFacts(of: shared)
      // Its pages are others than those of the session.
      facts.pointing = nil
      return facts
    }
    let position = shared.model.position
    facts.shared = PagePosition(page: position.page, pages: position.pages)
    facts.pointing = session.pointers.pointing
    facts.isBlank = session.model.isBlank
    facts.past = session.past?.seconds ?? 0
    facts.searching = session.inputs.progress
    return facts
  }

  /// Returns those of the facts that the session itself does not know.
  private func facts(ofSession id: UInt64) -> SessionFacts {
    SessionFacts(
      name: "",
      viewers: viewers.count(in: id),
      isUnsaved: !isDurable,
      isInsecure: settings.isInsecure
    )
  }

  /// Lays out a session at rest; nil if it is not live.
  mutating func rest(of id: UInt64, in viewport: CellSize) -> Scene? {
    guard let facts = sessions[id].map({ facts(of: $0) }) else { return nil }
    return sessions.update(id) { $0.model.rest(in: viewport, facts: facts) }
  }
}

/// The earliest of some times; nil for none.
package struct EarliestTime: Sendable {
  package private(set) var time: Duration?

  package init(_ time: Duration?) { self.time = time }

  package mutating func add(_ other: Duration?) {
    guard let other else { return }
    time = time.map { min($0, other) } ?? other
  }
}
