package import NavGeometry
package import NavScene

/// Puts the containers of a scene together, each with its way to rest.
///
/// Containers that move at the same time share one trajectory: they are added with their ways from now on, and
/// what comes to rest earlier stays where it is (D-12).
package struct SceneBuilder: Sendable {
  package let viewport: CellSize
  /// The number of the last frame; 0 where nothing moves.
  package let length: Int
  private var start: [Container] = []
  private var end: [Container] = []
  private var tracks: [SceneTrack] = []

  package init(viewport: CellSize, length: Int = 0) {
    precondition((0...Limits.frames).contains(length), "cannot move over \(length) frames")
    self.viewport = viewport
    self.length = length
  }

  /// Adds a container that does not move.
  package mutating func add(_ container: Container) {
    start.append(container)
    end.append(container)
  }

  /// Adds a container on its way.
  ///
  /// - Parameters:
  ///   - first: how it is now, with everything that it shows on the way; nil where it only comes at rest.
  ///   - ways: how its fields move from now on; none longer than `length`.
  ///   - last: how it is at rest; nil where it has gone by then.
  package mutating func add(from first: Container?, ways: [SceneTrack] = [], to last: Container?) {
    if let first { start.append(first) }
    if let last { end.append(last) }
    tracks += ways
  }

  /// Adds what another builder holds of the way and of the rest: two layouts of the same containers, as where
  /// their room becomes smaller when a motion ends.
  package mutating func add(wayOf moving: SceneBuilder, restOf resting: SceneBuilder) {
    start += moving.start
    tracks += moving.tracks
    end += resting.end
  }

  /// An empty builder for the same viewport and motion.
  package func emptied() -> SceneBuilder {
    SceneBuilder(viewport: viewport, length: length)
  }

  /// Everything as one trajectory.
  ///
  /// - Parameters:
  ///   - focus: the container that has the keys.
  ///   - kind: what they mean there.
  ///   - facts: what every scene says of the session.
  /// - Returns: the way to rest.
  package func trajectory(
    focus: ContainerID?,
    kind: FocusKind,
    facts: SessionFacts
  ) -> Trajectory {
    func scene(of containers: [Container]) -> Scene {
      var scene = Scene(viewport: viewport, of: facts)
      scene.focus = focus
      scene.focusKind = kind
      for container in containers.sorted(by: { $0.id < $1.id })
      where container.parent.map({ scene[$0] != nil }) ?? true {
        scene.insert(container)
      }
      return scene
    }
    let last = scene(of: end)
    guard length > 0 else { return Trajectory(rest: last) }
    let first = scene(of: start)
    let seen = tracks.filter { first[$0.container] != nil }
    return Trajectory(start: first, tracks: seen, length: length, end: last)
  }
}
