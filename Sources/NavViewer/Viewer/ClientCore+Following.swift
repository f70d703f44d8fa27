package import NavScene
import NavWire

/// Following a stream, and catching up after a gap (proto/README.md: Join, step 4; Updates).
extension ClientCore {
  /// Handles a message of the stream while live.
  mutating func follow(_ message: LayoutMessage, of attached: Reply.Attached, at now: Duration) {
    attachment.follow(attached, at: now)
    following.refresh(at: now)
    let outcome = following.follow(message, in: attached.epoch, at: now)
    perform(outcome, of: attached, at: now)
    if outcome != .lost, case .beat(let beat) = message, beat.moves.contains(attached.viewer) {
      changeStream(at: now)
    }
  }

  mutating func perform(_ outcome: Following.Outcome, of attached: Reply.Attached, at now: Duration)
  {
    switch outcome {
    case .unchanged: break
    case .updated: view.trial.restart(at: now)
    case .caughtUp: attachment.follow(attached, at: now)
    case .behind:
      if isLive { fallBehind(at: now) }
    case .lost: retry(after: Attachment.shortPause(using: &random), at: now)
    }
  }

  /// Waits a short time for a keyframe after a gap, then attaches again; the old scene stays on the screen.
  mutating func fallBehind(at now: Duration) {
    // The shown scene is outdated, so a drag on it is cancelled.
    cancelDrag(at: now)
    attachment.fallBehind(at: now, using: &random)
  }

  /// Longer than any motion, so the scene at that later time is the motion's end.
  private static let longMotion = Duration.seconds(3600)

  /// Returns the current scene; nil before the first snapshot.
  package mutating func currentScene(at now: Duration) -> Scene? {
    do {
      let time = options.reducedMotion ? now + Self.longMotion : now
      guard let scene = try following.scene(at: time) else { return nil }
      if !scene.session.isEmpty { attachment.session = scene.session }
      attachment.isUnsaved = scene.isUnsaved
      if isLive, let news = following.newsMessage(for: scene, to: attachment.name, at: now) {
        messages.show(news, .news, at: now)
      }
      return scene
    } catch {
      // An incomplete timeline: fetch the scene again.
      retry(at: now)
      return nil
    }
  }
}
