package import NavScene
import NavText

/// A scene with its hash, which every change updates.
///
/// A change costs O(change).
package struct HashedScene: Hashable, Sendable {
  package private(set) var scene: Scene
  package private(set) var hash: UInt64

  package init(_ scene: Scene) {
    self.scene = scene
    self.hash = scene.digest
  }

  /// Applies a change.
  ///
  /// - Throws: `CorruptUpdate` if the change refers to a missing object or is out of range; the scene is invalid
  ///   afterwards.
  package mutating func apply(_ change: SceneChange) throws(CorruptUpdate) {
    switch change {
    case .root(let change):
      hash &-= scene.rootDigest
      guard scene.apply(change.fields) else {
        throw CorruptUpdate("root \(FieldTable.root.violation(of: change.fields) ?? "")")
      }
      hash &+= scene.rootDigest
    case .container(let id, let change):
      try apply(change.fields, to: id)
    case .rows(let id, let first, let rows):
      guard first >= 0, first <= Limits.coordinate, rows.count <= Limits.coordinate else {
        throw CorruptUpdate("rows at \(first)")
      }
      let (index, range) = (try index(of: id), first..<first + rows.count)
      hash &-= scene.containers.span[index].rowsDigest(range)
      scene.setRows(rows, at: first, ofContainerAt: index)
      hash &+= scene.containers.span[index].rowsDigest(range)
    case .removeContainer(let id):
      let index = try index(of: id)
      hash &-= digest(ofContainerAt: index) &+ scene.containers.span[index].rowsDigest
      scene[id] = nil
    case .removeRows(let id, let range):
      let index = try index(of: id)
      hash &-= scene.containers.span[index].rowsDigest(range)
      scene.removeRows(range, ofContainerAt: index)
    }
  }

  /// Adds a number to the field that a track moves.
  package mutating func add(_ delta: Int, along track: DeltaTrack) throws(CorruptUpdate) {
    var change = FieldChange()
    if let id = track.container {
      let values = scene.containers.span[try index(of: id)].values
      change.set(track.number, to: try Self.sum(values[track.number], delta))
      try apply(change, to: id)
    } else {
      change.set(track.number, to: try Self.sum(scene.root[track.number], delta))
      try apply(.root(RootChange(change)))
    }
  }

  private static func sum(_ value: Int, _ delta: Int) throws(CorruptUpdate) -> Int {
    let (sum, overflow) = value.addingReportingOverflow(delta)
    guard !overflow else { throw CorruptUpdate("a track leaves the number range") }
    return sum
  }

  private mutating func apply(
    _ change: FieldChange,
    to id: ContainerID
  ) throws(CorruptUpdate) {
    let index: Int
    if let old = scene.index(of: id) {
      index = old
      hash &-= digest(ofContainerAt: index)
    } else {
      guard id.rawValue > 0 else { throw CorruptUpdate("container 0") }
      scene.insert(Container(id))
      index = try self.index(of: id)
    }
    guard scene.apply(change, toContainerAt: index) else {
      let violation = FieldTable.container.violation(of: change) ?? "parent"
      throw CorruptUpdate("container \(id.rawValue) \(violation)")
    }
    hash &+= digest(ofContainerAt: index)
  }

  private func digest(ofContainerAt index: Int) -> UInt64 {
    scene.containers.span[index].digest
  }

  private func index(of id: ContainerID) throws(CorruptUpdate) -> Int {
    guard let index = scene.index(of: id) else {
      throw CorruptUpdate("no container \(id.rawValue)")
    }
    return index
  }
}
