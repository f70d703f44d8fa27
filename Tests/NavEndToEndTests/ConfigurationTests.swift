import Foundation
import Testing

/// The configuration file, `navd config`, and reloading the file.
@Suite(.waiting) struct ConfigurationTests {
  /// Writes the file that the programs of a sandbox load by default.
  private func configure(_ sandbox: Sandbox, _ text: String) throws -> String {
    try sandbox.write(text, to: ".config/navd/config.toml")
  }

  /// Makes the daemon reload its file, and waits for one more log line with this beginning.
  private func reload(_ daemon: Daemon, _ sandbox: Sandbox, until line: String) throws {
    func count() -> Int {
      daemon.log.split(separator: "\n").count { $0.hasPrefix("navd: \(line)") }
    }
    let before = count()
    daemon.send(SIGHUP)
    try eventually("navd has logged '\(line)'", found: { daemon.report }) { count() > before }
  }

  @Test func aLimitIsLoweredAndRaisedWhileTheDaemonRuns() throws {
    let sandbox = try Sandbox()
    let path = try configure(sandbox, "[limits]\nsessions = 3\n")
    let daemon = try Daemon(in: sandbox)
    #expect(daemon.log.contains("navd: navd reads \(path)\n"), "\(daemon.report)")
    for name in ["a", "b"] { try sandbox.succeed("new", "-s", name) }

    _ = try configure(sandbox, "[limits]\nsessions = 2\n")
    try reload(daemon, sandbox, until: "limits.sessions is 2 from now on, and was 3")
    let refused = try sandbox.client("new", "-s", "c")
    #expect(refused.code != 0, "\(refused)")
    #expect(refused.errorLines.count == 1, "\(refused)")
    #expect(refused.errors.contains("the limit is 2"), "\(refused)")

    // A mistake changes nothing; the error contains its location.
    _ = try configure(sandbox, "[limits]\n\nsesions = 3\n")
    try reload(daemon, sandbox, until: "the configuration stays as it was")
    #expect(daemon.log.contains("navd: \(path):3:1: [limits] has no such key"), "\(daemon.report)")
    #expect(try sandbox.client("new", "-s", "c").code == refused.code)

    _ = try configure(sandbox, "[limits]\nsessions = 3\n[state]\ndirectory = \"/elsewhere\"\n")
    try reload(daemon, sandbox, until: "limits.sessions is 3 from now on, and was 2")
    #expect(daemon.log.contains("navd: state.directory is \"/elsewhere\""), "\(daemon.report)")
    try sandbox.succeed("new", "-s", "c")
    #expect(try sandbox.client("new", "-s", "d").code == refused.code)

    // Without the file the defaults apply, and no session is lost.
    try FileManager.default.removeItem(atPath: path)
    try reload(daemon, sandbox, until: "limits.sessions is 256 from now on, and was 3")
    try sandbox.succeed("new", "-s", "d")
    try reload(daemon, sandbox, until: "nothing in the configuration has changed")
    let names = try Listing(sandbox.succeed("ls", "--json")).sessions.map(\.name)
    #expect(names.sorted() == ["a", "b", "c", "d"])
  }

  @Test func aPictureHasTheConfiguredOrTheNamedTheme() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let path = try Deck.short.write(in: sandbox)
    try sandbox.succeed("new", "-s", "x", "--open", path)
    let (dark, light) = ("#11151a", "#0a55a1")
    func picture(_ arguments: String...) throws -> String {
      let all = ["snapshot", "-s", "x", "--format", "svg"] + arguments
      let outcome = try sandbox.run(Programs.client, all)
      try #require(outcome.code == 0, "\(outcome)")
      return outcome.output
    }
    #expect(try picture().contains(dark))
    #expect(try picture("--theme", "light").contains(light))
    _ = try configure(sandbox, "[viewer]\ntheme = \"light\"\n")
    #expect(try picture().contains(light))
    #expect(try picture("--theme", "dark").contains(dark))
    let missing = try sandbox.client("snapshot", "-s", "x", "--format", "svg", "--theme", "mine")
    #expect(missing.code == 66 && missing.errors.contains("there is no theme 'mine'"), "\(missing)")
    // An unusable setting is reported, and the screen still works.
    _ = try configure(sandbox, "[viewer]\ntheme = \"mine\"\n")
    let plain = try sandbox.client("snapshot", "-s", "x", "--format", "svg")
    #expect(plain.code == 0 && plain.output.contains(dark), "\(plain.errors)")
    #expect(plain.errors.contains("there is no theme 'mine'"), "\(plain.errors)")
    #expect(try sandbox.client("snapshot", "-s", "x", "--theme", "a/b").code == 64)
    #expect(daemon.isRunning)
  }

  @Test func theCommandLineOverridesTheFileAndValuesNameTheirSource() throws {
    let sandbox = try Sandbox()
    let none = try sandbox.run(Programs.daemon, ["config"])
    #expect(none.code == 0 && none.errors == "", "\(none)")
    #expect(none.output.hasPrefix("# no file\n\n[state]\n"), "\(none)")
    let path = try sandbox.write(
      "[state]\ndurability = \"power\"\ndirectory = \"/kept\"\n[limits]\nclients = 500\n",
      to: "other.toml"
    )
    let some = try sandbox.run(
      Programs.daemon,
      ["config", "--config", path, "--durability", "process"]
    )
    #expect(some.code == 0 && some.errors == "", "\(some)")
    let lines = some.output.split(separator: "\n")
      .map { $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ") }
    #expect(lines.contains("# file: \(path)"), "\(some)")
    #expect(lines.contains("directory = \"/kept\" # file, line 3"), "\(some)")
    #expect(lines.contains("durability = \"process\" # command line"), "\(some)")
    #expect(lines.contains("clients = 500 # file, line 5"), "\(some)")
    #expect(lines.contains("sessions = 256 # default"), "\(some)")
    // The printed configuration is a valid file with the same meaning.
    let printed = try sandbox.write(some.output, to: "printed.toml")
    let again = try sandbox.run(Programs.daemon, ["config", "--config", printed])
    #expect(again.code == 0, "\(again)")
    func values(_ text: String) -> [Substring] {
      text.split(separator: "\n").compactMap { $0.split(separator: "#").first }
        .filter { $0.contains("=") }
    }
    #expect(
      values(again.output).map { $0.filter { $0 != " " } }
        == values(some.output).map { $0.filter { $0 != " " } }
    )
  }

  @Test func anInvalidFileStopsTheStart() throws {
    let sandbox = try Sandbox()
    let path = try configure(sandbox, "[limits]\nsessions = \"3\"\n")
    for arguments in [[], ["config"], ["--config", path]] {
      let outcome = try sandbox.run(Programs.daemon, arguments)
      #expect(outcome.code == 64, "\(outcome)")
      #expect(outcome.output == "", "\(outcome)")
      #expect(outcome.errorLines.count == 1, "\(outcome)")
      #expect(
        outcome.errors.hasPrefix("navd: \(path):2:1: limits.sessions takes a whole number"),
        "\(outcome)"
      )
    }
    let missing = try sandbox.run(Programs.daemon, ["--config", "\(sandbox.directory)/none.toml"])
    #expect(missing.code == 66, "\(missing)")
    #expect(missing.errorLines.count == 1, "\(missing)")
    #expect(!FileManager.default.fileExists(atPath: sandbox.socketDirectory), "it has not begun")
  }
}
