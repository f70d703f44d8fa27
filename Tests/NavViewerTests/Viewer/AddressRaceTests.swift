import NavViewer
import Testing

@Suite("Several addresses of one daemon")
struct AddressRaceTests {
  /// Returns the steps at a time, up to the first one that waits or ends.
  private func steps(_ race: inout AddressRace, at now: Duration) -> [AddressRace.Step] {
    var steps: [AddressRace.Step] = []
    while steps.count < 20 {
      let step = race.next(at: now)
      steps.append(step)
      switch step {
      case .wait, .end: return steps
      case .start, .giveUp: continue
      }
    }
    return steps
  }

  @Test("each address has a head start of 250 ms before the next one")
  func stagger() {
    var race = AddressRace(3, at: .zero)
    #expect(steps(&race, at: .zero) == [.start(0), .wait(until: .milliseconds(250))])
    #expect(steps(&race, at: .milliseconds(100)) == [.wait(until: .milliseconds(250))])
    #expect(
      steps(&race, at: .milliseconds(250)) == [.start(1), .wait(until: .milliseconds(500))]
    )
    #expect(steps(&race, at: .milliseconds(510)) == [.start(2), .wait(until: .seconds(5))])
  }

  @Test("a failure lets the next one begin at once, and the last failure ends it")
  func failures() {
    var race = AddressRace(2, at: .zero)
    _ = steps(&race, at: .zero)
    race.failed(0, at: .milliseconds(10))
    #expect(
      steps(&race, at: .milliseconds(10)) == [.start(1), .wait(until: .milliseconds(5_010))]
    )
    race.failed(1, at: .milliseconds(20))
    #expect(steps(&race, at: .milliseconds(20)) == [.end])
  }

  @Test("an address that says nothing is given up after 5 s")
  func silence() {
    var race = AddressRace(2, at: .zero)
    _ = steps(&race, at: .zero)
    _ = steps(&race, at: .milliseconds(250))
    #expect(
      steps(&race, at: .seconds(5)) == [.giveUp(0), .wait(until: .milliseconds(5_250))]
    )
    #expect(steps(&race, at: .milliseconds(5_250)) == [.giveUp(1), .end])
  }

  @Test("without an address there is nothing to do")
  func none() {
    var race = AddressRace(0, at: .zero)
    #expect(steps(&race, at: .zero) == [.end])
  }
}
