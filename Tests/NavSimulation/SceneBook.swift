import NavGeometry
import NavScene
import NavSync
import NavTestKit
import NavHost

/// Every scene that the daemon ever had, frame by frame: nothing else may be shown.
///
/// It keeps the daemon's own end of each stream as it was after each step, and nothing of what was
/// sent.
struct SceneBook {
  /// One step of one stream; a topic belongs to one stream of one run of the daemon.
  struct Place: Hashable {
    let topic: [UInt8]
    let seq: UInt64
  }

  /// A place and the frame of it that a viewer showed last.
  struct Cursor: Hashable {
    var place: Place
    var frame: Int
  }

  private var steps: [Place: Step] = [:]

  /// Looks for streams that have begun or moved on.
  mutating func note(_ core: borrowing DaemonCore, at now: Duration) {
    for stream in core.streams.values where !stream.isStale {
      let place = Place(topic: stream.topic, seq: stream.publisher.seq)
      if steps[place] == nil { steps[place] = Step(stream.publisher, at: now) }
    }
  }

  /// Finds a scene among those of a place.
  ///
  /// - Returns: where it is; nil when the daemon never had it there, or only before the frame that
  ///   the same replica already showed.
  func find(_ scene: Scene, at place: Place, after last: Cursor?) -> Cursor? {
    guard let step = steps[place] else { return nil }
    var frame = last?.place == place ? last?.frame ?? 0 : 0
    while let other = step.scene(atFrame: frame) {
      if other == scene { return Cursor(place: place, frame: frame) }
      frame += 1
    }
    return nil
  }

  /// One step of a stream, played as far as anybody has looked.
  private final class Step {
    private var publisher: Publisher
    private let notedAt: Duration
    private var scenes: [Scene] = []
    private var isOver = false

    init(_ publisher: Publisher, at now: Duration) {
      self.publisher = publisher
      notedAt = now
    }

    /// Counted from the one that was there when the step was noted; nil behind the last.
    func scene(atFrame frame: Int) -> Scene? {
      while scenes.count <= frame, !isOver {
        let snapshot = publisher.snapshot(now: notedAt + FrameTime.start(of: scenes.count))
        scenes.append(snapshot.scene)
        isOver = snapshot.timeline == nil
      }
      return frame < scenes.count ? scenes[frame] : nil
    }
  }
}
