import NavLayout
import NavSession
import NavSync
import NavTestKit

@testable import NavDaemon

extension DaemonCore {
  /// What the model of a stream's session lays out for it at rest.
  private func sceneAtRest(of stream: Stream) -> Scene? {
    guard let hosted = sessions[stream.session] else { return nil }
    var model = hosted.model
    return model.rest(in: stream.viewport, facts: hosted.facts)
  }

  /// Demands that every stream that somebody follows leads to what its session's model says now.
  ///
  /// Presence is told later.
  borrowing func checkStreams() throws {
    for stream in streams.values where stream.isSubscribed && !stream.isStale {
      guard let hosted = sessions[stream.session], hosted.presenceDue == nil,
        let scene = sceneAtRest(of: stream)
      else { continue }
      try demand(
        stream.publisher.beat.hash == scene.digest,
        "a stream of \(stream.viewport) leads elsewhere than its model:\n\(scene.outline)"
      )
      try demand(stream.publisher.version == hosted.model.version, "a stream says another version")
    }
  }

  /// What each session's version is, by its id.
  var versions: [UInt64: UInt64] { sessions.mapValues(\.model.version) }
}
