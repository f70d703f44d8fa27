import NavBase
package import NavScene

extension SplitMix64 {
  /// Any valid scene: every field anywhere in its range, containers and rows at random.
  package mutating func scene() -> Scene {
    var scene = Scene(viewport: CellSize(columns: int(in: 0...300), rows: int(in: 0...100)))
    for _ in 0..<int(in: 0...6) { mutate(&scene) }
    return scene
  }

  /// The place of a stack.
  package mutating func stackReport() -> StackReport {
    let low = Double(int(in: -1_000...1_000)) / 8
    return StackReport(
      stack: ContainerID(rawValue: UInt32(int(in: 1...1_000))),
      offset: Double(int(in: -1_000...1_000)) / 8,
      target: Double(int(in: -1_000...1_000)) / 8,
      range: low...low + Double(int(in: 0...1_000)) / 8,
      active: ContainerID(rawValue: UInt32(int(in: 1...1_000))),
      position: pick(StackPosition.allCases)
    )
  }

  /// Changes one thing of a scene: a field, a title, rows, or the set of containers.
  package mutating func mutate(_ scene: inout Scene) {
    switch int(in: 0...9) {
    case 0: mutateRoot(&scene)
    case 1, 2:
      let id = ContainerID(rawValue: UInt32(int(in: 1...12)))
      if scene[id] == nil { scene.insert(container(id)) }
    case 3:
      guard !scene.containers.isEmpty else { return }
      scene[pick(scene.containers).id] = nil
    case 4...6:
      guard !scene.containers.isEmpty else { return }
      let id = pick(scene.containers).id
      setRandomField(of: &scene, id)
    case 7:
      guard !scene.containers.isEmpty else { return }
      scene[pick(scene.containers).id]?[pick(ContainerText.allCases)] = text()
    default:
      guard !scene.containers.isEmpty else { return }
      let id = pick(scene.containers).id
      let first = int(in: 0...30)
      if oneIn(3) {
        scene[id]?.rows.remove(first..<first + int(in: 0...20))
      } else {
        scene[id]?.rows.set(textRows(0...8), at: first)
      }
    }
  }

  private mutating func container(_ id: ContainerID) -> Container {
    var container = Container(
      id: id,
      kind: pick(ContainerKind.allCases),
      frame: CellRect(int(in: -300...300), int(in: -100...100), int(in: 0...300), int(in: 0...100))
    )
    for field in ContainerText.allCases where oneIn(2) { container[field] = text() }
    if oneIn(2) { container.rows.set(textRows(0...6), at: int(in: 0...10)) }
    return container
  }

  private mutating func mutateRoot(_ scene: inout Scene) {
    guard !oneIn(10) else { return scene[pick(RootText.allCases)] = text() }
    let field = pick(RootField.allCases)
    // Sizes stay such that the scene can be painted.
    let value =
      field == .columns || field == .rows
      ? int(in: 0...1000) : value(of: FieldTable.root.field(Int(field.rawValue)), below: 13)
    precondition(scene.set(field, to: value), "cannot set \(field) to \(value)")
  }

  private mutating func setRandomField(of scene: inout Scene, _ id: ContainerID) {
    let field = pick(ContainerField.allCases)
    let value = value(of: field, in: id)
    precondition(scene[id]?.set(field, to: value) == true, "cannot set \(field) to \(value)")
  }

  private mutating func value(of field: ContainerField, in id: ContainerID) -> Int {
    value(of: FieldTable.container.field(Int(field.rawValue)), below: Int(id.rawValue))
  }

  /// Returns a random value of a field, and a container's id below a number.
  private mutating func value(of row: Field?, below id: Int) -> Int {
    guard let row else { return 0 }
    return switch row.kind {
    case .id: int(in: 0...id - 1)
    case .flag, .enumeration: int(in: row.range)
    case .number where row.range == 0...255: int(in: row.range)
    case .number where row.isSigned:
      // Extreme values, limited so that differences still fit the wire's 32 bits.
      oneIn(10) ? pick([-1 << 30, 1 << 30]) : int(in: -400...400)
    case .number, .index: oneIn(10) ? 1 << 30 : int(in: 0...400)
    case .text: preconditionFailure("cannot make a number of \(row.name)")
    }
  }

  /// A motion from any scene to any other, with up to three tracks and at most `length` frames.
  package mutating func trajectory(from base: Scene, length longest: Int = 40) -> Trajectory {
    var start = base
    for _ in 0..<int(in: 0...4) { mutate(&start) }
    let length = oneIn(5) ? 0 : int(in: 1...longest)
    var tracks: [SceneTrack] = []
    var end = start
    for _ in 0..<(length == 0 ? 0 : int(in: 0...3)) {
      guard !start.containers.isEmpty else { break }
      let id = pick(start.containers).id
      let field = pick([ContainerField.scrollX, .scrollY, .x, .y, .width, .overlay, .isHidden])
      guard !tracks.contains(where: { $0.container == id && $0.field == field }) else { continue }
      let values = (0..<int(in: 0...length)).map { _ in value(of: field, in: id) / 2 }
      tracks.append(SceneTrack(container: id, field: field, values: values))
      if let last = values.last { _ = end[id]?.set(field, to: last) }
    }
    for _ in 0..<int(in: 0...4) { mutate(&end) }
    return Trajectory(start: start, tracks: tracks, length: length, end: length == 0 ? start : end)
  }
}
