import NavScene
import NavWire

/// The start and the numbers of an update.
struct UpdateHeader {
  /// When frame 0 of its motion begins.
  let startedAt: Duration
  let seq: UInt64
  let version: UInt64
}

extension Publisher {
  /// Publishes a trajectory.
  ///
  /// If a motion adds more than `DaemonLimits.motionBytes` to the size of its end, only the end is published. The rows
  /// of that end are sent in any case, and do not count.
  ///
  /// - Returns: the encoded message to send.
  mutating func publish(
    bounded trajectory: Trajectory,
    _ header: UpdateHeader,
    at now: Duration
  ) -> [UInt8] {
    let before = self
    let bytes = message(trajectory, header, at: now)
    guard bytes.count > DaemonLimits.motionBytes, trajectory.length > 0 else { return bytes }
    let moving = self
    self = before
    let still = message(Trajectory(rest: trajectory.end), header, at: now)
    if bytes.count - still.count > DaemonLimits.motionBytes { return still }
    self = moving
    return bytes
  }

  private mutating func message(
    _ trajectory: Trajectory,
    _ header: UpdateHeader,
    at now: Duration
  ) -> [UInt8] {
    let update = publish(
      trajectory,
      startedAt: header.startedAt,
      seq: header.seq,
      version: header.version,
      now: now
    )
    return LayoutMessage.update(update).encoded()
  }
}
