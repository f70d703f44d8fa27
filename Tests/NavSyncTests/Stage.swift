import NavGeometry
import NavScene
import NavSync
import NavTestKit

/// A publisher whose scenes move at random, and what its viewers have to show for it.
struct Stage {
  static let epoch: UInt64 = 77
  private(set) var publisher: Publisher
  private(set) var trajectory: Trajectory
  /// When frame 0 of the trajectory was.
  private(set) var startedAt = Duration.zero
  /// Where each update leads, by its number.
  private(set) var ends: [UInt64: Scene]

  init(generator: inout SplitMix64) {
    let scene = generator.scene()
    publisher = Publisher(epoch: Self.epoch, seq: 5, version: 1, scene: scene)
    trajectory = Trajectory(rest: scene)
    ends = [5: scene]
  }

  /// What is shown at a moment.
  func scene(at now: Duration) -> Scene {
    trajectory.scene(atFrame: min(FrameTime.frame(at: now - startedAt), trajectory.length))
  }

  /// Moves on from what a moment shows; now and then to where it is already.
  mutating func move(at now: Duration, generator: inout SplitMix64) -> Update {
    let shown = scene(at: now)
    let next =
      generator.oneIn(6)
      ? Trajectory(rest: shown) : generator.trajectory(from: shown, length: 20)
    return move(along: next, at: now, lateBy: .milliseconds(generator.int(in: 0...15)))
  }

  mutating func move(
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

  mutating func snapshot(at now: Duration) -> Snapshot {
    publisher.snapshot(now: now)
  }
}
