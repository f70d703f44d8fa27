/// The future of a scene as sent to viewers: the changes of each frame, and the movement of numbers from frame to frame
/// (proto/README.md: Timelines).
package struct Timeline: Hashable, Sendable {
  /// The first frame: 0, or the frame at which a joining viewer entered.
  package var first: Int
  package var last: Int
  /// The changes in ascending order of their frame.
  package var changes: [FramedChange]
  package var tracks: [DeltaTrack]

  package init(first: Int = 0, last: Int, changes: [FramedChange], tracks: [DeltaTrack] = []) {
    self.first = first
    self.last = last
    self.changes = changes
    self.tracks = tracks
  }
}

/// A change and the frame in which it is applied.
package struct FramedChange: Hashable, Sendable {
  package var frame: Int
  package var change: SceneChange

  package init(frame: Int, change: SceneChange) {
    self.frame = frame
    self.change = change
  }
}

/// The deltas added to one field of one object in frames `first + 1`, `first + 2`, ...
package struct DeltaTrack: Hashable, Sendable {
  /// The container that moves; nil for the root.
  package var container: ContainerID?
  /// The number of a field that holds a number, in the table of that object.
  package let number: Int
  package var deltas: [Int]

  package init(container: ContainerID, field: ContainerField, deltas: [Int]) {
    self.container = container
    number = Int(field.rawValue)
    self.deltas = deltas
  }

  package init(root field: RootField, deltas: [Int]) {
    container = nil
    number = Int(field.rawValue)
    self.deltas = deltas
  }

  /// Creates the track of a message; nil if this version knows no such number field.
  package init?(container: UInt32, field number: Int, deltas: [Int]) {
    let table = container == 0 ? FieldTable.root : .container
    guard table.hasNumber(number) else { return nil }
    self.container = container == 0 ? nil : ContainerID(rawValue: container)
    self.number = number
    self.deltas = deltas
  }
}

extension Timeline {
  /// Creates the timeline from a scene along a trajectory.
  package init(from base: Scene, along trajectory: Trajectory) {
    var changes = base.changes(to: trajectory.start).map { FramedChange(frame: 0, change: $0) }
    // By the replica law the viewer is now at the trajectory's start; the tracks continue from there.
    var scene = trajectory.start
    var tracks: [DeltaTrack] = []
    for track in trajectory.tracks {
      guard let index = scene.index(of: track.container) else {
        preconditionFailure("cannot move a container that is not in the scene")
      }
      var value = scene.containers.span[index][track.field]
      let deltas = track.values.map { next in
        defer { value = next }
        return next - value
      }
      tracks.append(
        DeltaTrack(container: track.container, field: track.field, deltas: deltas)
      )
      if !deltas.isEmpty {
        var change = FieldChange()
        change.set(Int(track.field.rawValue), to: value)
        let isInRange = scene.apply(change, toContainerAt: index)
        precondition(isInRange, "cannot move \(track.field) to \(value)")
      }
    }
    for change in scene.changes(to: trajectory.end) {
      changes.append(FramedChange(frame: trajectory.length, change: change))
    }
    self.init(last: trajectory.length, changes: changes, tracks: tracks)
  }

  /// Whether the timeline changes nothing.
  package var isEmpty: Bool { changes.isEmpty && tracks.isEmpty }

  /// Returns the rest of the timeline for a viewer that joins at a frame with the scene of that frame.
  package func rest(from frame: Int) -> Timeline {
    Timeline(
      first: frame,
      last: last,
      changes: changes.filter { $0.frame > frame },
      tracks: tracks.map { track in
        var rest = track
        rest.deltas = Array(track.deltas.dropFirst(frame - first))
        return rest
      }
    )
  }

  /// Validates a received timeline: frames in order and within the limits.
  func check() throws(CorruptUpdate) {
    guard first >= 0, last >= first, last - first <= Limits.frames else {
      throw CorruptUpdate("frames \(first) to \(last)")
    }
    guard changes.allSatisfy({ $0.frame >= first && $0.frame <= last }),
      zip(changes, changes.dropFirst()).allSatisfy({ $0.frame <= $1.frame })
    else { throw CorruptUpdate("changes out of order") }
    guard tracks.allSatisfy({ $0.deltas.count <= last - first }) else {
      throw CorruptUpdate("a track is longer than its timeline")
    }
  }
}
