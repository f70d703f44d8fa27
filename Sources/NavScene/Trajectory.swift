/// A scene's way from now to rest, known in whole when it begins (decision D-12).
package struct Trajectory: Hashable, Sendable {
  /// Frame 0: what is shown now.
  ///
  /// Holds everything that will be seen on the way.
  package var start: Scene
  /// How numbers move from frame to frame.
  package var tracks: [SceneTrack]
  /// The number of the last frame, in which `end` holds; 0 when nothing moves.
  package var length: Int
  /// What is shown at rest.
  package var end: Scene

  /// A change without motion.
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

/// The values that one field of one container takes in the frames 1, 2, ...; behind the last it stays.
package struct SceneTrack: Hashable, Sendable {
  package var container: ContainerID
  package var field: ContainerField
  package var values: [Int]

  package init(container: ContainerID, field: ContainerField, values: [Int]) {
    self.container = container
    self.field = field
    self.values = values
  }
}
