import Foundation
import Testing

/// The configuration file, `navd config`, and reloading the file.
@Suite(.waiting) struct ConfigurationTests {
  /// Writes the file that the programs of a world load by default.
  private func configure(_ world: World, _ text: String) throws -> String {
    try FileManager.default.createDirectory(
      atPath: "\(world.directory)/.config/navd",
      withIntermediateDirectories: true
    )
    return try world.write(text, to: ".config/navd/config.toml")
  }

  /// Makes the daemon reload its file, and waits for one more log line with this beginning.
  private func reload(_ daemon: Daemon, _ world: World, until line: String) throws {
    func count() -> Int {
      daemon.log.split(separator: "\n").count { $0.hasPrefix("navd: \(line)") }
    }
    let before = count()
    daemon.send(SIGHUP)
    try eventually("navd has logged '\(line)'", found: { daemon.report }) { count() > before }
  }

  @Test func aLimitIsLoweredAndRaisedWhileTheDaemonRuns() throws {
    let world = try World()
    let path = try configure(world, "[limits]\nsessions = 3\n")
    let daemon = try Daemon(in: world)
    #expect(daemon.log.contains("navd: navd reads \(path)\n"), "\(daemon.report)")
    for name in ["a", "b"] { try world.succeed("new", "-s", name) }

    _ = try configure(world, "[limits]\nsessions = 2\n")
    try reload(daemon, world, until: "limits.sessions is 2 from now on, and was 3")
    let refused = try world.client("new", "-s", "c")
    #expect(refused.code != 0, "\(refused)")
    #expect(refused.errorLines.count == 1, "\(refused)")
    #expect(refused.errors.contains("the limit is 2"), "\(refused)")

    // A mistake changes nothing; the error contains its location.
    _ = try configure(world, "[limits]\n\nsesions = 3\n")
    try reload(daemon, world, until: "the configuration stays as it was")
    #expect(daemon.log.contains("navd: \(path):3:1: [limits] has no such key"), "\(daemon.report)")
    #expect(try world.client("new", "-s", "c").code == refused.code)

    _ = try configure(world, "[limits]\nsessions = 3\n[state]\ndirectory = \"/elsewhere\"\n")
    try reload(daemon, world, until: "limits.sessions is 3 from now on, and was 2")
    #expect(daemon.log.contains("navd: state.directory is \"/elsewhere\""), "\(daemon.report)")
    try world.succeed("new", "-s", "c")
    #expect(try world.client("new", "-s", "d").code == refused.code)

    // Without the file the defaults apply, and no session is lost.
    try FileManager.default.removeItem(atPath: path)
    try reload(daemon, world, until: "limits.sessions is 256 from now on, and was 3")
    try world.succeed("new", "-s", "d")
    try reload(daemon, world, until: "nothing in the configuration has changed")
    let names = try Listing(world.succeed("ls", "--json")).sessions.map(\.name)
    #expect(names.sorted() == ["a", "b", "c", "d"])
  }

  @Test func aPictureHasTheConfiguredOrTheNamedTheme() throws {
    let world = try World()
    let daemon = try Daemon(in: world)
    let path = try Deck.short.write(in: world)
    try world.succeed("new", "-s", "x", "--open", path)
    let (dark, light) = ("#11151a", "#0a55a1")
    func picture(_ arguments: String...) throws -> String {
      let all = ["snapshot", "-s", "x", "--format", "svg"] + arguments
      let outcome = try world.run(Programs.client, all)
      try #require(outcome.code == 0, "\(outcome)")
      return outcome.output
    }
    #expect(try picture().contains(dark))
    #expect(try picture("--theme", "light").contains(light))
    _ = try configure(world, "[viewer]\ntheme = \"light\"\n")
    #expect(try picture().contains(light))
    #expect(try picture("--theme", "dark").contains(dark))
    let missing = try world.client("snapshot", "-s", "x", "--format", "svg", "--theme", "mine")
    #expect(missing.code == 66 && missing.errors.contains("there is no theme 'mine'"), "\(missing)")
    // An unusable setting is reported, and the screen still works.
    _ = try configure(world, "[viewer]\ntheme = \"mine\"\n")
    let plain = try world.client("snapshot", "-s", "x", "--format", "svg")
    #expect(plain.code == 0 && plain.output.contains(dark), "\(plain.errors)")
    #expect(plain.errors.contains("there is no theme 'mine'"), "\(plain.errors)")
    #expect(try world.client("snapshot", "-s", "x", "--theme", "a/b").code == 64)
    #expect(daemon.isRunning)
  }

  @Test func theCommandLineOverridesTheFileAndValuesNameTheirSource() throws {
    let world = try World()
    let none = try world.run(Programs.daemon, ["config"])
    #expect(none.code == 0 && none.errors == "", "\(none)")
    #expect(none.output.hasPrefix("# no file\n\n[state]\n"), "\(none)")
    let path = try world.write(
      "[state]\ndurability = \"power\"\ndirectory = \"/kept\"\n[limits]\nclients = 500\n",
      to: "other.toml"
    )
    let some = try world.run(
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
    let printed = try world.write(some.output, to: "printed.toml")
    let again = try world.run(Programs.daemon, ["config", "--config", printed])
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
    let world = try World()
    let path = try configure(world, "[limits]\nsessions = \"3\"\n")
    for arguments in [[], ["config"], ["--config", path]] {
      let outcome = try world.run(Programs.daemon, arguments)
      #expect(outcome.code == 64, "\(outcome)")
      #expect(outcome.output == "", "\(outcome)")
      #expect(outcome.errorLines.count == 1, "\(outcome)")
      #expect(
        outcome.errors.hasPrefix("navd: \(path):2:1: limits.sessions takes a whole number"),
        "\(outcome)"
      )
    }
    let missing = try world.run(Programs.daemon, ["--config", "\(world.directory)/none.toml"])
    #expect(missing.code == 66, "\(missing)")
    #expect(missing.errorLines.count == 1, "\(missing)")
    #expect(!FileManager.default.fileExists(atPath: world.socketDirectory), "it has not begun")
  }
}
