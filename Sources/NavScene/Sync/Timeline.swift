package import NavBase

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

extension Scene {
  /// Returns the changes that turn this scene into another one exactly.
  ///
  /// O(both scenes); the list is empty if and only if they are equal.
  package func changes(to other: Scene) -> [SceneChange] {
    var changes: [SceneChange] = []
    let mask = root.difference(from: other.root, in: .root)
    if !mask.isEmpty {
      changes.append(.root(RootChange(FieldChange(mask, of: other.root, in: .root))))
    }
    for old in containers where other.index(of: old.id) == nil {
      changes.append(.removeContainer(old.id))
    }
    // Both are ascending by id, so one pass finds the container before each change.
    var place = 0
    for new in other.containers {
      while place < containers.count, containers[place].id < new.id { place += 1 }
      if place < containers.count, containers[place].id == new.id {
        new.add(to: &changes, from: containers[place], isNew: false)
      } else {
        new.add(to: &changes, from: Container(new.id), isNew: true)
      }
    }
    return changes
  }
}

extension Container {
  /// The fields that describe the container to somebody who does not know it: all but those with initial values.
  package var stated: FieldMask {
    var mask = FieldTable.container.initial.difference(from: values, in: .container)
    // The kind is always stated, because no kind is the default on the wire.
    mask.insert(Int(ContainerField.kind.rawValue))
    return mask
  }

  /// Appends the changes that lead from an older state of the container to this one.
  fileprivate func add(to changes: inout [SceneChange], from old: Container, isNew: Bool) {
    let mask = isNew ? stated : old.values.difference(from: values, in: .container)
    if !mask.isEmpty {
      let change = ContainerChange(FieldChange(mask, of: values, in: .container))
      changes.append(.container(id, change))
    }
    guard old.rows != rows else { return }
    changes += old.rows.removals(to: rows).map { .removeRows(id, $0) }
    changes += old.rows.additions(to: rows).map { .rows(id, first: $0.first, $0.rows) }
  }
}

extension RowTable {
  /// Returns the ranges of rows that exist here and not in `other`.
  fileprivate func removals(to other: RowTable) -> [Range<Int>] {
    segments.flatMap { segment -> [Range<Int>] in
      var left = [segment.first..<segment.end]
      for there in other.segments {
        left = left.flatMap { $0.subtracting(there.first..<there.end) }
      }
      return left
    }
  }

  /// Returns the ranges of rows in `other` that are new or differ.
  fileprivate func additions(to other: RowTable) -> [RowSegment] {
    var additions: [RowSegment] = []
    for segment in other.segments {
      let here = segments.first { $0.first <= segment.first && segment.end <= $0.end }
      if let here, here.rows[(segment.first - here.first)...].starts(with: segment.rows) {
        continue
      }
      for (offset, row) in segment.rows.enumerated() where self[segment.first + offset] != row {
        let index = segment.first + offset
        if let last = additions.last, last.end == index {
          additions[additions.count - 1].rows.append(row)
        } else {
          additions.append(RowSegment(first: index, rows: [row]))
        }
      }
    }
    return additions
  }
}

extension Range<Int> {
  fileprivate func subtracting(_ other: Range<Int>) -> [Range<Int>] {
    guard overlaps(other) else { return [self] }
    return [
      lowerBound..<Swift.max(lowerBound, other.lowerBound),
      Swift.min(upperBound, other.upperBound)..<upperBound,
    ].filter { !$0.isEmpty }
  }
}

/// One change of a scene, the smallest unit of a diff.
package enum SceneChange: Hashable, Sendable {
  case root(RootChange)
  /// Sets fields of a container; creates it when its id is new.
  case container(ContainerID, ContainerChange)
  /// Replaces rows from an index on.
  case rows(ContainerID, first: Int, [TextRow])
  /// Removes a container with its rows.
  case removeContainer(ContainerID)
  case removeRows(ContainerID, Range<Int>)
}

/// The changed fields of a scene's root.
package struct RootChange: Hashable, Sendable {
  package var fields: FieldChange

  package init(_ fields: FieldChange) {
    self.fields = fields
  }

  package init(
    fields: KeyValuePairs<RootField, Int> = [:],
    texts: KeyValuePairs<RootText, String> = [:]
  ) {
    self.fields = FieldChange()
    for (field, value) in fields { self.fields.set(Int(field.rawValue), to: value) }
    for (text, value) in texts { self.fields.set(Int(text.rawValue), to: value, in: .root) }
  }
}

/// The changed fields of a container.
package struct ContainerChange: Hashable, Sendable {
  package var fields: FieldChange

  package init(_ fields: FieldChange) {
    self.fields = fields
  }

  package init(
    fields: KeyValuePairs<ContainerField, Int> = [:],
    texts: KeyValuePairs<ContainerText, String> = [:]
  ) {
    self.fields = FieldChange()
    for (field, value) in fields { self.fields.set(Int(field.rawValue), to: value) }
    for (text, value) in texts { self.fields.set(Int(text.rawValue), to: value, in: .container) }
  }
}

/// The received data does not fit the current scene: the replica must join again.
package struct CorruptUpdate: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}
