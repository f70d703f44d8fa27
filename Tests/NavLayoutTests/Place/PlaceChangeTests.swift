import NavModel
import NavScene
import NavTestKit
import Testing

@Suite("The change from one place to another")
struct PlaceChangeTests {
  @Test("a change applied to the first place gives the second, and contains no common nodes")
  func law() throws {
    try forSeeds(0..<500) { generator in
      let a = generator.place()
      let b = generator.place(near: a)
      let change = a.change(to: b)
      var applied = a
      applied.apply(change)
      try demand(applied == b)
      try demand(change.isEmpty == (a == b))
      for (path, node) in change.nodes { try demand(a.nodes[path] != node) }
      for path in change.removed { try demand(a.nodes[path] != nil && b.nodes[path] == nil) }
    }
  }
}
