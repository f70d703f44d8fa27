import Foundation
import NavProcessKit
import Testing

/// The key of a daemon is replaced under its viewers (proto/README.md: A new key).
@Suite(.waiting) struct KeyRotationTests {
  /// The daemon's machine.
  private let home: Sandbox
  private let port: UInt16
  private let deck = Deck.short

  init() throws {
    home = try Sandbox()
    port = try FreePorts.pair()
  }

  private var address: String { "127.0.0.1:\(port)" }

  private func invite() throws -> String {
    try home.succeed("invite", "-s", "talk", "--address", address, "--uses", "9")
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @Test(
    "viewers learn the next key, and come back by themselves after the switch; strings with both keys go on"
  )
  func rotation() throws {
    let daemon = try Daemon(in: home, arguments: ["--listen", "tcp://\(address)"])
    let near = try home.viewer("near", opening: deck)
    let old = try home.key(of: Programs.daemon)
    let before = try invite()
    #expect(before.contains("#\(old)."))
    let far = try Sandbox()
    let viewer = try TerminalSession(in: far, "far", columns: 100, rows: 30, "join", before)
    try viewer.wait(forPage: 1, of: deck)
    // The next key is announced at once.
    let both = try home.key(of: Programs.daemon, "--rotate")
    let next = try #require(both.split(separator: "+").last.map(String.init))
    #expect(both == "\(old)+\(next)")
    try eventually("the viewer has learned the next key", found: { Self.known(to: far) }) {
      Self.known(to: far) == "\(old) \(next)\n"
    }
    let twice = try home.run(Programs.daemon, ["key", "--rotate"])
    #expect(twice.code == 77 && twice.errors.contains("navd key --switch"), "\(twice)")
    let during = try invite()
    #expect(during.contains("#\(both)."))
    let status = try home.run(Programs.daemon, ["key"])
    #expect(status.errors.contains("next key:    \(next), made 2"), "\(status)")
    // The switch.
    #expect(try home.key(of: Programs.daemon, "--switch") == next)
    try daemon.wait(forLog: "navd listens at tcp://\(address) with its new key")
    try near.type("Right")
    for terminal in [near, viewer] { try terminal.wait(forPage: 2, of: deck) }
    try viewer.wait(until: "is live again") { !$0.status.contains("reconnecting") }
    try viewer.type("Right")
    for terminal in [near, viewer] { try terminal.wait(forPage: 3, of: deck) }
    #expect(Self.known(to: far) == "\(old) \(next) switched\n")
    try checkNewcomers(before: before, during: during, known: far, keys: (old, next))
    #expect(daemon.isRunning)
  }

  /// Checks who may come after the switch, by the strings of invitations from before and during the replacement.
  private func checkNewcomers(
    before: String,
    during: String,
    known far: Sandbox,
    keys: (old: String, next: String)
  ) throws {
    // One who learned the next key uses the old string.
    let again = try far.run(Programs.client, ["status", "--server", before])
    #expect(again.code == 0, "\(again)")
    let fresh = try Sandbox()
    let joined = try TerminalSession(in: fresh, "fresh", columns: 100, rows: 30, "join", during)
    try joined.wait(forPage: 3, of: deck)
    let late = try Sandbox()
    let refused = try late.run(Programs.client, ["join", before, "--plain"])
    #expect(refused.code == 77, "\(refused)")
    #expect(refused.errors.contains("has another key than \(keys.old): it may have been replaced"))
    // The option takes both keys, too; the peer itself is not authorised.
    let both = ["--server", "tcp://\(address)", "--key", "\(keys.old)+\(keys.next)"]
    let stranger = try late.run(Programs.client, ["ls"] + both)
    #expect(stranger.code == 77 && stranger.errors.contains("authorized_keys"), "\(stranger)")
  }

  /// The file of the next keys that viewers have learned.
  private static func known(to sandbox: Sandbox) -> String {
    let path = "\(sandbox.directory)/state/navd/known-servers"
    return (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  }

  @Test(
    "a key is replaced while navd does not run; without a next key there is nothing to switch to"
  )
  func offline() throws {
    let old = try home.key(of: Programs.daemon)
    let nothing = try home.run(Programs.daemon, ["key", "--switch"])
    #expect(nothing.code == 77 && nothing.errors.contains("navd key --rotate"), "\(nothing)")
    let wrong = try home.run(Programs.daemon, ["key", "--rotate", "--switch"])
    #expect(wrong.code == 64, "\(wrong)")
    let both = try home.key(of: Programs.daemon, "--rotate")
    #expect(both.hasPrefix("\(old)+"))
    let next = try home.key(of: Programs.daemon, "--switch")
    #expect(both == "\(old)+\(next)")
    let daemon = try Daemon(in: home, arguments: ["--listen", "tcp://\(address)"])
    try daemon.wait(forLog: "its key is \(next)")
  }
}
