import NavEngine
import NavHost
import NavScene
import NavTestKit
import NavWire

extension DaemonCore {
  /// Demands that no work is pending, and that every stream is at rest.
  borrowing func checkRest(at now: Duration) throws {
    for session in sessions.live {
      try demand(session.model.panOwner == nil, "a pan is under way")
      try demand(!session.inputs.isReading, "a page is being read")
      try demand(session.inputs.isEmpty, "inputs wait")
    }
    for stream in streams.values where !stream.isStale {
      var publisher = stream.publisher
      let isMoving = publisher.snapshot(now: now).timeline != nil
      try demand(!isMoving, "a stream of \(stream.viewport) is not at rest")
    }
  }

  /// Demands that everything is loaded and written.
  borrowing func checkWhole() throws {
    try demand(isDurable, "it is still not written")
    try demand(sessions.restorations.isEmpty, "a session is still being read again")
    let isWhole = sessions.live.allSatisfy { $0.missing == nil }
    try demand(isWhole, "something is still missing of a session")
  }

  /// The active pans by session.
  var pans: [UInt64: SessionPan] {
    sessionsByID.compactMapValues { $0.model.panOwner == nil ? nil : $0.model.pan }
  }

  /// The version of each session, by its ID.
  var versions: [UInt64: UInt64] { sessionsByID.mapValues(\.model.version) }

  /// The control of each live session, by its ID.
  var controls: [UInt64: ControlState] { sessionsByID.mapValues { $0.control.state } }

  /// The live sessions by their ids, with the changes that are not stored yet.
  var sessionsByID: [UInt64: HostedSession] {
    Dictionary(uniqueKeysWithValues: sessions.drafted.live.map { ($0.id, $0) })
  }
}
