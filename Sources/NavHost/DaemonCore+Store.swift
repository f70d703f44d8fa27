package import NavModel
import NavSession
import NavWire

/// What outlives the daemon: what every turn writes before anybody sees or is told of it (protocol.md: Input, exactly
/// once).
extension DaemonCore {
  /// What this turn has to write; call it when everything that arrived is in, write it, and say in `endTurn` whether
  /// that went well.
  ///
  /// Empty where there is nothing, and while the disk refuses, but for a try each second with all there is.
  package mutating func batchToStore(at now: Duration) -> StoreBatch {
    passTime(at: now)
    keeping.isCounted = true
    ledger.expireNowAndThen(at: now)
    defer { keeping.forgetTurn() }
    keeping.batch.replies += records(of: replies, at: now)
    if let retryAt = keeping.retryAt {
      // What goes by is in the whole batch.
      guard now >= retryAt else { return StoreBatch() }
      keeping.isTryingAgain = true
      return wholeBatch(at: now)
    }
    keeping.batch.forgotten += ledger.takeForgotten().map(\.bytes)
    for id in keeping.moved.sorted() { notePlace(of: id) }
    return keeping.batch
  }

  /// Whether what is accepted now survives the end of the daemon.
  package var isDurable: Bool { keeping.retryAt == nil }

  /// What a turn was to write is on the disk, or is not.
  mutating func noteStored(_ isStored: Bool, at now: Duration) {
    if !isStored {
      refuse(until: now + DaemonTiming.storeRetry)
    } else if keeping.isTryingAgain {
      keeping.isTryingAgain = false
      keeping.retryAt = nil
      tellDurability()
    }
  }

  /// What was written is not on the disk: from a time on all there is, is written anew.
  mutating func refuse(until time: Duration) {
    let wasDurable = isDurable
    keeping.retryAt = time
    keeping.isTryingAgain = false
    if wasDurable { tellDurability() }
  }

  private mutating func tellDurability() {
    // Every status line says so.
    for id in sessions.keys { sessions[id]?.isDirty = true }
    actions.append(
      .log(
        isDurable
          ? "everything is saved again"
          : "NOT SAVED from now on: sessions go on, and are lost if navd ends before the disk is well again"
      )
    )
  }

  // MARK: What is to be written

  /// A session is new, or has another name.
  mutating func noteHead(of id: UInt64) {
    guard let hosted = sessions[id] else { return }
    keeping.batch.heads.append(hosted.head)
    keeping.moved.insert(id)
  }

  /// A session has ended.
  mutating func noteEnd(of id: UInt64) {
    keeping.moved.remove(id)
    keeping.batch.ended.append(id)
  }

  /// Something was accepted that may have moved a session.
  mutating func noteMove(of id: UInt64) {
    keeping.moved.insert(id)
  }

  /// The answers of operations among some that have not gone out yet.
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
    // What is still being read again must not go.
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
    // What waits for the disk was written before, and goes with all that was.
    batch.replies = ledger.records { unixTime(of: $0) }
    batch.replies += syncing.values.flatMap { records(of: $0, at: now) } + keeping.batch.replies
    return batch
  }

  // MARK: Time

  /// Milliseconds since 1970.
  func unixTime(of time: Duration) -> Int64 {
    let since = (time - startedAt).components
    return startedAtUnixTime + since.seconds * 1_000 + since.attoseconds / 1_000_000_000_000_000
  }

  func time(ofUnixTime milliseconds: Int64) -> Duration {
    // A clock that was set back makes nothing younger than now.
    startedAt + min(.zero, .milliseconds(milliseconds - startedAtUnixTime))
  }
}

/// What is on its way to the disk.
struct Keeping: Sendable {
  /// What this turn has brought so far.
  var batch = StoreBatch()
  /// Sessions that may have moved in this turn.
  var moved: Set<UInt64> = []
  /// While the disk refuses: when to try again, with all there is.
  var retryAt: Duration?
  /// Whether this turn's batch is such a try.
  var isTryingAgain = false
  /// Whether this turn's batch was asked for, and with it the time was told.
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

  /// Where it is to be after a restart: where it is, or, in what cannot be read, where it was.
  package var placeToKeep: NavigationPlace {
    switch missing?.extent {
    case nil: model.navigationPlace
    case .all(let place): place
    case .pages(let place, let pages): model.navigationPlace.keeping(place, at: pages)
    }
  }
}
