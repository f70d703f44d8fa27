import NavBase
import NavScene
import NavTestKit
import Testing

@Suite("The replica law: apply(diff(a, b), a) == b")
struct SceneDiffTests {
  private func check(from a: Scene, to b: Scene) throws {
    let changes = a.changes(to: b)
    try demand(changes.isEmpty == (a == b), "\(changes.count) changes")
    var hashed = HashedScene(a)
    for change in changes { try hashed.apply(change) }
    try demand(hashed.scene == b, "\(changes)")
    try demand(hashed.hash == b.digest, "the hash kept in step differs")
    var hashedPart = b
    hashedPart.takeUnhashedFields(of: a)
    try demand((a.digest == b.digest) == (a == hashedPart), "different scenes, one hash")
  }

  @Test("scenes with small differences, thousands of them")
  func smallChanges() throws {
    try forSeeds(0..<2_500) { generator in
      let a = generator.scene()
      var b = a
      for _ in 0..<generator.int(in: 0...8) { generator.mutate(&b) }
      try check(from: a, to: b)
      try check(from: b, to: a)
    }
  }

  @Test("unrelated scenes")
  func otherScenes() throws {
    try forSeeds(0..<1_000) { generator in
      try check(from: generator.scene(), to: generator.scene())
    }
  }

  @Test("from and to an empty scene")
  func nothing() throws {
    try forSeeds(0..<300) { generator in
      let empty = Scene(viewport: .zero)
      try check(from: empty, to: generator.scene())
      try check(from: generator.scene(), to: empty)
      try check(from: empty, to: empty)
    }
  }

  @Test("a diff contains only rows that are new or changed")
  func rowsThatStay() throws {
    try forSeeds(0..<200) { generator in
      let rows = generator.textRows(20...20)
      var a = Scene(viewport: CellSize(columns: 80, rows: 24))
      a.insert(Container(id: ContainerID(rawValue: 16), kind: .page, frame: .zero))
      var b = a
      let (first, second) = (generator.int(in: 0...12), generator.int(in: 0...12))
      a[ContainerID(rawValue: 16)]?.rows.set(Array(rows[first..<first + 8]), at: first)
      b[ContainerID(rawValue: 16)]?.rows.set(Array(rows[second..<second + 8]), at: second)
      var said = 0
      for case .rows(_, _, let rows) in a.changes(to: b) { said += rows.count }
      try demand(
        said == min(8, abs(first - second)),
        "\(said) rows for a move by \(first - second)"
      )
    }
  }
}
