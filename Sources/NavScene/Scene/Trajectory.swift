/// A scene's motion from its current state to rest, computed completely when it begins (decision D-12).
package struct Trajectory: Hashable, Sendable {
  /// Frame 0: the scene shown now.
  ///
  /// Contains everything that becomes visible during the motion.
  package var start: Scene
  /// The fields that change from frame to frame.
  package var tracks: [SceneTrack]
  /// The number of the last frame, which shows `end`; 0 without motion.
  package var length: Int
  /// The scene shown at rest.
  package var end: Scene

  /// Creates a change without motion.
  package init(rest scene: Scene) {
    self.init(start: scene, tracks: [], length: 0, end: scene)
  }

  package init(start: Scene, tracks: [SceneTrack], length: Int, end: Scene) {
    precondition(length <= Limits.frames, "cannot move over \(length) frames")
    precondition(
      tracks.allSatisfy { $0.values.count <= length },
      "a track is longer than its motion"
    )
    self.start = start
    self.tracks = tracks
    self.length = length
    self.end = end
  }
}

/// The values of one field of one container in frames 1, 2, ...; the last value stays in effect.
package struct SceneTrack: Hashable, Sendable {
  package var container: ContainerID
  package var field: ContainerField
  package var values: [Int]

  package init(container: ContainerID, field: ContainerField, values: [Int]) {
    self.container = container
    self.field = field
    self.values = values
  }

  /// Creates the track of a field by its values in all frames, the current one first, without those that repeat to the
  /// end; nil if the field never changes.
  package init?(_ field: ContainerField, of container: ContainerID, along values: [Int]) {
    guard let last = values.last, let end = values.lastIndex(where: { $0 != last }) else {
      return nil
    }
    self.init(container: container, field: field, values: Array(values[1...end + 1]))
  }
}
