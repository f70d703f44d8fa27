import NavBase

/// A scene with its hash, which every change updates.
///
/// A change costs O(change). A number that moves from frame to frame is only added up: its container is hashed when the
/// hash is read, and not for every frame.
package struct HashedScene: Sendable {
  package private(set) var scene: Scene
  /// The sum of the digests of all objects but the containers that move.
  private var settled: UInt64
  /// The containers that move.
  private var moving: [ContainerID] = []
  /// The containers and rows that changes may still move in their lists: of a received message, few.
  var movesLeft = Int.max
  /// The most containers that move; any other one is hashed with each change.
  private static let mostMoving = 16

  package init(_ scene: Scene) {
    self.scene = scene
    settled = scene.digest
  }

  package var hash: UInt64 {
    var sum = settled
    for id in moving {
      if let index = scene.index(of: id) { sum &+= digest(ofContainerAt: index) }
    }
    return sum
  }

  /// Applies a change.
  ///
  /// - Throws: `CorruptUpdate` if the change refers to a missing object or is out of range; the scene is invalid
  ///   afterwards.
  package mutating func apply(_ change: SceneChange) throws(CorruptUpdate) {
    switch change {
    case .root(let change):
      settled &-= scene.rootDigest
      guard scene.apply(change.fields) else {
        throw CorruptUpdate("root \(FieldTable.root.violation(of: change.fields) ?? "")")
      }
      settled &+= scene.rootDigest
    case .container(let id, let change):
      try apply(change.fields, to: id)
    case .rows(let id, let first, let rows):
      guard first >= 0, first <= Limits.coordinate, rows.count <= Limits.coordinate else {
        throw CorruptUpdate("rows at \(first)")
      }
      let (index, range) = (try index(of: id), first..<first + rows.count)
      try move(scene[at: index].rows.moves(from: first))
      settled &-= scene[at: index].rowsDigest(range)
      scene.setRows(rows, at: first, ofContainerAt: index)
      settled &+= scene[at: index].rowsDigest(range)
    case .removeContainer(let id):
      let index = try index(of: id)
      try move(scene.moves(around: id))
      settle(containerAt: index)
      settled &-= digest(ofContainerAt: index) &+ scene[at: index].rowsDigest
      scene[id] = nil
    case .removeRows(let id, let range):
      let index = try index(of: id)
      try move(scene[at: index].rows.moves(from: range.lowerBound))
      settled &-= scene[at: index].rowsDigest(range)
      scene.removeRows(range, ofContainerAt: index)
    }
  }

  /// Adds a number to the field that a track moves.
  package mutating func add(_ delta: Int, along track: DeltaTrack) throws(CorruptUpdate) {
    guard let id = track.container else {
      var change = FieldChange()
      change.set(track.number, to: try Self.sum(scene.root[track.number], delta))
      return try apply(.root(RootChange(change)))
    }
    let index = try index(of: id)
    let value = try Self.sum(scene[at: index].values[track.number], delta)
    let isMoving = moving.contains(id)
    if !isMoving { settled &-= digest(ofContainerAt: index) }
    guard scene.set(track.number, to: value, ofContainerAt: index) else {
      let field = FieldTable.container.field(track.number)?.name ?? ""
      throw CorruptUpdate("container \(id.rawValue) \(field) \(value)")
    }
    if isMoving { return }
    if moving.count < Self.mostMoving {
      moving.append(id)
    } else {
      settled &+= digest(ofContainerAt: index)
    }
  }

  /// Adds a container that moves to the sum.
  private mutating func settle(containerAt index: Int) {
    let id = scene[at: index].id
    guard let place = moving.firstIndex(of: id) else { return }
    moving.remove(at: place)
    settled &+= digest(ofContainerAt: index)
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
      settle(containerAt: index)
      settled &-= digest(ofContainerAt: index)
    } else {
      guard id.rawValue > 0, scene.containers.count < Limits.containers else {
        throw CorruptUpdate("container \(id.rawValue)")
      }
      try move(scene.moves(around: id))
      scene.insert(Container(id))
      index = try self.index(of: id)
    }
    guard scene.apply(change, toContainerAt: index) else {
      let violation = FieldTable.container.violation(of: change) ?? "parent"
      throw CorruptUpdate("container \(id.rawValue) \(violation)")
    }
    settled &+= digest(ofContainerAt: index)
  }

  /// Counts what a change moves.
  private mutating func move(_ count: Int) throws(CorruptUpdate) {
    movesLeft -= count
    guard movesLeft >= 0 else { throw CorruptUpdate("changes out of order") }
  }

  private func digest(ofContainerAt index: Int) -> UInt64 {
    scene[at: index].digest
  }

  private func index(of id: ContainerID) throws(CorruptUpdate) -> Int {
    guard let index = scene.index(of: id) else {
      throw CorruptUpdate("no container \(id.rawValue)")
    }
    return index
  }
}

extension HashedScene: Hashable {
  package static func == (a: HashedScene, b: HashedScene) -> Bool {
    a.scene == b.scene && a.hash == b.hash
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(scene)
    hasher.combine(hash)
  }
}

/// An FNV-1a 64 digest of one object of a scene, as specified in `proto/navd/v1/scene.proto`.
struct Digest {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Starts the digest of an object with its kind and key.
  init(kind: UInt8, id: UInt32, index: Int) {
    add(byte: kind)
    add(Int(id))
    add(index)
  }

  mutating func add(field: UInt8, _ value: Int) {
    add(byte: field)
    add(value)
  }

  mutating func add(field: UInt8, _ text: String) {
    add(byte: field)
    add(text)
  }

  mutating func add(byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01b3
  }

  mutating func add(_ integer: Int) {
    var rest = UInt64(bitPattern: Int64(integer))
    if rest < 0x100 {
      // A byte and seven zeros, each of which only multiplies by the prime: its eighth power.
      value = (value ^ rest) &* 0x1efa_c709_0aef_4a21
      return
    }
    for _ in 0..<8 {
      add(byte: UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }

  mutating func add(_ text: String) {
    let bytes = text.utf8Span.span
    add(bytes.count)
    for index in bytes.indices { add(byte: bytes[index]) }
  }
}

extension FieldValues {
  /// Returns the digest of the object with these values.
  func digest(kind: UInt8, id: UInt32, of table: FieldTable) -> UInt64 {
    var digest = Digest(kind: kind, id: id, index: 0)
    let numbers = numbers.span
    let textFields = table.texts
    var rest = table.hashed
    while let number = rest.popFirst() {
      digest.add(byte: UInt8(truncatingIfNeeded: number))
      if textFields.contains(number) {
        digest.add(texts[textFields.rank(of: number)])
      } else {
        digest.add(numbers[number])
      }
    }
    return digest.value
  }
}

extension Scene {
  /// The hash of the whole scene: the wrapping sum of its objects' digests.
  ///
  /// O(scene).
  package var digest: UInt64 {
    let containers = containers.span
    var sum = rootDigest
    for index in containers.indices {
      sum &+= containers[index].digest &+ containers[index].rowsDigest
    }
    return sum
  }

  var rootDigest: UInt64 { root.digest(kind: 1, id: 0, of: .root) }
}

extension Container {
  /// The digest of the container without its rows.
  var digest: UInt64 { values.digest(kind: 2, id: id.rawValue, of: .container) }

  var rowsDigest: UInt64 {
    rows.segments.reduce(0) { sum, segment in
      sum &+ rowsDigest(segment.first..<segment.end)
    }
  }

  /// Returns the sum of the digests of the rows in a range.
  func rowsDigest(_ range: Range<Int>) -> UInt64 {
    var sum: UInt64 = 0
    for segment in rows.segments {
      let common = range.clamped(to: segment.first..<segment.end)
      for index in common {
        sum &+= segment.rows[index - segment.first].digest(in: id, at: index)
      }
    }
    return sum
  }
}

extension TextRow {
  func digest(in container: ContainerID, at index: Int) -> UInt64 {
    var digest = Digest(kind: 3, id: container.rawValue, index: index)
    digest.add(field: 1, text)
    digest.add(byte: 2)
    digest.add(runs.count)
    for run in runs {
      digest.add(run.length)
      digest.add(Int(run.style.roleCode))
      digest.add(Int(run.style.attributeCode))
      digest.add(run.style.link ?? "")
      for case let color? in [run.style.foreground, run.style.background] {
        digest.add(Int(color.code))
      }
    }
    digest.add(field: 3, indent)
    digest.add(field: 4, Int(fillCode))
    return digest.value
  }
}
