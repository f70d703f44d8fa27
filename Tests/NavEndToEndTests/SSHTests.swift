import Foundation
import Testing

/// A daemon on another machine, which is reached through OpenSSH.
@Suite(.waiting) struct SSHTests {
  /// The daemon's machine.
  private let home: Sandbox
  /// The viewer's machine.
  private let far: Sandbox
  private let deck = Deck.short

  init() throws {
    home = try Sandbox()
    far = try Sandbox()
  }

  private func server(_ settings: String...) throws -> SSHServer {
    try SSHServer(in: home, runtimeDirectory: home.runtimeDirectory, settings: settings)
  }

  private func ask(_ server: SSHServer, _ arguments: String...) throws -> Outcome {
    try far.run(
      Programs.client,
      arguments + ["--server", server.address],
      environment: server.environment
    )
  }

  /// Starts a viewer on the other machine.
  private func viewer(_ server: SSHServer) throws -> TerminalSession {
    let variables = server.environment.map { "\($0.key)=\($0.value)" }
    return try TerminalSession(
      in: far,
      "far",
      columns: 100,
      rows: 30,
      running: ["/usr/bin/env"] + variables
        + [Programs.client, "--session", "talk", "--server", server.address]
    )
  }

  /// Waits until nothing is left of connections, neither directories of sockets nor logins, except for the one that is kept
  /// for commands.
  private func waitForNoTraces(of server: SSHServer, keeping isKept: Bool = false) throws {
    try eventually("the sockets are removed, and nobody else is logged in") {
      let names = try FileManager.default.contentsOfDirectory(atPath: far.runtimeDirectory)
      let left = names.filter { $0.hasPrefix("navclient-") }
      return try left.allSatisfy { isKept && $0.hasPrefix("navclient-ssh-") }
        && server.logins().count == (isKept ? 1 : 0)
    }
  }

  @Test("one-shot commands log in once, ask, and leave nothing else behind")
  func commands() throws {
    let server = try server()
    let daemon = try Daemon(in: home)
    try home.succeed("new", "-s", "talk", "--open", deck.write(in: home))
    let status = try ask(server, "status", "-s", "talk")
    #expect(status.code == 0 && status.output.contains("1/\(deck.pages)"), "\(status)")
    try waitForNoTraces(of: server, keeping: true)
    let logins = try server.logins()
    let sent = try far.run(
      Programs.client,
      ["send", "-s", "talk", "next"],
      environment: server.environment.merging(["NAVD_SERVER": server.address]) { $1 }
    )
    #expect(sent.code == 0, "\(sent)")
    let moved = try ask(server, "status", "-s", "talk")
    #expect(moved.output.contains("2/\(deck.pages)"), "\(moved)")
    let report = try ask(server, "doctor")
    #expect(report.code == 0 && report.output.contains(server.address), "\(report)")
    try waitForNoTraces(of: server, keeping: true)
    #expect(try server.logins() == logins)
    // After its loss the next command logs in again.
    try server.endConnections()
    try waitForNoTraces(of: server)
    let again = try ask(server, "status", "-s", "talk")
    #expect(again.code == 0 && again.output.contains("2/\(deck.pages)"), "\(again)")
    try server.endConnections()
    #expect(daemon.isRunning)
  }

  @Test(
    "a configuration by which a login runs nothing, reads nothing or leaves the terminal does no harm"
  )
  func overridden() throws {
    let server = try SSHServer(
      in: home,
      runtimeDirectory: home.runtimeDirectory,
      client: ["SessionType none", "StdinNull yes", "ForkAfterAuthentication yes"]
    )
    let daemon = try Daemon(in: home)
    try home.succeed("new", "-s", "talk", "--open", deck.write(in: home))
    let status = try ask(server, "status", "-s", "talk")
    #expect(status.code == 0 && status.output.contains("1/\(deck.pages)"), "\(status)")
    try waitForNoTraces(of: server, keeping: true)
    try server.endConnections()
    // A completion starts no ssh at all.
    let names = try ask(server, "ls", "-q", "--completing")
    #expect(names.code == 0 && names.output.isEmpty && names.errors.isEmpty, "\(names)")
    #expect(daemon.isRunning)
  }

  @Test("commands share a connection that the user's configuration keeps")
  func configured() throws {
    let server = try SSHServer(
      in: home,
      runtimeDirectory: home.runtimeDirectory,
      client: [
        "ControlMaster auto", "ControlPath \(far.runtimeDirectory)/own", "ControlPersist 60",
      ]
    )
    let daemon = try Daemon(in: home)
    try home.succeed("new", "-s", "talk", "--open", deck.write(in: home))
    for _ in 0..<2 {
      let status = try ask(server, "status", "-s", "talk")
      #expect(status.code == 0, "\(status)")
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: far.runtimeDirectory)
    #expect(names.contains("own") && !names.contains { $0.hasPrefix("navclient-ssh-") })
    try eventually("one is logged in") { try server.logins().count == 1 }
    try server.endConnections()
    #expect(daemon.isRunning)
  }

  @Test("a viewer mirrors a key press, and comes back after its connection was lost")
  func viewers() throws {
    let server = try server()
    let daemon = try Daemon(in: home)
    let path = try deck.write(in: home)
    let near = try TerminalSession(in: home, "near", "--session", "talk", "--open", path)
    try near.wait(forPage: 1, of: deck)
    let viewer = try viewer(server)
    try viewer.wait(forPage: 1, of: deck)
    try viewer.type("Right")
    for terminal in [near, viewer] { try terminal.wait(forPage: 2, of: deck) }
    let before = try server.logins()
    try server.endConnections()
    try eventually("it has logged in again") {
      let logins = try server.logins()
      return !logins.isEmpty && logins.isDisjoint(with: before)
    }
    try viewer.wait(until: "is live again") {
      deck.isShown(2, on: $0) && !$0.status.contains("reconnecting")
    }
    try viewer.type("Right")
    for terminal in [near, viewer] { try terminal.wait(forPage: 3, of: deck) }
    // A login that would need the user ends it.
    try server.authorize("other")
    try server.endConnections()
    #expect(try viewer.waitForExit() == 77)
    let last = try viewer.screen().rows.joined()
    #expect(last.contains("needs a password or another answer"), "\(last)")
    #expect(try viewer.leftovers() == [])
    try waitForNoTraces(of: server)
    #expect(daemon.isRunning)
  }

  @Test("a killed viewer leaves neither sockets nor a login behind")
  func killed() throws {
    let server = try server()
    let daemon = try Daemon(in: home)
    try home.succeed("new", "-s", "talk", "--open", deck.write(in: home))
    let viewer = try viewer(server)
    try viewer.wait(forPage: 1, of: deck)
    kill(try viewer.processID(), SIGKILL)
    try waitForNoTraces(of: server)
    #expect(daemon.isRunning)
  }

  @Test("a refused key, and a machine without navd, are told with ssh's words")
  func refusals() throws {
    let server = try server()
    let daemon = try Daemon(in: home)
    try server.authorize("other")
    let refused = try ask(server, "ls")
    #expect(refused.code == 77, "\(refused)")
    #expect(refused.errors.contains("Permission denied (publickey)"), "\(refused)")
    #expect(refused.errors.contains("does not let you in"), "\(refused)")
    try server.authorize("user")
    // Its sockets stay: whether there are any in other directories of this machine does not matter.
    try daemon.end(SIGKILL)
    let missing = try ask(server, "ls")
    #expect(missing.code == 69, "\(missing)")
    #expect(missing.errors.contains("no navd listens at \(server.address)"), "\(missing)")
    try waitForNoTraces(of: server, keeping: true)
    try server.endConnections()
  }

  @Test("an sshd that forwards no sockets is told apart from a missing navd")
  func forwarding() throws {
    let server = try server("AllowStreamLocalForwarding no")
    let daemon = try Daemon(in: home)
    let outcome = try ask(server, "ls")
    #expect(outcome.code == 77, "\(outcome)")
    #expect(outcome.errors.contains("set AllowStreamLocalForwarding to yes"), "\(outcome)")
    try server.endConnections()
    #expect(daemon.isRunning)
  }

  @Test("addresses that ssh or a shell would interpret are refused, and so is a missing ssh")
  func addresses() throws {
    for address in ["ssh://-oProxyCommand=x", "ssh://a;b", "ssh://a@-b", "ssh://", "ssh://a/b"] {
      let outcome = try far.run(Programs.client, ["ls", "--server", address])
      #expect(outcome.code == 64 && outcome.errors.contains("write ssh://"), "\(outcome)")
    }
    let keyed = try far.run(Programs.client, ["ls", "--server", "ssh://home", "--key", "x"])
    #expect(keyed.code == 64 && keyed.errors.contains("--key is about tcp://"), "\(keyed)")
    let missing = try far.run(
      Programs.client,
      ["ls", "--server", "ssh://home"],
      environment: ["PATH": far.directory]
    )
    #expect(missing.code == 69 && missing.errors.contains("no program ssh in PATH"), "\(missing)")
  }
}
