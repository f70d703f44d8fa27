import NavBase
import NavHost
import NavScene
import NavTestKit

/// Records every scene that the daemon ever had, frame by frame: viewers may show nothing else.
///
/// It keeps a copy of each stream's publisher after each update, and none of the messages sent.
struct SceneArchive {
  /// One update of one stream; a topic belongs to one stream of one daemon.
  struct Place: Hashable {
    let topic: [UInt8]
    let seq: UInt64
  }

  /// A place and the frame that a viewer showed last.
  struct Cursor: Hashable {
    var place: Place
    var frame: Int
  }

  private var steps: [Place: Step] = [:]

  /// Records new streams and new updates.
  mutating func note(_ core: borrowing DaemonCore, at now: Duration) {
    for stream in core.streams.values where !stream.isStale {
      let place = Place(topic: stream.topic, seq: stream.publisher.seq)
      if steps[place] == nil { steps[place] = Step(stream.publisher, at: now) }
    }
  }

  /// Finds a scene among the frames of a place.
  ///
  /// - Returns: its position; nil when the daemon never had it there, or only before the frame that
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

  /// One update of a stream, played as far as needed.
  private final class Step {
    private var publisher: Publisher
    private let notedAt: Duration
    private var scenes: [Scene] = []
    private var isOver = false

    init(_ publisher: Publisher, at now: Duration) {
      self.publisher = publisher
      notedAt = now
    }

    /// Returns a frame, counted from the one at the time of recording; nil after the last one.
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
