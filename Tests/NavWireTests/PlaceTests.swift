import NavBase
import NavScene
import NavTestKit
import NavWire
import Testing

@Suite("The stored form of places (state.proto)")
struct PlaceTests {
  @Test("a place, a change and a content are decoded as they were encoded")
  func roundTrip() throws {
    try forSeeds(0..<300) { generator in
      let place = generator.place()
      let change = place.change(to: generator.place(near: place))
      try demand(try NavigationState(decoding: place.encoded()) == place)
      try demand(try NavigationChange(decoding: change.encoded()) == change)
      let content = generator.content()
      try demand(try ContentSpec(decoding: content.encoded()) == content)
    }
  }

  @Test("equal places have equal bytes, in any order of construction")
  func order() throws {
    try forSeeds(0..<100) { generator in
      let place = generator.place()
      var other = place
      other.nodes = [:]
      for (path, node) in place.nodes.reversed() { other.nodes[path] = node }
      try demand(place.encoded() == other.encoded())
    }
  }

  @Test("invalid bytes are refused with a typed error")
  func malformed() throws {
    try forSeeds(0..<500) { generator in
      var bytes = generator.oneIn(3) ? generator.bytes(40) : generator.place().encoded()
      for _ in 0..<3 where !bytes.isEmpty {
        bytes[generator.int(in: 0...bytes.count - 1)] = UInt8(generator.int(in: 0...255))
      }
      do throws(WireError) {
        let place = try NavigationState(decoding: bytes)
        try demandSame(place)
      } catch {
        #expect(!error.description.isEmpty)
      }
    }
    // An anchor beyond the visible rows: path [], rows { ratio: 2 }.
    let beyond: [UInt8] = [10, 13, 10, 0, 18, 9, 33, 0, 0, 0, 0, 0, 0, 0, 64]
    #expect(throws: WireError.self) { try NavigationState(decoding: beyond) }
  }

  private func demandSame(_ place: NavigationState) throws(WireError) {
    let again = try NavigationState(decoding: place.encoded())
    #expect(again == place)
  }
}

@Suite("The change from one place to another")
struct NavigationChangeTests {
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
