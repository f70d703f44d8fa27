import NavTestKit
import Testing

@testable import NavHost

@Suite("Streams are updated within the time of a turn")
struct StreamsBehindTests {
  private func behind(_ ids: Range<UInt64>) -> StreamsBehind {
    var behind = StreamsBehind()
    for id in ids { behind.noteChange(of: id) }
    return behind
  }

  @Test("the cheapest come first; the others come in the next turns, all of them once")
  func order() {
    var behind = behind(1..<11)
    #expect(behind.takeDue { .milliseconds(Int($0)) } == [1, 2])
    #expect(behind.takeDue { .milliseconds(Int($0)) } == [3])
    behind.noteChange(of: 1)
    #expect(behind.takeDue { .milliseconds(Int($0)) } == [1, 4])
    var rest: [UInt64] = []
    while !behind.isEmpty { rest += behind.takeDue { .milliseconds(Int($0)) } }
    #expect(rest.sorted() == Array(5...10))
    #expect(behind.takeDue { _ in .zero } == [])
  }

  @Test("a large stream is updated although small ones change in every turn")
  func patience() {
    var behind = behind(0..<1)
    var turns = 0
    while behind.contains(0) {
      turns += 1
      for id: UInt64 in 1..<9 { behind.noteChange(of: id) }
      let due = behind.takeDue { $0 == 0 ? .milliseconds(35) : .microseconds(600) }
      #expect(Array(due.prefix(8)) == Array(1..<9))
      if turns > 10 { break }
    }
    #expect(turns == 4)
  }

  @Test("streams that have ended are forgotten")
  func ended() {
    var behind = behind(1..<4)
    behind.remove(1)
    #expect(behind.takeDue { $0 == 2 ? nil : .zero } == [3])
    #expect(behind.isEmpty)
  }
}
