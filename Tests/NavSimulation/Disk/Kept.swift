import NavBase
import NavEngine
import NavHost
import NavStore
import NavTestKit
import NavWire

/// The committed state as the daemon means it, independent of the disk.
struct Kept {
  /// A session's version and navigation place.
  struct Place: Hashable {
    let version: UInt64
    let place: NavigationState
  }

  /// An operation as its client identifies it.
  struct OperationID: Hashable {
    let client: ClientID
    let seq: UInt64
  }

  /// An answer, and the number of the daemon that gave it.
  struct Answer {
    /// The reply, marked as durable.
    let reply: Reply
    let run: Int
  }

  private(set) var sessions: [UInt64: Place] = [:]
  /// The control of each session.
  private(set) var controls: [UInt64: ControlState] = [:]
  /// Sessions that have ended.
  private(set) var ended: Set<UInt64> = []
  private(set) var answers: [OperationID: Answer] = [:]
  /// The greatest version that any session has had.
  private(set) var greatestVersion: UInt64 = 0
  /// Sessions whose place was taken while some of their pages were missing: it does not contain changes in those pages.
  private(set) var incomplete: Set<UInt64> = []

  /// Records a committed batch.
  ///
  /// - Parameters:
  ///   - batch: as the daemon gave it.
  ///   - replies: those of the batch.
  ///   - core: the daemon after the batch.
  ///   - run: the number of the daemon.
  mutating func note(
    _ batch: StoreBatch,
    _ replies: [Reply],
    of core: borrowing DaemonCore,
    run: Int
  ) throws {
    // With a store that answers later, a session begins and ends in the daemon when that is stored.
    var now = core.places.filter { !batch.ended.contains($0.key) }
    let begun = Set(batch.heads.map(\.id)).subtracting(now.keys)
    for record in batch.snapshots where begun.contains(record.session) {
      let place = try NavigationState(decoding: record.bytes)
      now[record.session] = Place(version: record.version, place: place)
    }
    ended.formUnion(batch.ended)
    ended.formUnion(sessions.keys.filter { now[$0] == nil })
    sessions = now
    greatestVersion = max(greatestVersion, now.values.map(\.version).max() ?? 0)
    // Of sessions that are still being restored it stays as it is.
    controls = controls.filter { now[$0.key] != nil }.merging(core.controls) { $1 }
    for session in core.sessions.live where session.missing == nil {
      incomplete.remove(session.id)
    }
    incomplete.formUnion(core.incomplete)
    for var reply in replies {
      guard let client = reply.client else { continue }
      reply.isDurable = true
      let id = OperationID(client: client, seq: reply.seq)
      answers[id] = Answer(reply: reply, run: answers[id]?.run ?? run)
    }
  }

  /// Demands that a daemon that has just started continues from this state.
  func check(_ core: borrowing DaemonCore) throws {
    let found = core.places
    for (session, kept) in sessions {
      guard let place = found[session] else {
        throw Violation("a session did not come back: its version was \(kept.version)")
      }
      try demand(
        place.version == kept.version,
        "a session came back with another version: \(place.version) instead of \(kept.version)"
      )
      try demand(
        place.place == kept.place,
        "a session came back to another place: \(place.place) instead of \(kept.place)"
      )
    }
    let strange = found.keys.filter { sessions[$0] == nil }
    try demand(strange.isEmpty, "a session came back that had ended")
  }

  /// Demands that the daemon has no uncommitted changes.
  func checkWhole(_ core: borrowing DaemonCore) throws {
    try demand(
      core.places == sessions,
      "something has moved and was not written: \(core.places) instead of \(sessions)"
    )
  }
}

extension DaemonCore {
  /// The sessions with missing pages.
  var incomplete: [UInt64] {
    // While the whole content is missing, the place to keep is the earlier one.
    sessions.live.filter { $0.missing != nil && $0.stateToKeep == $0.model.navigationState }
      .map(\.id)
  }

  /// The places of all sessions, including those still being restored.
  var places: [UInt64: Kept.Place] {
    var places = sessionsByID.mapValues {
      Kept.Place(version: $0.model.version, place: $0.stateToKeep)
    }
    for restoration in sessions.restorations {
      places[restoration.id] = Kept.Place(version: restoration.version, place: restoration.place)
    }
    return places
  }
}
