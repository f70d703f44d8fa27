import NavSimulation
import Testing

@Suite("Schedules and their parts")
struct ScheduleTests {
  typealias Pick = Schedule.Pick

  @Test(
    "a number names an incident, a slash how often it is halved",
    arguments: [
      ("1", "1"), ("37", "37"), ("7/2", "7/2"), ("7/0", "7"), ("", nil), ("0", nil), ("-1", nil),
      ("x", nil), ("3/", nil), ("/3", nil), ("3/-1", nil), ("3/1/1", nil), (" 3", nil),
    ] as [(String, String?)]
  )
  func pick(text: String, read: String?) {
    #expect(Pick(text)?.description == read)
  }

  @Test(
    "a schedule has the requested number of incidents, after the first viewers",
    arguments: [false, true]
  )
  func count(isRace: Bool) {
    for seed: UInt64 in 0..<50 {
      let counts = [0, 1, 30].map { count in
        isRace
          ? Schedule(racing: seed, incidents: count).entries.count
          : Schedule(seed: seed, incidents: count).entries.count
      }
      let viewers = counts[0]
      #expect((isRace ? 2...3 : 1...3).contains(viewers))
      #expect(counts == [viewers, viewers + 1, viewers + 30])
    }
  }

  @Test("one schedule in four changes control; in a race that comes first, and often")
  func control() {
    func changes(_ schedule: Schedule) -> Int {
      schedule.entries.filter { $0.description.contains(" control by ") }.count
    }
    var worlds = 0
    for seed: UInt64 in 0..<80 {
      let count = changes(Schedule(seed: seed))
      #expect(seed % 4 == 1 || count == 0)
      if count > 0 { worlds += 1 }
    }
    #expect(worlds > 15)
    for seed: UInt64 in 0..<20 {
      let race = Schedule(racing: seed)
      let first = race.entries.first { !$0.description.contains(" join ") }
      #expect(first?.description.contains("policy ") == true)
      #expect(changes(race) > 5)
    }
  }

  @Test("a part has the picked entries in the original order, and ignores unknown ones")
  func part() throws {
    let schedule = Schedule(seed: 3)
    let picks = try ["9", "2", "400", "5", "2"].map { try #require(Pick($0)) }
    let part = schedule.only(picks)
    #expect(part.picks.map(\.description) == ["2", "5", "9"])
    #expect(part.seed == 3)
    #expect(schedule.only([]).entries.isEmpty)
    #expect(schedule.only(schedule.picks).picks == schedule.picks)
  }

  @Test("every incident can be halved only so often, and one that can't be is left out")
  func shortening() throws {
    var halved = 0
    for seed: UInt64 in 0..<20 {
      for number in Schedule(seed: seed).picks.map(\.number) {
        let lengths = try (0...40).map { count in
          let pick = try #require(Pick("\(number)/\(count)"))
          return Schedule(seed: seed).only([pick]).entries.count
        }
        #expect(lengths.first == 1 && lengths.last == 0)
        #expect(lengths == lengths.sorted(by: >))
        if lengths[1] == 1 { halved += 1 }
      }
    }
    #expect(halved > 100)
  }
}
