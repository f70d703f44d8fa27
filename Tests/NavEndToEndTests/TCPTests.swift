import Foundation
import NavProcessKit
import Testing

/// A daemon on a trusted network (proto/README.md: Endpoints).
@Suite(.waiting) struct TCPTests {
  private let sandbox: Sandbox
  private let deck = Deck.short

  init() throws { sandbox = try Sandbox() }

  private func freeAddress() throws -> String { "tcp://127.0.0.1:\(try FreePorts.pair())" }

  @Test func viewersOverBothTransportsShareASession() throws {
    let address = try freeAddress()
    let daemon = try Daemon(in: sandbox, arguments: ["--listen", address, "--insecure"])
    #expect(daemon.log.contains("WARNING: navd listens at \(address) "))
    let near = try sandbox.viewer("near", opening: deck)
    let far = try sandbox.terminal("far", size: (120, 40), "--session", "talk", "--server", address)
    try far.wait(forPage: 1, of: deck)
    try far.type("Right")
    for terminal in [near, far] { try terminal.wait(forPage: 2, of: deck) }
    // The address comes from the environment; without it no daemon is found.
    let elsewhere = ["XDG_RUNTIME_DIR": "\(sandbox.directory)/nowhere", "NAVD_SERVER": address]
    let listing = try sandbox.run(Programs.client, ["ls", "--json"], environment: elsewhere)
    #expect(try Listing(listing.output).sessions.map(\.viewers) == [2], "\(listing)")
    let sent = try sandbox.run(
      Programs.client,
      ["send", "-s", "talk", "--server", address, "next"],
      environment: ["XDG_RUNTIME_DIR": "\(sandbox.directory)/nowhere"]
    )
    #expect(sent.code == 0, "\(sent)")
    for terminal in [near, far] { try terminal.wait(forPage: 3, of: deck) }
    // A disconnected viewer reconnects by itself.
    try daemon.end(SIGKILL)
    for terminal in [near, far] {
      try terminal.wait(until: "has noticed") { $0.status.contains("reconnecting") }
    }
    try daemon.restart()
    for terminal in [near, far] {
      try terminal.wait(until: "is live again") {
        deck.isShown(3, on: $0) && !$0.status.contains("reconnecting")
      }
    }
    try far.type("Right")
    for terminal in [near, far] { try terminal.wait(forPage: 4, of: deck) }
  }

  @Test func addressesToListenAtAreChecked() throws {
    let table: [([String], String)] = [
      (["--insecure"], "--insecure is about --listen"),
      (["--listen", "127.0.0.1:7100", "--insecure"], "write tcp://HOST:PORT"),
      (["--listen", "tcp://127.0.0.1:65535", "--insecure"], "a port from 1 to 65534"),
    ]
    for (arguments, text) in table {
      let outcome = try sandbox.run(Programs.daemon, arguments)
      #expect(outcome.code == 64 && outcome.errors.contains(text), "\(outcome)")
    }
  }

  @Test func aMissingServerIsReportedAtOnce() throws {
    let address = try freeAddress()
    let missing = try sandbox.client("ls", "--server", address)
    #expect(missing.code == 69 && missing.errors.contains("no navd answers at \(address)"))
    let odd = try sandbox.client("ls", "--server", "somewhere")
    #expect(odd.code == 64 && odd.errors.contains("write tcp://HOST:PORT"), "\(odd)")
    let inherited = try sandbox.run(Programs.client, ["ls"], environment: ["NAVD_SERVER": "x"])
    #expect(inherited.code == 64 && inherited.errors.contains("NAVD_SERVER is 'x'"))
  }
}
