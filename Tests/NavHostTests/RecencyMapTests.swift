import NavTestKit
import Testing

@testable import NavHost

@Suite("A dictionary in the order of use")
struct RecencyMapTests {
  @Test("it behaves as a list of pairs of which the used one moves to the end")
  func model() throws {
    try forSeeds(0..<40) { generator in
      var map = RecencyMap<Int, Int>()
      var list: [(key: Int, value: Int)] = []
      for value in 0..<300 {
        let key = Int.random(in: 0..<12, using: &generator)
        let index = list.firstIndex { $0.key == key }
        switch Int.random(in: 0..<4, using: &generator) {
        case 0:
          map.use(key, value)
          if let index { list.remove(at: index) }
          list.append((key, value))
        case 1:
          map.touch(key)
          if let index { list.append(list.remove(at: index)) }
        case 2:
          let old = map.update(key) { number in
            number += 1
            return number - 1
          }
          try demand(old == index.map { list[$0].value })
          if let index { list[index].value += 1 }
        default:
          try demand(map.remove(key) == index.map { list[$0].value })
          if let index { list.remove(at: index) }
        }
        try demand(map.count == list.count)
        try demand(map[key] == list.first { $0.key == key }?.value)
        try demand(map.leastRecent?.key == list.first?.key)
        try demand(map.entries.map(\.key) == list.map(\.key))
      }
    }
  }
}
