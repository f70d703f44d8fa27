import NavEngine
import NavHost
import NavScene
import NavTestKit

/// Demands that every subscribed stream leads to the scene of its session's model.
struct StreamAudit {
  /// All values that a scene at rest depends on, and the stream's position: a stream with an unchanged mark is not laid
  /// out again.
  private struct Mark: Hashable {
    let seq: UInt64
    let version: UInt64
    let pan: SessionPan?
    let facts: SessionFacts
  }

  private var seen: [[UInt8]: Mark] = [:]

  /// Checks all streams after a turn of the daemon.
  ///
  /// Sessions with a pending presence update are skipped, and those with a stream that waits for a worker to wrap a text.
  mutating func check(_ core: borrowing DaemonCore) throws {
    for stream in core.streams.values where stream.isSubscribed && !stream.isStale {
      guard let hosted = core.sessions[stream.session],
        core.viewers.presenceDue(in: stream.session) == nil,
        !core.streams.isBehind(stream.session)
      else { continue }
      let version = hosted.model.version
      try demand(stream.publisher.version == version, "a stream says another version")
      let mark = Mark(
        seq: stream.publisher.seq,
        version: version,
        pan: hosted.model.pan,
        facts: core.facts(of: hosted)
      )
      guard seen.updateValue(mark, forKey: stream.topic) != mark else { continue }
      try check(stream, of: hosted, core.facts(of: hosted))
    }
  }

  private func check(
    _ stream: NavHost.Stream,
    of hosted: HostedSession,
    _ facts: SessionFacts
  ) throws {
    var model = hosted.model
    let scene = model.rest(in: stream.viewport, facts: facts)
    guard stream.publisher.beat.hash != scene.digest else { return }
    // A pan that stops a motion keeps popped pages in the streams that showed them slide out.
    if model.panOwner != nil, stream.hasPoppedPages { return }
    var publisher = stream.publisher
    let shown = publisher.snapshot(now: .seconds(1_000_000)).scene
    if shown.withOrderedCells == scene.withOrderedCells { return }
    throw Violation(
      "a stream leads elsewhere than its model: in \(stream.viewport)\n\(shown.outline)"
        + "instead of\n\(scene.outline)"
    )
  }
}

extension NavHost.Stream {
  fileprivate var hasPoppedPages: Bool { view.stacks.values.contains { $0.containers.hasPopped } }
}
