import Foundation
import Testing

/// The daemon's start, and commands without a daemon.
@Suite(.waiting) struct DaemonTests {
  @Test(arguments: [
    ["ls"], ["ls", "--json"], ["new", "-s", "x"], ["kill", "-s", "x"], ["send", "-s", "x", "next"],
    ["snapshot", "-s", "x", "--size", "80x24"],
  ]) func withoutADaemonOneLineSaysSo(arguments: [String]) throws {
    let sandbox = try Sandbox()
    let start = ContinuousClock.now
    let outcome = try sandbox.run(Programs.client, arguments)
    let time = ContinuousClock.now - start
    #expect(outcome.code == 69, "\(outcome)")
    #expect(outcome.errorLines.count == 1 && outcome.output == "", "\(outcome)")
    #expect(outcome.errors.contains("`navd`"), "how to start it: \(outcome)")
    // Immediate for a person; the bound leaves time on a busy machine.
    #expect(time < deadline, "\(time)")
  }

  @Test func withoutADaemonAttachingFails() throws {
    let sandbox = try Sandbox()
    let terminal = try TerminalSession(in: sandbox, "a", "--session", "x", "--no-start")
    #expect(try terminal.waitForExit() == 69)
    let screen = try terminal.screen()
    #expect(screen.contains("navd"), "\(screen)")
    #expect(terminal.modesAfter == terminal.modesBefore)
    try eventually("nothing is left") { try terminal.leftovers() == [] }
  }

  @Test func aSecondDaemonIsRefused() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    try sandbox.succeed("new", "-s", "x")
    let second = try sandbox.run(Programs.daemon, [])
    #expect(second.code == 69, "\(second)")
    #expect(second.errorLines.count == 1, "\(second)")
    // The error names the process that holds the lock.
    #expect(second.errors.contains("process id \(daemon.id) "), "\(second)")
    let elsewhere = try Folder(in: sandbox, "elsewhere")
    for (variable, holder) in [
      ("XDG_RUNTIME_DIR", "process id \(daemon.id) "), ("XDG_STATE_HOME", "process \(daemon.id) "),
    ] {
      let other = try sandbox.run(Programs.daemon, [], environment: [variable: elsewhere.path])
      #expect(other.code == 69, "\(other)")
      #expect(other.errors.contains(holder), "\(other)")
    }
    // The first daemon is unaffected.
    #expect(try Listing(sandbox.succeed("ls", "--json")).sessions.map(\.name) == ["x"])
    #expect(daemon.isRunning)
  }

  @Test func aDaemonStartsAfterAKill() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    try daemon.end(SIGKILL)
    #expect(FileManager.default.fileExists(atPath: "\(sandbox.socketDirectory)/input"))
    try daemon.restart()
    #expect(try sandbox.succeed("ls", "--json").trimmed(of: "\n") == "[]")
  }

  @Test func otherUsersCannotOpenTheSockets() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let attributes = try FileManager.default.attributesOfItem(atPath: sandbox.socketDirectory)
    #expect(attributes[.posixPermissions] as? Int == 0o700)
    #expect(daemon.isRunning)
  }

  /// No user can make a directory below a regular file.
  @Test func anImpossibleRuntimeDirectory() throws {
    let sandbox = try Sandbox()
    let file = try sandbox.write("", to: "file")
    let outcome = try sandbox.run(Programs.daemon, [], environment: ["XDG_RUNTIME_DIR": file])
    #expect(outcome.code == 77, "\(outcome)")
    #expect(outcome.errorLines.count == 1, "\(outcome)")
    #expect(outcome.errors.contains("\(file)/navd"), "\(outcome)")
    #expect(outcome.errors.contains("XDG_RUNTIME_DIR"), "what to do: \(outcome)")
  }

  /// Not even root can make a directory in `/sys`.
  @Test func aReadOnlyRuntimeDirectory() throws {
    let sandbox = try Sandbox()
    let closed = "\(sandbox.directory)/closed"
    try FileManager.default.createDirectory(
      atPath: closed,
      withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o500]
    )
    let command = Daemon.confinement + [Programs.daemon]
    for directory in ["/sys", closed] {
      let outcome = try sandbox.run(
        command[0],
        Array(command.dropFirst()),
        environment: ["XDG_RUNTIME_DIR": directory]
      )
      #expect(outcome.code == 77, "\(outcome)")
      #expect(outcome.errorLines.count == 1, "\(outcome)")
      #expect(outcome.errors.contains("\(directory)/navd"), "\(outcome)")
    }
  }

  @Test func aPathThatIsTooLongForASocket() throws {
    let sandbox = try Sandbox()
    let directory = "\(sandbox.directory)/\(String(repeating: "d", count: 100))"
    try FileManager.default.createDirectory(
      atPath: directory,
      withIntermediateDirectories: false
    )
    let outcome = try sandbox.run(Programs.daemon, [], environment: ["XDG_RUNTIME_DIR": directory])
    #expect([69, 77].contains(outcome.code), "\(outcome)")
    #expect(outcome.errorLines.count == 1, "\(outcome)")
  }

  @Test func unknownArguments() throws {
    let sandbox = try Sandbox()
    for program in [Programs.daemon, Programs.client] {
      let outcome = try sandbox.run(program, ["--no-such-option"])
      #expect(outcome.code == 64, "\(outcome)")
      let help = try sandbox.run(program, ["--help"])
      #expect(help.code == 0 && help.output.contains("USAGE"), "\(help)")
      let version = try sandbox.run(program, ["--version"])
      #expect(version.code == 0 && !version.output.isEmpty, "\(version)")
    }
  }
}
