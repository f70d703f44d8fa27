import NavScene
import NavSync
import NavWire

/// The start and the numbers of an update.
struct Step {
  /// When frame 0 of its motion begins.
  let startedAt: Duration
  let seq: UInt64
  let version: UInt64
}

extension Stream {
  /// Publishes a trajectory.
  ///
  /// If a motion adds more than `DaemonLimits.motionBytes` to the size of its end, only the end is published. The rows
  /// of that end are sent in any case, and do not count.
  ///
  /// - Returns: the message to send.
  mutating func publish(_ trajectory: Trajectory, _ step: Step, at now: Duration) -> [UInt8] {
    lastPublished = now
    let before = publisher
    let bytes = message(trajectory, step, at: now)
    guard bytes.count > DaemonLimits.motionBytes, trajectory.length > 0 else { return bytes }
    let moving = publisher
    publisher = before
    let still = message(Trajectory(rest: trajectory.end), step, at: now)
    if bytes.count - still.count > DaemonLimits.motionBytes { return still }
    publisher = moving
    return bytes
  }

  private mutating func message(
    _ trajectory: Trajectory,
    _ step: Step,
    at now: Duration
  ) -> [UInt8] {
    let update = publisher.publish(
      trajectory,
      startedAt: step.startedAt,
      seq: step.seq,
      version: step.version,
      now: now
    )
    return LayoutMessage.update(update).encoded()
  }
}
