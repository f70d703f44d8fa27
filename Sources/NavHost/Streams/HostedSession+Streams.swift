import NavBase
import NavEngine
import NavScene
import NavWire

extension HostedSession {
  /// Returns the start of a stream that begins now, with running motions unless those take more than
  /// `DaemonLimits.motionBytes`.
  mutating func beginStream(
    _ key: StreamKey,
    facts: SessionFacts,
    at now: Duration
  ) -> StreamStart {
    var view = model.view(in: key.viewport, at: now)
    view.showsPictures = key.showsPictures
    let (trajectory, startedAt) = model.layout(&view, facts: facts, at: now)
    let still = publisher(Trajectory(rest: trajectory.end), startedAt: startedAt)
    guard trajectory.length > 0 else { return StreamStart(publisher: still, view: view) }
    let moving = publisher(trajectory, startedAt: startedAt)
    let bytes = [moving, still].map { publisher in
      var publisher = publisher
      return LayoutMessage.snapshot(publisher.snapshot(now: now)).encoded().count
    }
    let isTooLong = bytes[0] - bytes[1] > DaemonLimits.motionBytes
    return StreamStart(publisher: isTooLong ? still : moving, view: view)
  }

  /// Returns the start of a stream that was not updated while it had no subscriber.
  mutating func restartStream(
    _ key: StreamKey,
    facts: SessionFacts,
    at now: Duration
  ) -> StreamStart {
    // A replica of the earlier state detects the gap by the sequence number.
    _ = nextSeq()
    return beginStream(key, facts: facts, at: now)
  }

  private func publisher(_ trajectory: Trajectory, startedAt: Duration) -> Publisher {
    Publisher(
      epoch: epoch,
      seq: seq,
      version: model.version,
      trajectory: trajectory,
      startedAt: startedAt
    )
  }
}
