package import NavModel
import NavSession
import NavStateFormat
import NavWire

/// Persistence: each turn stores its changes before they are published or acknowledged (proto/README.md: Input, exactly
/// once).
extension DaemonCore {
  /// Returns what this turn has to write: call it when everything that arrived was handled, commit it, and pass the
  /// outcome to `endTurn`.
  ///
  /// Empty if there is nothing to write, and while the store refuses writes, except for one attempt per second with the
  /// whole state.
  package mutating func batchToStore(at now: Duration) -> StoreBatch {
    passTime(at: now)
    keeping.isCounted = true
    ledger.expireNowAndThen(at: now)
    defer { keeping.forgetTurn() }
    keeping.batch.replies += records(of: replies, at: now)
    if let retryAt = keeping.retryAt {
      // Changes that are skipped here are part of the next whole batch.
      guard now >= retryAt else { return StoreBatch() }
      keeping.isTryingAgain = true
      return wholeBatch(at: now)
    }
    keeping.batch.forgotten += ledger.takeForgotten().map(\.bytes)
    for id in keeping.moved.sorted() { notePlace(of: id) }
    return keeping.batch
  }

  /// Whether operations that are accepted now survive the end of the daemon.
  package var isDurable: Bool { keeping.retryAt == nil }

  /// Handles the outcome of writing a turn's batch.
  mutating func noteStored(_ isStored: Bool, at now: Duration) {
    if !isStored {
      refuse(until: now + DaemonTiming.storeRetry)
    } else if keeping.isTryingAgain {
      keeping.isTryingAgain = false
      keeping.retryAt = nil
      tellDurability()
    }
  }

  /// Notes that a write failed: from `time` on, the whole state is written again.
  mutating func refuse(until time: Duration) {
    let wasDurable = isDurable
    keeping.retryAt = time
    keeping.isTryingAgain = false
    if wasDurable { tellDurability() }
  }

  private mutating func tellDurability() {
    // Every status line shows it.
    for id in sessions.keys { sessions[id]?.isDirty = true }
    actions.append(
      .log(
        isDurable
          ? "everything is saved again"
          : "NOT SAVED from now on: sessions go on, and are lost if navd ends before the disk is well again"
      )
    )
  }

  // MARK: Pending changes

  /// Records that a session is new, or has another name.
  mutating func noteHead(of id: UInt64) {
    guard let hosted = sessions[id] else { return }
    keeping.batch.heads.append(hosted.head)
    keeping.moved.insert(id)
  }

  /// Records that a session has ended.
  mutating func noteEnd(of id: UInt64) {
    keeping.moved.remove(id)
    keeping.batch.ended.append(id)
  }

  /// Records that a session's place may have changed.
  mutating func noteMove(of id: UInt64) {
    keeping.moved.insert(id)
  }

  /// Returns the records of operations' replies among replies that were not sent yet.
  private func records(of replies: [OutgoingReply], at now: Duration) -> [ReplyRecord] {
    replies.compactMap { outgoing in
      let seq = outgoing.reply.seq
      guard outgoing.isKept, !outgoing.isRepeated, let client = outgoing.reply.client,
        let digest = ledger.digest(client, seq: seq)
      else { return nil }
      return ReplyRecord(
        client: client.bytes,
        seq: seq,
        digest: digest,
        reply: outgoing.bytes,
        usedAt: unixTime(of: now)
      )
    }
  }

  private mutating func notePlace(of id: UInt64) {
    guard var hosted = sessions[id] else { return }
    let version = hosted.model.version
    let place = hosted.placeToKeep
    if let kept = hosted.keptPlace, hosted.changesKept < DaemonLimits.changesBehindSnapshot {
      let bytes = kept.change(to: place).encoded()
      guard !bytes.isEmpty || version != hosted.keptVersion else { return }
      hosted.changesKept += 1
      keeping.batch.changes.append(PlaceRecord(session: id, version: version, bytes: bytes))
    } else {
      hosted.changesKept = 0
      keeping.batch.snapshots.append(
        PlaceRecord(session: id, version: version, bytes: place.encoded())
      )
    }
    hosted.keptPlace = place
    hosted.keptVersion = version
    sessions[id] = hosted
  }

  private mutating func wholeBatch(at now: Duration) -> StoreBatch {
    var batch = StoreBatch()
    batch.isWhole = true
    for id in sessions.keys.sorted() {
      guard var hosted = sessions[id] else { continue }
      let place = hosted.placeToKeep
      batch.heads.append(hosted.head)
      batch.snapshots.append(
        PlaceRecord(session: id, version: hosted.model.version, bytes: place.encoded())
      )
      hosted.keptPlace = place
      hosted.keptVersion = hosted.model.version
      hosted.changesKept = 0
      sessions[id] = hosted
    }
    // Sessions that are still being restored must stay in the store.
    for restoration in restorations.values {
      batch.heads.append(restoration.head)
      batch.snapshots.append(
        PlaceRecord(
          session: restoration.id,
          version: restoration.version,
          bytes: restoration.place.encoded()
        )
      )
    }
    _ = ledger.takeForgotten()
    // Replies that wait for a sync were written before, but a whole batch replaces everything.
    batch.replies = ledger.records { unixTime(of: $0) }
    batch.replies += syncing.values.flatMap { records(of: $0, at: now) } + keeping.batch.replies
    return batch
  }

  // MARK: Time

  /// Converts a time of the daemon to milliseconds since 1970.
  func unixTime(of time: Duration) -> Int64 {
    let since = (time - startedAt).components
    return startedAtUnixTime + since.seconds * 1_000 + since.attoseconds / 1_000_000_000_000_000
  }

  func time(ofUnixTime milliseconds: Int64) -> Duration {
    // If the clock was set back, a time is never later than the start.
    startedAt + min(.zero, .milliseconds(milliseconds - startedAtUnixTime))
  }
}

/// The state of writing to the store.
struct Keeping: Sendable {
  /// The changes of this turn so far.
  var batch = StoreBatch()
  /// Sessions whose place may have changed in this turn.
  var moved: Set<UInt64> = []
  /// When to try again, with the whole state; nil unless the store refuses writes.
  var retryAt: Duration?
  /// Whether this turn's batch is such an attempt.
  var isTryingAgain = false
  /// Whether `batchToStore` was called in this turn, which also advances the time.
  var isCounted = false

  mutating func forgetTurn() {
    batch = StoreBatch()
    moved = []
  }
}

extension HostedSession {
  var head: SessionHead {
    SessionHead(id: id, name: name.description, content: content.encoded())
  }

  /// The place to restore after a restart: the current one, or the stored one for content that could not be read.
  package var placeToKeep: NavigationState {
    switch missing?.extent {
    case nil: model.navigationPlace
    case .all(let place): place
    case .pages(let place, let pages): model.navigationPlace.keeping(place, at: pages)
    }
  }
}
