import Foundation
import NavProcessKit
import Testing

/// Viewers on other machines that come by an invitation (proto/README.md: Invitations).
@Suite(.waiting) struct InvitationTests {
  /// The daemon's machine.
  private let home: Sandbox
  private let port: UInt16
  private let deck = Deck.short

  init() throws {
    home = try Sandbox()
    port = try FreePorts.pair()
  }

  private var address: String { "127.0.0.1:\(port)" }

  private func invite(_ options: String...) throws -> String {
    let outcome = try home.run(
      Programs.client,
      ["invite", "-s", "talk", "--address", address] + options
    )
    try #require(outcome.code == 0, "\(outcome)")
    return outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private func id(of string: String) throws -> String {
    String(try #require(string.split(separator: ".").dropLast().last))
  }

  @Test("one string joins, drives, comes back after a restart, and ends when it is revoked")
  func join() throws {
    let daemon = try Daemon(in: home, arguments: ["--listen", "tcp://\(address)"])
    let near = try home.viewer("near", opening: deck)
    let string = try invite("--uses", "1", "--name", "Room 3")
    #expect(string.hasPrefix("navd://\(address)/talk#"))
    let far = try Sandbox()
    let viewer = try TerminalSession(in: far, "far", columns: 100, rows: 30, "join", string)
    try viewer.wait(forPage: 1, of: deck)
    try viewer.type("Right")
    for terminal in [near, viewer] { try terminal.wait(forPage: 2, of: deck) }
    // Nobody else may use it, and its owner may do nothing else.
    let other = try Sandbox()
    let late = try other.run(Programs.client, ["status", "-s", "talk", "--server", string])
    #expect(
      late.code == 77 && late.errors.contains("as many people use your invitation"),
      "\(late)"
    )
    let status = try far.run(Programs.client, ["status", "--server", string])
    #expect(status.code == 0 && status.output.contains("talk"), "\(status)")
    let kill = try far.run(Programs.client, ["kill", "-s", "talk", "--server", string])
    #expect(kill.code == 77, "\(kill)")
    let list = try home.run(Programs.client, ["invite", "-s", "talk", "--list"])
    #expect(list.output.contains("Room 3") && list.output.contains("1 of 1"), "\(list)")
    try daemon.end(SIGKILL)
    try daemon.restart()
    try viewer.wait(until: "is live again") {
      deck.isShown(2, on: $0) && !$0.status.contains("reconnecting")
    }
    let revoked = try home.run(
      Programs.client,
      ["invite", "-s", "talk", "--revoke", try id(of: string)]
    )
    #expect(revoked.code == 0, "\(revoked)")
    #expect(try viewer.waitForExit() == 77)
    let again = try far.run(Programs.client, ["join", string, "--plain"])
    #expect(again.code == 77 && again.errors.contains("was revoked"), "\(again)")
    try near.type("Right")
    try near.wait(forPage: 3, of: deck)
    #expect(!daemon.log.contains(string), "the secret is in the log")
  }

  @Test("a viewer finds its daemon at the other address of the string, also past somebody else's")
  func addresses() throws {
    let second = "127.0.0.2:\(port)"
    let daemon = try Daemon(in: home, arguments: ["--listen", "tcp://\(address)"])
    try home.succeed("new", "-s", "talk", "--open", deck.write(in: home))
    let string = try invite("--uses", "1").replacingOccurrences(
      of: address,
      with: "\(address),\(second)"
    )
    let far = try Sandbox()
    let viewer = try TerminalSession(in: far, "far", columns: 100, rows: 30, "join", string)
    try viewer.wait(forPage: 1, of: deck)
    // Nobody is at the first address any more.
    try daemon.end(SIGKILL)
    let moved = try Daemon(in: home, arguments: ["--listen", "tcp://\(second)"])
    try eventually("the viewer is at the second address") { try viewerCounts() == [1] }
    try viewer.type("Right")
    try viewer.wait(forPage: 2, of: deck)
    // Another daemon is at the second address.
    try moved.end(SIGKILL)
    let strange = try Sandbox()
    let stranger = try Daemon(in: strange, arguments: ["--listen", "tcp://\(second)"])
    let back = try Daemon(in: home, arguments: ["--listen", "tcp://\(address)"])
    try eventually("the viewer is at the first address") { try viewerCounts() == [1] }
    try viewer.type("Right")
    try viewer.wait(forPage: 3, of: deck)
    #expect(stranger.isRunning && back.isRunning)
  }

  private func viewerCounts() throws -> [Int] {
    try Listing(home.succeed("ls", "--json")).sessions.map(\.viewers)
  }

  @Test("whoever has as many viewers as the limit allows gets no other, and the first one goes on")
  func limit() throws {
    _ = try home.write("[limits]\ncredential_viewers = 1\n", to: ".config/navd/config.toml")
    let daemon = try Daemon(in: home, arguments: ["--listen", "tcp://\(address)"])
    try home.succeed("new", "-s", "talk", "--open", deck.write(in: home))
    // An invitation has at least as many viewers as uses.
    let string = try invite("--uses", "1")
    let far = try Sandbox()
    let viewer = try TerminalSession(in: far, "far", "join", string)
    try viewer.wait(forPage: 1, of: deck)
    let second = try TerminalSession(in: far, "second", columns: 200, rows: 24, "join", string)
    try second.wait(until: "says why it is refused") { $0.contains("limits.credential_viewers") }
    #expect(try second.waitForExit() == 75)
    // Those at the daemon's machine have no such limit.
    let near = try TerminalSession(in: home, "near", "--session", "talk")
    try near.wait(forPage: 1, of: deck)
    try viewer.type("Right")
    for terminal in [near, viewer] { try terminal.wait(forPage: 2, of: deck) }
    #expect(daemon.isRunning)
  }

  @Test("what is wrong with a string is told, each with its own text and code")
  func refusals() throws {
    let daemon = try Daemon(in: home, arguments: ["--listen", "tcp://\(address)"])
    try home.succeed("new", "-s", "talk", "--open", deck.write(in: home))
    let far = try Sandbox()
    let string = try invite("--role", "viewer")
    let parts = string.split(separator: "#")
    let secrets = parts[1].split(separator: ".")
    // Another secret, another daemon's key, an address where nobody listens.
    let guess = "\(parts[0])#\(secrets[0]).\(secrets[1]).AAAAAAAAAAAAAAAAAAAAAA"
    let imposter =
      "\(parts[0])#"
      + ([String(repeating: "A", count: 43)] + secrets.dropFirst().map(String.init))
      .joined(separator: ".")
    let closed = try FreePorts.pair()
    let nowhere = string.replacingOccurrences(of: address, with: "127.0.0.1:\(closed)")
    let table: [(String, Int32, String)] = [
      (guess, 77, "does not know your invitation"), (imposter, 77, "has another key"),
      (nowhere, 69, "no navd answers"), ("navd://talk", 64, "this is no invitation"),
    ]
    for (text, code, words) in table {
      let outcome = try far.run(Programs.client, ["status", "--server", text])
      #expect(outcome.code == code && outcome.errors.contains(words), "\(outcome)")
      #expect(!outcome.errors.contains(secrets[2]), "the secret is shown")
    }
    // The second address answers.
    let twice = string.replacingOccurrences(
      of: address,
      with: "127.0.0.1:\(closed),\(address)"
    )
    let found = try far.run(Programs.client, ["status", "--server", twice])
    #expect(found.code == 0, "\(found)")
    let driven = try far.run(Programs.client, ["send", "--server", string, "next"])
    #expect(driven.code == 77, "\(driven)")
    // Though everybody may move the session.
    let driving = try far.run(Programs.client, ["drive", "--server", string])
    #expect(
      driving.code == 77 && driving.errors.contains("ask whoever invited you"),
      "\(driving)"
    )
    let code = try home.run(
      Programs.client,
      ["invite", "-s", "talk", "--address", address, "--qr"]
    )
    #expect(code.output.contains("\u{2580}"), "\(code)")
    #expect(daemon.isRunning)
  }

  @Test("a guest who is removed stays out, whatever it tries; others with the same string come in")
  func removed() throws {
    let daemon = try Daemon(in: home, arguments: ["--listen", "tcp://\(address)"])
    try home.succeed("new", "-s", "talk", "--open", deck.write(in: home))
    let string = try invite("--uses", "2")
    let far = try Sandbox()
    let viewer = try TerminalSession(in: far, "far", "join", string, "--name", "eve")
    try viewer.wait(forPage: 1, of: deck)
    try home.succeed("kick", "eve", "-s", "talk")
    #expect(try viewer.waitForExit() == 77)
    let again = try far.run(Programs.client, ["join", string, "--plain"])
    #expect(again.code == 77 && again.errors.contains("come back in 10 minutes"), "\(again)")
    // The list of sessions does not show it either.
    let list = try far.run(Programs.client, ["status", "--server", string])
    #expect(list.code == 66 && !list.errors.contains("talk"), "\(list)")
    try Sandbox().succeed("status", "--server", string)
    #expect(daemon.isRunning)
  }

  @Test("without a listener for other machines nobody is invited, and is told what to do")
  func withoutListener() throws {
    let daemon = try Daemon(in: home)
    try home.succeed("new", "-s", "talk", "--open", deck.write(in: home))
    let outcome = try home.run(Programs.client, ["invite", "-s", "talk"])
    #expect(outcome.code == 64, "\(outcome)")
    #expect(outcome.errors.contains("navd --listen tcp://HOST:PORT"), "\(outcome)")
    #expect(daemon.isRunning)
  }
}
