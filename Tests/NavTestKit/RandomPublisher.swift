import NavBase
package import NavScene

/// A publisher whose scenes move at random, and the expected scenes of its viewers.
package struct RandomPublisher {
  package static let epoch: UInt64 = 77
  package private(set) var publisher: Publisher
  package private(set) var trajectory: Trajectory
  /// The time of the trajectory's frame 0.
  private(set) var startedAt = Duration.zero
  /// The scene at the end of each update, by its number.
  package private(set) var ends: [UInt64: Scene]

  package init(generator: inout SplitMix64) {
    let scene = generator.scene()
    publisher = Publisher(epoch: Self.epoch, seq: 5, version: 1, scene: scene)
    trajectory = Trajectory(rest: scene)
    ends = [5: scene]
  }

  /// Returns the scene at a time.
  package func scene(at now: Duration) -> Scene {
    trajectory.scene(atFrame: min(FrameTime.frame(at: now - startedAt), trajectory.length))
  }

  /// Begins a new motion from the scene at a time, sometimes one without a change.
  package mutating func move(at now: Duration, generator: inout SplitMix64) -> Update {
    let shown = scene(at: now)
    let next =
      generator.oneIn(6)
      ? Trajectory(rest: shown) : generator.trajectory(from: shown, length: 20)
    return move(along: next, at: now, lateBy: .milliseconds(generator.int(in: 0...15)))
  }

  package mutating func move(
    along next: Trajectory,
    at now: Duration,
    lateBy delay: Duration = .zero
  ) -> Update {
    trajectory = next
    startedAt = now - delay
    let seq = publisher.seq + 3
    let update = publisher.publish(
      next,
      startedAt: startedAt,
      seq: seq,
      version: publisher.version + 1,
      now: now
    )
    ends[seq] = next.end
    return update
  }

  package mutating func snapshot(at now: Duration) -> Snapshot {
    publisher.snapshot(now: now)
  }
}
