import Foundation
import Testing

/// `navclient doctor` without a terminal.
@Suite(.waiting) struct DoctorTests {
  private struct Report: Decodable {
    struct Entry: Decodable {
      let topic: String
      let name: String
      let value: String
      let origin: String?
      let advice: String?
    }

    let ok: Bool
    let entries: [Entry]

    init(_ json: String) throws {
      self = try JSONDecoder().decode(Report.self, from: Data(json.utf8))
    }

    func value(_ name: String) -> String? { entries.first { $0.name == name }?.value }
  }

  @Test func withADaemonThereIsNoProblem() throws {
    let sandbox = try Sandbox()
    let daemon = try Daemon(in: sandbox)
    defer { withExtendedLifetime(daemon) {} }
    try sandbox.succeed("new", "-s", "talk")
    let report = try Report(sandbox.succeed("doctor", "--json"))
    #expect(report.ok)
    #expect(report.value("navd") == "answers")
    #expect(report.value("version") == "0.1.0")
    #expect(report.value("sockets") == sandbox.socketDirectory)
    #expect(report.value("input")?.contains("no terminal") == true)
    #expect(report.value("libzmq")?.hasPrefix("4.") == true)
    #expect(report.entries.first { $0.name == "LANG" }?.advice == nil)
    let text = try sandbox.succeed("doctor")
    #expect(text.contains("\ndaemon\n"))
  }

  @Test func withoutADaemonItSaysHowToStartOne() throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.run(
      Programs.client,
      ["doctor", "--json"],
      environment: ["LANG": "C", "TERM": "dumb"]
    )
    #expect(outcome.code == 69, "\(outcome)")
    let report = try Report(outcome.output)
    #expect(!report.ok)
    let advice = Dictionary(
      report.entries.map { ($0.name, $0.advice ?? "") },
      uniquingKeysWith: { first, _ in first }
    )
    #expect(advice["navd"]?.contains("start it with `navd`") == true)
    #expect(advice["LANG"]?.contains("UTF-8") == true)
    #expect(advice["TERM"]?.contains("--plain") == true)
  }
}
