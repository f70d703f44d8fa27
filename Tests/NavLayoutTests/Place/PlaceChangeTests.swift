import NavModel
import NavScene
import NavTestKit
import Testing

@Suite("What leads from one place to another")
struct PlaceChangeTests {
  @Test("applied to the one it gives the other, and says nothing of what both have")
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
