import Foundation
import NavSimulation
import NavTestKit
import Testing

@Suite("A daemon and its viewers in a faulty world")
struct ConvergenceTests {
  @Test("at the end all viewers agree, no wrong scene was shown, and no durable operation is lost")
  func convergence() async throws {
    let seeds = wanted(0..<100)
    async let even = Self.coverage(of: seeds.filter { $0.isMultiple(of: 2) })
    async let odd = Self.coverage(of: seeds.filter { !$0.isMultiple(of: 2) })
    var total = try await even
    total.add(try await odd)
    #expect(total.complaints == [])
  }

  @concurrent
  private static func coverage(of seeds: [UInt64]) async throws -> Coverage {
    var total = Coverage()
    for seed in seeds { total.add(try simulate(Schedule(seed: seed)).coverage) }
    return total
  }

  @Test(
    "the same seed gives the same events, to the last one",
    arguments: sampled([1, 2, 7, 23] as [UInt64])
  )
  func determinism(seed: UInt64) throws {
    let schedule = Schedule(seed: seed)
    let first = try simulate(schedule)
    let second = try simulate(Schedule(seed: seed))
    #expect(first.digest == second.digest)
    #expect(first.events == second.events)
    let whole = try simulate(schedule.only(schedule.picks))
    #expect(whole.digest == first.digest)
    let part = schedule.only(schedule.picks.dropLast(10))
    #expect(try simulate(part).digest == simulate(part).digest)
    #expect(try simulate(part).digest != first.digest)
    #expect(try simulate(Schedule(seed: seed + 1)).digest != first.digest)
  }

  @Test("with real files the events are the same as in memory, to the last one")
  func stores() throws {
    let directory = try makeTemporaryDirectory("navsim")
    defer { try? FileManager.default.removeItem(atPath: directory) }
    for seed in wanted(0..<12) {
      let schedule = Schedule(seed: seed)
      let onDisk = try simulate(schedule, store: .sqlite(directory: directory))
      #expect(try simulate(schedule).digest == onDisk.digest)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == [])
  }

  @Test("a world without any incident is at rest")
  func emptySchedule() throws {
    let report = try simulate(Schedule(seed: 1).only([]))
    #expect(report.history.count == 1)
    #expect(report.coverage[.viewers] == 1)
  }
}

@Suite("Coverage of simulation runs")
struct CoverageTests {
  @Test("the counts are printed in one line and parsed again")
  func line() throws {
    let report = try simulate(Schedule(seed: 4))
    let read = try #require(Coverage(line: report.coverage.line))
    for count in Coverage.Count.allCases { #expect(read[count] == report.coverage[count]) }
    #expect(read[.runs] == 1)
    for wrong in ["runs", "runs=x", "walks=1", "runs=1=2"] { #expect(Coverage(line: wrong) == nil) }
  }

  @Test("fifty runs without any counts prove nothing", arguments: [49, 50])
  func complaints(runs: Int) throws {
    let coverage = try #require(Coverage(line: "runs=\(runs) accepted=\(5 * runs - 1)"))
    #expect(coverage.complaints.isEmpty == (runs < 50))
    #expect(coverage.complaints.contains { $0.hasPrefix("accepted: 249,") } == (runs == 50))
  }
}
