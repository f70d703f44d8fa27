import Foundation
import Glibc
import NavBase
import NavSystem
import NavTestKit
import NavViewer
import Testing

@testable import NavClient

/// The report of `navclient doctor` on a terminal and a locale.
@Suite struct DoctorReportTests {
  private static let size = CellSize(columns: 80, rows: 24)

  private static func report(
    _ environment: [String: String],
    size: CellSize? = Self.size,
    answers: [TerminalReport] = []
  ) -> DoctorReport {
    var report = DoctorReport()
    report.addTerminal(environment: environment, size: size) { probe in
      _ = probe.begin(at: .zero)
      for answer in answers { _ = probe.receive(answer) }
    }
    return report
  }

  /// A fact and its source: `environment`, `answer`, `override`.
  @Test(
    arguments: [
      ([], "", "colours", "256", .environment), ([], "16", "colours", "16", .override),
      ([.capability("RGB", isPresent: true)], "", "colours", "truecolor", .answer),
      ([.mode(2026, isUsable: true)], "", "synchronised output", "yes", .answer),
      ([.mode(2026, isUsable: true)], "no-sync", "synchronised output", "no", .override),
      ([.keyboard(flags: 0)], "", "kitty keyboard", "yes", .answer),
      ([], "kitty", "kitty keyboard", "yes", .override),
      ([.version("VTE(7200)")], "", "hyperlinks", "yes", .answer),
      ([.version("VTE(7200)"), .attributes([1])], "", "answers", "VTE(7200)", .answer),
      ([.attributes([1])], "", "answers", "without a name", .answer),
      ([], "", "answers", "not at all in 1000 ms", .answer),
      ([.background(red: 0xFFFF, green: 0xFFFF, blue: 0xFFFF)], "", "background", "light", .answer),
      (
        [.background(red: 0xFFFF, green: 0xFFFF, blue: 0xFFFF)], "dark", "background", "dark",
        .override
      ),
      ([.ready], "", "receipts", "yes", .answer), ([], "", "receipts", "no", .environment),
    ] as [([TerminalReport], String, String, String, DoctorReport.Origin)]
  )
  func facts(
    _ answers: [TerminalReport],
    words: String,
    name: String,
    value: String,
    origin: DoctorReport.Origin
  ) {
    let environment = ["TERM": "xterm-256color", "NAVCLIENT_TERMINAL": words]
    let report = Self.report(environment, answers: answers)
    let entry = report.entries.first { $0.name == name }
    #expect(entry?.value == value)
    #expect(entry?.origin == origin)
    #expect(report.problems.isEmpty)
    #expect(report.code == .success)
  }

  /// The problems, and the exit code of `navclient`.
  @Test(
    arguments: [
      (["TERM": "dumb"], size, "TERM", .usage), (["TERM": "dumb"], nil, "TERM", .success),
      ([:], size, "TERM", .success),
      (["TERM": "xterm", "NAVCLIENT_TERMINAL": "x"], size, "NAVCLIENT_TERMINAL", .usage),
      (["TERM": "xterm"], CellSize(columns: 9, rows: 24), "size", .success),
      (["TERM": "xterm"], CellSize(columns: 80, rows: 2), "size", .success),
    ] as [([String: String], CellSize?, String, ExitCode)]
  )
  func problems(
    _ environment: [String: String],
    size: CellSize?,
    name: String,
    code: ExitCode
  ) {
    let report = Self.report(environment, size: size)
    #expect(report.problems.map(\.name) == [name])
    #expect(report.code == code)
  }

  @Test func whatIsNoTerminalIsNoProblem() {
    let report = Self.report(["TERM": "xterm"], size: nil)
    #expect(report.entries.map(\.name) == ["TERM", "input"])
    #expect(report.problems.isEmpty && report.code == .success)
  }

  @Test(
    arguments: [
      (["LANG": "C.UTF-8"], "LANG", false), (["LANG": "en_US.utf8"], "LANG", false),
      (["LANG": "C"], "LANG", true), ([:], "LANG", true),
      (["LC_ALL": "C", "LANG": "C.UTF-8"], "LC_ALL", true),
      (["LC_ALL": "", "LC_CTYPE": "de_DE.UTF-8", "LANG": "C"], "LC_CTYPE", false),
    ]
  )
  func locale(_ environment: [String: String], name: String, isProblem: Bool) {
    var report = DoctorReport()
    report.addLocale(environment)
    #expect(report.entries.map(\.name) == [name])
    #expect(report.problems.isEmpty == !isProblem)
  }

  @Test(
    "what others could change, and secrets that they could read, are problems",
    arguments: [
      ("", 0o700, ""), ("run", 0o777, "go-w"), ("run", 0o1777, ""),
      ("run/navd", 0o770, "chmod 700"),
      ("run/navd", 0o700, ""), ("state/navd", 0o777, "go-w"), ("state/navd", 0o755, ""),
      ("state/navd/client.key", 0o644, "chmod 600"), ("state/navd/server.key", 0o640, "chmod 600"),
      ("config/navd", 0o775, "go-w"), ("config/navd/authorized_keys", 0o666, "go-w"),
      ("config/navd/authorized_keys", 0o644, ""), ("config/navd/config.toml", 0o602, "go-w"),
    ] as [(String, mode_t, String)]
  )
  func files(path: String, mode: mode_t, advice: String) throws {
    let base = try makeTemporaryDirectory("doctor")
    defer { try? FileManager.default.removeItem(atPath: base) }
    for directory in ["run", "run/navd", "state", "state/navd", "config", "config/navd"] {
      try #require(mkdir("\(base)/\(directory)", 0o700) == 0)
    }
    for key in ["client", "server"] {
      _ = try KeyFile.make(path: "\(base)/state/navd/\(key).key", of: "a test")
    }
    for name in ["authorized_keys", "config.toml"] {
      let file = open("\(base)/config/navd/\(name)", O_WRONLY | O_CREAT, 0o600)
      try #require(file >= 0)
      close(file)
    }
    try #require(chmod("\(base)/\(path)", mode) == 0)
    var report = DoctorReport()
    let directories = UserDirectories(
      home: base,
      configuration: "\(base)/config",
      state: "\(base)/state"
    )
    report.addFiles(directories, sockets: "\(base)/run/navd")
    #expect(report.entries.count == 8 && report.code == .success)
    let problems = report.problems
    #expect(problems.count == (advice.isEmpty ? 0 : 1))
    #expect(problems.allSatisfy { $0.advice?.contains(advice) == true && $0.value.contains(path) })
  }

  @Test("a file that is no key is a problem")
  func damagedKey() throws {
    let base = try makeTemporaryDirectory("doctor")
    defer { try? FileManager.default.removeItem(atPath: base) }
    try #require(mkdir("\(base)/navd", 0o700) == 0)
    let file = open("\(base)/navd/client.key", O_WRONLY | O_CREAT, 0o600)
    try #require(file >= 0)
    close(file)
    var report = DoctorReport()
    report.addFiles(UserDirectories(state: base), sockets: "\(base)/none")
    #expect(report.problems.map(\.name) == ["this user's key"])
  }

  @Test func theFirstThatBreaksDecides() {
    var report = DoctorReport()
    report.add(.init(.daemon, "a", ""), breaking: .unreachable)
    report.add(.init(.daemon, "b", ""), breaking: .usage)
    #expect(report.code == .unreachable)
  }

  @Test func itIsPrinted() throws {
    var report = DoctorReport()
    report.add(.init(.terminal, "size", "80x24"))
    report.add(.init(.locale, "LANG", "C\u{1B}[m", from: .environment, advice: "set it"))
    #expect(
      DoctorListing.text(report) == """
        terminal
          size  80x24

        locale
          LANG  C�[m  (environment)

        LANG: set it
        """
    )
    #expect(
      try DoctorListing.json(report)
        == #"{"entries":[{"advice":null,"milliseconds":null,"name":"size","origin":null,"outcome":null,"#
        + #""topic":"terminal","value":"80x24"},"#
        + #"{"advice":"set it","milliseconds":null,"name":"LANG","origin":"environment","outcome":null,"#
        + #""topic":"locale","value":"C\u001b[m"}],"ok":true}"#
    )
  }

  // MARK: Steps

  @Test("after a step that fails the others are not tried, and each has the time that it took")
  func steps() throws {
    var times: [Duration] = [.zero, .milliseconds(3), .seconds(1), .milliseconds(1_080)]
    times.reverse()
    var steps = ConnectionSteps { times.popLast() ?? .zero }
    let number = steps.perform(.nameResolution) { text throws(ClientExit) in
      text = "found"
      return 1
    }
    let nothing: Int? = steps.perform(.connect) { _ throws(ClientExit) in
      throw ClientExit(.unreachable, "start it")
    }
    let further: Int? = steps.perform(.greeting) { _ throws(ClientExit) in
      Issue.record("a step was tried after a failure")
      return 2
    }
    #expect(number == 1 && nothing == nil && further == nil)
    #expect(steps.failure == ClientExit(.unreachable, "start it"))
    #expect(steps.failedStep == .connect && ConnectionStep.connect.isBeforeAuthorisation)
    #expect(steps.hasSucceeded(.nameResolution) && !steps.hasSucceeded(.connect))
    #expect(steps.entries.map(\.outcome) == [.ok, .failed, .notTried])
    #expect(steps.entries.map(\.time) == [.milliseconds(3), .milliseconds(80), nil])
    var report = DoctorReport()
    for entry in steps.entries { report.add(entry) }
    #expect(
      DoctorListing.text(report) == """
        connection
          name resolution  ok         found  3 ms
          connect          failed            80 ms
          greeting         not tried

        connect: start it
        """
    )
    #expect(
      try DoctorListing.json(report).contains(
        #"{"advice":"start it","milliseconds":80,"name":"connect","origin":null,"outcome":"failed","#
      )
    )
  }
}
