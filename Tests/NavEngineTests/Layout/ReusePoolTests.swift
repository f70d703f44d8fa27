import NavEngine
import NavTestKit
import Testing

/// An element with a style that must not outlive its use.
private struct Card: Reusable, Equatable {
  let number: Int
  let reuseIdentifier: String?
  var look = "worn"

  init(_ number: Int, _ reuseIdentifier: String?) {
    self.number = number
    self.reuseIdentifier = reuseIdentifier
  }

  mutating func prepareForReuse() { look = "fresh" }
}

@Suite("ReusePool: elements that wait for reuse")
struct ReusePoolTests {
  @Test("ZX-4, ZX-5: a reused element has lost its style; one without identifier is dropped")
  func looks() {
    var pool = ReusePool<Card>()
    pool.put(Card(1, nil))
    #expect(pool.count == 0)
    pool.put(Card(2, "a"))
    #expect(pool.take("a")?.look == "fresh")
  }

  @Test("ZX-5: compared with a list that is searched from its end")
  func twin() throws {
    try forSeeds(0..<50) { random in
      var pool = ReusePool<Card>()
      var list: [Card] = []
      for number in 0..<200 {
        let identifier = random.pick(["a", "b", "c"])
        if random.oneIn(2) {
          pool.put(Card(number, identifier))
          list.append(Card(number, identifier))
        } else {
          let found = list.lastIndex { $0.reuseIdentifier == identifier }
          let expected = found.map { list.remove(at: $0).number }
          try demand(pool.take(identifier)?.number == expected)
        }
        try demand(pool.count == list.count)
      }
    }
  }
}
