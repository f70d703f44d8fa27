import NavBase
import NavEngine
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavHost

@Suite("A motion costs at most 64 KiB (proto/README.md: Timelines)")
struct MotionSizeTests {
  private static let size = CellSize(columns: 1000, rows: 500)
  private static let fields: [ContainerField] = [.x, .y, .width, .height]

  /// A scene of 100 containers.
  private static let stage: Scene = {
    var scene = Scene(viewport: size)
    for number in 1...100 {
      let frame = CellRect(x: 0, y: 0, width: 500, height: 500)
      let id = ContainerID(rawValue: UInt32(number))
      scene.insert(Container(id: id, kind: .page, frame: frame))
    }
    return scene
  }()

  /// Returns a trajectory with so many changes of numbers, each by 100 and back.
  private static func trajectory(moves: Int) throws -> Trajectory {
    var end = stage
    var tracks: [SceneTrack] = []
    var left = moves
    for container in stage.containers {
      for field in fields where left > 0 {
        let start = container[field]
        let values = (1...min(left, Limits.frames)).map { start + ($0 % 2) * 100 }
        left -= values.count
        tracks.append(SceneTrack(container: container.id, field: field, values: values))
        let isInRange = end[container.id]?.set(field, to: values[values.count - 1])
        try #require(isInRange == true)
      }
    }
    try #require(left == 0)
    return Trajectory(start: stage, tracks: tracks, length: Limits.frames, end: end)
  }

  private struct NoUpdate: Error {}

  private static func publish(
    _ trajectory: Trajectory
  ) throws -> (bytes: Int, update: Update, publisher: Publisher) {
    var publisher = Publisher(epoch: 1, seq: 1, version: 1, scene: stage)
    let bytes = publisher.publish(
      bounded: trajectory,
      startedAt: .seconds(1),
      seq: 2,
      version: 2,
      at: .seconds(1)
    )
    guard case .update(let update) = try LayoutMessage(decoding: bytes) else {
      throw NoUpdate()
    }
    return (bytes.count, update, publisher)
  }

  @Test("a motion is shown up to the limit and cut to its end one past it")
  func limit() throws {
    // The cost grows with each move by the bytes of a number: bisects for the first motion that is cut.
    var (shown, cut) = (1_000, 60_000)
    while cut - shown > 1 {
      let middle = (shown + cut) / 2
      let last = try Self.publish(Self.trajectory(moves: middle)).update.timeline?.last
      if last == Limits.frames { shown = middle } else { cut = middle }
    }
    let trajectory = try Self.trajectory(moves: shown)
    let largest = try Self.publish(trajectory)
    let end = try Self.publish(Trajectory(rest: trajectory.end)).bytes
    #expect(largest.update.timeline?.last == Limits.frames)
    let cost = largest.bytes - end
    #expect(cost <= DaemonLimits.motionBytes && cost > DaemonLimits.motionBytes - 16, "\(cost)")
    #expect(largest.publisher.restsAt != nil)

    let past = try Self.trajectory(moves: cut)
    let still = try Self.publish(past)
    #expect(still.update.timeline?.tracks.isEmpty ?? true)
    #expect(still.bytes < 10_000)
    #expect(still.publisher.restsAt == nil)
    // New and present viewers are at its end.
    var publisher = still.publisher
    #expect(publisher.snapshot(now: .seconds(1)).scene == past.end)
    #expect(still.update.hash == publisher.beat.hash)
  }
}
