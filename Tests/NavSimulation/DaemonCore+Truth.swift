import NavScene
import NavSync
import NavTestKit
import NavHost
import NavSession

extension DaemonCore {
  /// Demands that no work is pending, and that every stream is at rest.
  borrowing func checkRest(at now: Duration) throws {
    for hosted in sessions.values {
      try demand(hosted.model.panOwner == nil, "a pan is under way")
      try demand(hosted.opening == nil, "a page is being read")
      try demand(hosted.waitingInputs.isEmpty, "inputs wait")
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
    try demand(restorations.isEmpty, "a session is still being read again")
    let isWhole = sessions.values.allSatisfy { $0.missing == nil }
    try demand(isWhole, "something is still missing of a session")
  }

  /// The active pans by session.
  var pans: [UInt64: PanMove] {
    sessions.compactMapValues { $0.model.panOwner == nil ? nil : $0.model.pan?.move }
  }

  /// The version of each session, by its ID.
  var versions: [UInt64: UInt64] { sessions.mapValues(\.model.version) }
}
