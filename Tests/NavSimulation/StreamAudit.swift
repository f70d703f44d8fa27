import NavHost
import NavLayout
import NavScene
import NavSession
import NavSync
import NavTestKit

/// Demands of every stream that somebody follows that it leads to what its session's model says.
struct StreamAudit {
  /// All that a scene at rest depends on, and where its stream is: what has not changed since it was
  /// looked at need not be laid out again.
  private struct Mark: Hashable {
    let seq: UInt64
    let version: UInt64
    let pan: PanMove?
    let facts: SessionFacts
  }

  private var seen: [[UInt8]: Mark] = [:]

  /// Looks at the daemon behind one of its turns.
  ///
  /// Presence is told later.
  mutating func check(_ core: borrowing DaemonCore) throws {
    for stream in core.streams.values where stream.isSubscribed && !stream.isStale {
      guard let hosted = core.sessions[stream.session], hosted.presenceDue == nil else { continue }
      let version = hosted.model.version
      try demand(stream.publisher.version == version, "a stream says another version")
      let mark = Mark(
        seq: stream.publisher.seq,
        version: version,
        pan: hosted.model.pan?.move,
        facts: core.facts(of: hosted)
      )
      guard seen.updateValue(mark, forKey: stream.topic) != mark else { continue }
      try check(stream, of: hosted, core.facts(of: hosted))
    }
  }

  private func check(
    _ stream: NavDaemon.Stream,
    of hosted: HostedSession,
    _ facts: SessionFacts
  ) throws {
    var model = hosted.model
    let scene = model.rest(in: stream.viewport, facts: facts)
    guard stream.publisher.beat.hash != scene.digest else { return }
    // A finger that stops a motion holds what was on its way out in the streams that saw it go.
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

extension NavDaemon.Stream {
  fileprivate var hasPoppedPages: Bool { view.stacks.values.contains { $0.containers.hasPopped } }
}
