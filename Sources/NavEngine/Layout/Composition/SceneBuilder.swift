package import NavBase
package import NavScene

/// Assembles the containers of a scene, each with its motion to rest.
///
/// Containers that move at the same time share one trajectory: they are added with their tracks from now on, and those
/// that rest earlier keep their final state (D-12).
package struct SceneBuilder: Sendable {
  package let viewport: CellSize
  /// The number of the last frame; 0 without motion.
  package let length: Int
  /// Empty without motion.
  private(set) var start: [Container] = []
  private(set) var end: [Container] = []
  private var tracks: [SceneTrack] = []

  package init(viewport: CellSize, length: Int = 0) {
    precondition((0...Limits.frames).contains(length), "cannot move over \(length) frames")
    self.viewport = viewport
    self.length = length
  }

  /// Adds a container that does not move.
  package mutating func add(_ container: Container) {
    if length > 0 { start.append(container) }
    end.append(container)
  }

  /// Adds a container that moves.
  ///
  /// - Parameters:
  ///   - first: the current container, with everything that it shows during the motion; nil if it exists only at rest.
  ///   - tracks: the tracks of its fields from now on; none longer than `length`.
  ///   - last: the container at rest; nil if it does not exist then.
  package mutating func add(from first: Container?, tracks: [SceneTrack] = [], to last: Container?)
  {
    if let first, length > 0 { start.append(first) }
    if let last { end.append(last) }
    self.tracks += tracks
  }

  /// Adds the motion of one builder and the rest of another: two layouts of the same containers, for example if their
  /// available size shrinks at the end of a motion.
  package mutating func add(motionOf moving: SceneBuilder, restOf resting: SceneBuilder) {
    start += moving.start
    tracks += moving.tracks
    end += resting.end
  }

  /// Returns an empty builder for the same viewport and motion.
  package func emptied() -> SceneBuilder {
    SceneBuilder(viewport: viewport, length: length)
  }

  /// Returns all containers as one trajectory.
  ///
  /// - Parameters:
  ///   - focus: the focused container; a scene without it has none.
  ///   - kind: the key table that applies to it.
  ///   - facts: the facts about the session in every scene.
  /// - Returns: the trajectory to rest.
  package func trajectory(
    focus: ContainerID?,
    kind: KeyFocus,
    facts: SessionFacts
  ) -> Trajectory {
    func scene(of containers: [Container]) -> Scene {
      var scene = Scene(viewport: viewport, of: facts)
      scene.focusKind = kind
      scene.insert(contentsOf: containers)
      // A container that appears at the end of a motion has no focus before.
      scene.focus = focus.flatMap { scene.index(of: $0) == nil ? nil : $0 }
      return scene
    }
    let last = scene(of: end)
    guard length > 0 else { return Trajectory(rest: last) }
    let first = scene(of: start)
    let seen = tracks.filter { first.index(of: $0.container) != nil }
    return Trajectory(start: first, tracks: seen, length: length, end: last)
  }
}
