import NavSimulation
import Testing

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
