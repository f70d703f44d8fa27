import Testing

@testable import NavDaemon

@Suite("The service manager hears how many sessions there are")
struct SessionCountReportTests {
  @Test("a change is reported, and nothing else")
  func changes() {
    var report = SessionCountReport()
    #expect(report.nextWake == nil)
    #expect(report.line(sessions: 0, at: .seconds(5)) == "0 sessions")
    #expect(report.line(sessions: 0, at: .seconds(9)) == nil && report.nextWake == nil)
    #expect(report.line(sessions: 1, at: .seconds(10)) == "1 session")
    #expect(report.line(sessions: 2, at: .seconds(20)) == "2 sessions")
  }

  @Test("many changes are one line each second")
  func burst() {
    var report = SessionCountReport()
    #expect(report.line(sessions: 1, at: .seconds(5)) == "1 session")
    for sessions in 2...40 {
      #expect(report.line(sessions: sessions, at: .milliseconds(5_000 + sessions)) == nil)
      #expect(report.nextWake == .seconds(6))
    }
    #expect(report.line(sessions: 40, at: .seconds(6)) == "40 sessions" && report.nextWake == nil)
    // Back at the reported number before the next line is due.
    #expect(report.line(sessions: 41, at: .milliseconds(6_100)) == nil)
    #expect(report.line(sessions: 40, at: .milliseconds(6_200)) == nil && report.nextWake == nil)
  }
}
