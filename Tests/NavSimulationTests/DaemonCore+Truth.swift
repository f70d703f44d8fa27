import NavLayout
import NavSync
import NavTestKit

@testable import NavDaemon
@testable import NavSession

extension DaemonCore {
  /// What the model of a stream's session lays out for it at rest.
  private func sceneAtRest(of stream: Stream) -> Scene? {
    guard let hosted = sessions[stream.session] else { return nil }
    var model = hosted.model
    return model.rest(in: stream.viewport, facts: facts(of: hosted))
  }

  /// Demands that every stream that somebody follows leads to what its session's model says now.
  ///
  /// Presence is told later.
  borrowing func checkStreams() throws {
    for stream in streams.values where stream.isSubscribed && !stream.isStale {
      guard let hosted = sessions[stream.session], hosted.presenceDue == nil,
        let scene = sceneAtRest(of: stream)
      else { continue }
      try demand(stream.publisher.version == hosted.model.version, "a stream says another version")
      guard stream.publisher.beat.hash != scene.digest else { continue }
      // A finger that stops a motion holds what was on its way out in the streams that saw it go.
      if hosted.model.panOwner != nil, stream.hasPoppedPages { continue }
      var publisher = stream.publisher
      let shown = publisher.snapshot(now: .seconds(1_000_000)).scene
      if shown.withOrderedCells == scene.withOrderedCells { continue }
      throw Violation(
        "a stream of \(stream.viewport) leads elsewhere than its model:\n\(shown.outline)"
          + "instead of\n\(scene.outline)"
      )
    }
  }

  /// Demands that nothing is under way, and that every stream is at rest.
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

  /// The pans that are under way, by session.
  var pans: [UInt64: PanMove] {
    sessions.compactMapValues { $0.model.panOwner == nil ? nil : $0.model.pan?.move }
  }

  /// What each session's version is, by its id.
  var versions: [UInt64: UInt64] { sessions.mapValues(\.model.version) }
}

extension Stream {
  fileprivate var hasPoppedPages: Bool { view.stacks.values.contains { $0.containers.hasPopped } }
}
