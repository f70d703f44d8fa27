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
      try apply(change)
    case .container(let id, let change):
      try apply(change, to: id)
    case .rows(let id, let first, let rows):
      guard first >= 0, first <= Limits.coordinate, rows.count <= Limits.coordinate else {
        throw CorruptUpdate("rows at \(first)")
      }
      try editRows(of: id, in: first..<first + rows.count) { $0.set(rows, at: first) }
    case .removeContainer(let id):
      guard let old = scene[id] else {
        throw CorruptUpdate("no container \(id.rawValue) to remove")
      }
      hash &-= old.digest &+ old.rowsDigest
      scene[id] = nil
    case .removeRows(let id, let range):
      try editRows(of: id, in: range) { $0.remove(range) }
    }
  }

  /// Sets one field of a container, for a track.
  package mutating func set(
    _ field: ContainerField,
    of id: ContainerID,
    to value: Int
  ) throws(CorruptUpdate) {
    try apply(ContainerChange(fields: [field: value]), to: id)
  }

  private mutating func apply(_ change: RootChange) throws(CorruptUpdate) {
    hash &-= scene.rootDigest
    for (field, value) in change.fields {
      guard scene.set(field, to: value) else { throw CorruptUpdate("root \(field) \(value)") }
    }
    for (text, value) in change.texts { scene[text] = value }
    hash &+= scene.rootDigest
  }

  private mutating func apply(
    _ change: ContainerChange,
    to id: ContainerID
  ) throws(CorruptUpdate) {
    var container: Container
    if let old = scene[id] {
      container = old
      hash &-= old.digest
    } else {
      guard id.rawValue > 0 else { throw CorruptUpdate("container 0") }
      container = Container(blank: id)
    }
    for (field, value) in change.fields {
      guard container.set(field, to: value) else {
        throw CorruptUpdate("container \(id.rawValue) \(field) \(value)")
      }
    }
    for (text, value) in change.texts { container[text] = value }
    hash &+= container.digest
    scene[id] = container
  }

  private mutating func editRows(
    of id: ContainerID,
    in range: Range<Int>,
    _ edit: (inout RowTable) -> Void
  ) throws(CorruptUpdate) {
    guard var container = scene[id] else { throw CorruptUpdate("no container \(id.rawValue)") }
    hash &-= container.rowsDigest(range)
    edit(&container.rows)
    hash &+= container.rowsDigest(range)
    scene[id] = container
  }
}
