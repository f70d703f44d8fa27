import Foundation
import NavProcessKit
import Testing

/// `navclient doctor` without a terminal.
@Suite(.waiting) struct DoctorTests {
  @Test func withADaemonThereIsNoProblem() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    defer { withExtendedLifetime(daemon) {} }
    try sandbox.succeed("new", "-s", "talk")
    let report = try DoctorOutput(sandbox.succeed("doctor", "--json"))
    #expect(report.ok)
    #expect(report.value("navd") == "answers")
    #expect(report.value("version") == "0.1.0")
    #expect(report.value("sockets") == sandbox.socketDirectory)
    #expect(report.value("input")?.contains("no terminal") == true)
    #expect(report.value("libzmq")?.hasPrefix("4.") == true)
    #expect(report.entries.first { $0.name == "LANG" }?.advice == nil)
    #expect(
      report.steps.map(\.name) == ["connect", "authorisation", "protocol", "layout socket"]
    )
    #expect(report.steps.allSatisfy { $0.outcome == "ok" && $0.milliseconds != nil })
    // It has changed nothing.
    #expect(try Listing(sandbox.succeed("ls", "--json")).sessions.map(\.viewers) == [0])
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
    let report = try DoctorOutput(outcome.output)
    #expect(!report.ok)
    #expect(report.value("navd") == "does not answer")
    #expect(report.failure?.name == "connect")
    let advice = Dictionary(
      report.entries.map { ($0.name, $0.advice ?? "") },
      uniquingKeysWith: { first, _ in first }
    )
    #expect(advice["connect"]?.contains("start it with `navd`") == true)
    #expect(advice["LANG"]?.contains("UTF-8") == true)
    #expect(advice["TERM"]?.contains("--plain") == true)
  }

  // MARK: Over TCP

  /// Runs doctor on another machine, and checks its exit code, the step that has failed, and its advice.
  ///
  /// - Returns: the steps with their outcomes.
  @discardableResult
  private func examine(
    _ far: Sandbox,
    _ options: [String],
    code: Int32,
    step: String?,
    advice: String,
    at location: SourceLocation = #_sourceLocation
  ) throws -> [String] {
    let outcome = try far.run(Programs.client, ["doctor", "--json"] + options)
    let report = try DoctorOutput(outcome.output)
    let failure = report.failure
    #expect(
      outcome.code == code && failure?.name == step && report.ok == (code == 0)
        && (advice.isEmpty || failure?.advice?.contains(advice) == true),
      "\(outcome)",
      sourceLocation: location
    )
    return report.steps.map { "\($0.name): \($0.outcome ?? "")" }
  }

  @Test("each step of an encrypted connection that fails has its name, its advice and its code")
  func encrypted() throws {
    let (home, far) = (try Sandbox(), try Sandbox())
    let port = try FreePorts.pair()
    let address = "tcp://127.0.0.1:\(port)"
    let daemon = try Daemon(in: home, arguments: ["--listen", address])
    let (server, own) = (try home.key(of: Programs.daemon), try far.key())
    let closed = "tcp://127.0.0.1:\(try FreePorts.pair())"
    let steps = try examine(
      far,
      ["--server", closed, "--key", server],
      code: 69,
      step: "connect",
      advice: "start it there with"
    )
    #expect(
      steps == [
        "name resolution: ok", "connect: failed", "greeting: not tried", "server key: not tried",
        "authorisation: not tried", "protocol: not tried", "layout socket: not tried",
      ]
    )
    let table: [([String], Int32, String, String)] = [
      (["--server", "tcp://no-machine.invalid:7100"], 69, "name resolution", "can't find"),
      (["--server", address], 77, "greeting", "give it with --key"),
      (["--server", address, "--key", own], 77, "server key", "another key"),
      (["--server", address, "--key", server], 77, "authorisation", "`\(own) driver`"),
    ]
    for (options, code, step, advice) in table {
      try examine(far, options, code: code, step: step, advice: advice)
    }
    _ = try home.write("\(own) viewer\n", to: ".config/navd/authorized_keys")
    try daemon.wait(forLog: "authorized_keys has changed: 1 key")
    let good = try examine(
      far,
      ["--server", address, "--key", server],
      code: 0,
      step: nil,
      advice: ""
    )
    #expect(good.count == 7 && good.allSatisfy { $0.hasSuffix(": ok") }, "\(good)")
    let several = ["--server", "\(closed),127.0.0.1:\(port)", "--key", server]
    // Nobody answers at the first address, which is told, and is no failure.
    let two = try examine(far, several, code: 0, step: "connect", advice: "")
    #expect(two.filter { $0.hasPrefix("connect:") } == ["connect: failed", "connect: ok"])
    let listed = try far.run(Programs.client, ["ls"] + several)
    #expect(listed.code == 0, "\(listed)")
  }

  @Test("a daemon without encryption fails the greeting of whoever expects its key")
  func plain() throws {
    let (home, far) = (try Sandbox(), try Sandbox())
    let address = "tcp://127.0.0.1:\(try FreePorts.pair())"
    let daemon = try Daemon(in: home, arguments: ["--listen", address, "--insecure"])
    let server = try home.key(of: Programs.daemon)
    try examine(
      far,
      ["--server", address, "--key", server],
      code: 77,
      step: "greeting",
      advice: "--insecure"
    )
    try examine(far, ["--server", address], code: 0, step: nil, advice: "")
    #expect(daemon.isRunning)
  }

  @Test(
    "an invitation is examined at each of its addresses, and a revoked one fails the authorisation"
  )
  func invited() throws {
    let (home, far) = (try Sandbox(), try Sandbox())
    let (port, closed) = (try FreePorts.pair(), try FreePorts.pair())
    let address = "127.0.0.1:\(port)"
    let daemon = try Daemon(in: home, arguments: ["--listen", "tcp://\(address)"])
    let deck = Deck.short
    try home.succeed("new", "-s", "talk", "--open", deck.write(in: home))
    let made = try home.run(Programs.client, ["invite", "-s", "talk", "--address", address])
    try #require(made.code == 0, "\(made)")
    let string = made.output.trimmingCharacters(in: .whitespacesAndNewlines)
    // Nobody answers at the first address, which is told, and is no failure.
    let two = string.replacing(address, with: "127.0.0.1:\(closed),\(address)")
    let outcome = try far.run(Programs.client, ["doctor", "--json", "--server", two])
    let report = try DoctorOutput(outcome.output)
    #expect(outcome.code == 0 && report.ok, "\(outcome)")
    #expect(report.steps.filter { $0.name == "connect" }.map(\.outcome) == ["failed", "ok"])
    let id = try #require(string.split(separator: ".").dropLast().last)
    let revoked = try home.run(Programs.client, ["invite", "-s", "talk", "--revoke", "\(id)"])
    try #require(revoked.code == 0, "\(revoked)")
    try examine(far, ["--server", string], code: 77, step: "authorisation", advice: "revoked")
    #expect(!daemon.log.contains(string))
  }
}
