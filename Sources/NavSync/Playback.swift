import NavGeometry
import NavScene

/// A timeline being played: gives the scene of any frame, in either direction.
///
/// The daemon and every viewer hold one per stream. Moving on costs what changes; going back, which only an
/// interruption asks for, begins at the scene before the timeline.
package struct Playback: Sendable {
  private let before: HashedScene
  package let timeline: Timeline
  /// When frame 0 was, by the clock of whoever plays.
  package let startedAt: Duration
  package private(set) var frame: Int
  package private(set) var current: HashedScene
  /// Changes up to this index have happened.
  private var nextChange = 0
  /// Whether there is no timeline: the scene is the same in whatever frame somebody else counts.
  private let isStill: Bool

  /// - Parameters:
  ///   - timeline: what is to be played.
  ///   - scene: what is there before the changes of the first frame.
  ///   - startedAt: when frame 0 was.
  /// - Throws: when the timeline contradicts itself or the scene.
  package init(
    _ timeline: Timeline,
    from scene: HashedScene,
    startedAt: Duration
  ) throws(CorruptUpdate) {
    try timeline.check()
    before = scene
    self.timeline = timeline
    self.startedAt = startedAt
    frame = timeline.first
    current = scene
    isStill = false
    try applyChanges(of: timeline.first)
  }

  /// A scene at rest.
  package init(resting scene: HashedScene) {
    before = scene
    timeline = Timeline(last: 0, changes: [])
    startedAt = .zero
    frame = 0
    current = scene
    isStill = true
  }

  package var isOver: Bool { frame == timeline.last }

  /// The frame whose time has come, at most the last one.
  package func frame(at now: Duration) -> Int {
    min(max(FrameTime.frame(at: now - startedAt), timeline.first), timeline.last)
  }

  /// When the frame after the one that is shown is due; nil at the end.
  package var nextFrameTime: Duration? {
    isOver ? nil : startedAt + FrameTime.start(of: frame + 1)
  }

  /// Moves on to the frame whose time has come.
  package mutating func advance(to now: Duration) throws(CorruptUpdate) {
    try move(to: max(frame, frame(at: now)))
  }

  package mutating func finish() throws(CorruptUpdate) {
    try move(to: timeline.last)
  }

  /// The scene of a frame, exactly as every other player of this timeline has it.
  ///
  /// - Throws: when the timeline has no such frame.
  package func scene(atFrame wanted: Int) throws(CorruptUpdate) -> HashedScene {
    // Who joined after a motion knows nothing of its frames, and was given what its last one shows.
    if isStill { return current }
    guard (timeline.first...timeline.last).contains(wanted) else {
      throw CorruptUpdate("frame \(wanted) of a timeline of \(timeline.first) to \(timeline.last)")
    }
    if wanted == frame { return current }
    var player = self
    if wanted < frame {
      player = try Playback(timeline, from: before, startedAt: startedAt)
    }
    try player.move(to: wanted)
    return player.current
  }

  /// Moves on to a frame; stretches without a change are passed in one step.
  private mutating func move(to wanted: Int) throws(CorruptUpdate) {
    while frame < wanted {
      let next =
        nextChange < timeline.changes.count
        ? min(wanted, max(frame + 1, timeline.changes[nextChange].frame)) : wanted
      for track in timeline.tracks {
        try pass(track, from: frame - timeline.first, to: next - timeline.first)
      }
      frame = next
      try applyChanges(of: frame)
    }
  }

  /// Adds what a track adds in the frames behind `start` up to `end`, both counted from the first.
  private mutating func pass(
    _ track: DeltaTrack,
    from start: Int,
    to end: Int
  ) throws(CorruptUpdate) {
    var sum = 0
    for delta in track.deltas.dropFirst(start).prefix(end - start) {
      let (more, overflow) = sum.addingReportingOverflow(delta)
      guard !overflow else { throw CorruptUpdate("a track leaves the number range") }
      sum = more
    }
    guard sum != 0 else { return }
    guard let value = current.scene[track.container]?[track.field] else {
      throw CorruptUpdate("a track moves container \(track.container.rawValue), which is gone")
    }
    let (moved, overflow) = value.addingReportingOverflow(sum)
    guard !overflow else { throw CorruptUpdate("a track leaves the number range") }
    try current.set(track.field, of: track.container, to: moved)
  }

  private mutating func applyChanges(of frame: Int) throws(CorruptUpdate) {
    while nextChange < timeline.changes.count, timeline.changes[nextChange].frame <= frame {
      try current.apply(timeline.changes[nextChange].change)
      nextChange += 1
    }
  }
}
