import NavBase
import NavScene
import NavTestKit
import Testing

@Suite("A scene with its hash")
struct HashedSceneTests {
  @Test("numbers that move, and other changes between them, lead to the hash of the scene")
  func hashOfMovingContainers() throws {
    try forSeeds(0..<200) { generator in
      var scene = Scene(viewport: CellSize(columns: 80, rows: 24))
      // More containers than are left unhashed while they move.
      let ids = (1...40).map { ContainerID(rawValue: $0) }
      for id in ids {
        scene.insert(
          Container(id: id, kind: .page, frame: CellRect(x: 0, y: 0, width: 9, height: 9))
        )
      }
      var hashed = HashedScene(scene)
      for step in 0..<120 {
        let id = generator.pick(ids)
        switch generator.int(in: 0...9) {
        case 0 where hashed.scene[id] != nil: try hashed.apply(.removeContainer(id))
        case 1:
          let value = generator.int(in: 0...20)
          try hashed.apply(.container(id, ContainerChange(fields: [.y: value])))
        case 2 where hashed.scene[id] != nil:
          try hashed.apply(.rows(id, first: 0, generator.textRows(1...2)))
        case 3: try hashed.add(1, along: DeltaTrack(root: .viewers, deltas: [1]))
        default:
          guard hashed.scene[id] != nil else { continue }
          let field = generator.pick([ContainerField.x, .scrollX, .overlay])
          let delta = field == .overlay ? 0 : generator.int(in: -3...3)
          try hashed.add(delta, along: DeltaTrack(container: id, field: field, deltas: [delta]))
        }
        guard generator.oneIn(4) else { continue }
        let whole = HashedScene(hashed.scene)
        try demand(hashed.hash == whole.hash, "step \(step)")
        try demand(hashed == whole, "step \(step)")
      }
    }
  }

  @Test("a number that leaves its range is refused")
  func outOfRange() throws {
    var scene = Scene(viewport: .zero)
    let id = ContainerID(rawValue: 3)
    scene.insert(Container(id: id, kind: .page, frame: .zero))
    for (field, delta) in [(ContainerField.overlay, 256), (.parent, 3), (.width, -1)] {
      var hashed = HashedScene(scene)
      #expect(throws: CorruptUpdate.self, "\(field)") {
        try hashed.add(delta, along: DeltaTrack(container: id, field: field, deltas: [delta]))
      }
    }
  }
}
