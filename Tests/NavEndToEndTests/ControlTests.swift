import Foundation
import NavProcessKit
import NavTestKit
import Testing

/// One drives, others ask and follow.
@Suite(.waiting) struct ControlTests {
  private let deck = Deck.short

  /// Starts a viewer with a name, and waits until it shows a page.
  private func viewer(
    _ name: String,
    in sandbox: Sandbox,
    columns: Int = 80,
    rows: Int = 24,
    page: Int = 1,
    _ arguments: String...
  ) throws -> TerminalSession {
    let command = [Programs.client, "--session", "talk", "--name", name] + arguments
    let terminal = try sandbox.terminal(name, size: (columns, rows), running: command)
    try terminal.wait(forPage: page, of: deck)
    return terminal
  }

  @Test func oneDrivesAndOthersAsk() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let path = try deck.write(in: sandbox)
    let ada = try viewer("ada", in: sandbox, "--open", path)
    let bob = try viewer("bob", in: sandbox, columns: 120, rows: 30)
    let eve = try viewer("eve", in: sandbox, columns: 60, rows: 16, "--readonly")
    try sandbox.succeed("policy", "request", "-s", "talk")
    try ada.wait(until: "drives") { $0.status.contains("you drive") }
    for terminal in [bob, eve] {
      try terminal.wait(until: "sees who drives") { $0.status.contains("ada drives") }
    }
    try eve.wait(until: "knows that it only watches") { $0.status.contains("read only") }

    // Keys of others are refused, and say how to ask.
    try bob.type("Right")
    try bob.wait(until: "is refused") { $0.status.contains("c asks for control") }
    let refused = try sandbox.client("send", "-s", "talk", "next")
    #expect(refused.code == 77, "\(refused)")
    #expect(refused.errors.contains("ada drives") && refused.errors.contains("navclient drive"))
    try ada.type("Right")
    for terminal in [ada, bob, eve] { try terminal.wait(forPage: 2, of: deck) }

    // The driver sees who asks, and grants it.
    try bob.type("c")
    try ada.wait(until: "sees who asks") {
      $0.status.contains("bob asks for control: + grants, - refuses")
    }
    try ada.type("+")
    try bob.wait(until: "drives") { $0.status.contains("you drive") }
    try ada.wait(until: "sees who drives") { $0.status.contains("bob drives") }
    try bob.type("Right")
    for terminal in [ada, bob, eve] { try terminal.wait(forPage: 3, of: deck) }

    // A killed daemon comes back with its driver.
    try daemon.end(SIGKILL)
    for terminal in [ada, bob, eve] {
      try terminal.wait(until: "says that it reconnects") { $0.status.contains("reconnecting") }
    }
    try daemon.restart()
    try bob.wait(until: "drives again") {
      $0.status.contains("you drive") && !$0.status.contains("reconnecting")
    }
    try bob.type("Left")
    for terminal in [ada, bob, eve] { try terminal.wait(forPage: 2, of: deck) }

    // A leaving driver's control goes to whoever has asked.
    try ada.type("c")
    try bob.wait(until: "sees who asks") { $0.status.contains("ada asks") }
    try bob.type("q")
    #expect(try bob.waitForExit() == 0)
    try ada.wait(until: "drives") { $0.status.contains("you drive") }
    let listing = try sandbox.succeed("viewers", "-s", "talk")
    #expect(listing.contains("drives") && listing.contains("read only"), "\(listing)")
    withExtendedLifetime(eve) { #expect(daemon.isRunning) }
  }

  @Test func aPersonAtTwoTerminalsIsOneDriver() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let path = try deck.write(in: sandbox)
    let projector = try viewer("ada", in: sandbox, "--open", path)
    let own = try sandbox.terminal(
      "own",
      size: (100, 30),
      running: [Programs.client, "--session", "talk", "--name", "ada"]
    )
    try own.wait(forPage: 1, of: deck)
    try sandbox.succeed("policy", "request", "-s", "talk")
    for (page, terminal) in [(2, projector), (3, own)] {
      try terminal.wait(until: "drives") { $0.status.contains("you drive") }
      try terminal.type("Right")
      for other in [projector, own] { try other.wait(forPage: page, of: deck) }
    }
    try projector.type("q")
    #expect(try projector.waitForExit() == 0)
    try own.type("Left")
    try own.wait(forPage: 2, of: deck)
    #expect(daemon.isRunning)
  }

  @Test func aRemovedViewerEndsAndOthersStay() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let path = try deck.write(in: sandbox)
    let ada = try viewer("ada", in: sandbox, "--open", path)
    let bob = try viewer("bob", in: sandbox)
    let cyd = try viewer("cyd", in: sandbox)
    try sandbox.succeed("kick", "bob", "-s", "talk")
    #expect(try bob.waitForExit() == 77)
    #expect(try bob.screen().contains("you were removed from session 'talk'"))
    // From the list of viewers, which asks once more.
    try ada.type("v")
    try ada.wait(until: "lists the viewers") { $0.contains(" cyd ") }
    try ada.type("j", "K")
    try ada.wait(until: "asks once more") { $0.contains("K again removes cyd") }
    try ada.type("K")
    #expect(try cyd.waitForExit() == 77)
    try ada.wait(until: "is alone") { $0.contains("Viewers: 1") }
    try ada.type("Escape")
    // With the bytes of another key right behind it, Escape would be a part of that key.
    try ada.wait(until: "closes the list") { !$0.contains("Viewers:") }
    try ada.type("Right")
    try ada.wait(forPage: 2, of: deck)
    withExtendedLifetime(ada) { #expect(daemon.isRunning) }
  }

  @Test func scriptsAskTakeAndRelease() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let path = try deck.write(in: sandbox)
    let ada = try viewer("ada", in: sandbox, "--open", path)
    // Where everybody may move, there is nothing to get.
    #expect(try sandbox.succeed("drive", "-s", "talk").contains("everybody may move"))
    try sandbox.succeed("policy", "request", "-s", "talk")
    #expect(try sandbox.succeed("policy", "-s", "talk").contains("ada"))

    // Nobody answers in time, so the request is taken back.
    let late = try sandbox.client("drive", "-s", "talk", "--timeout", "200ms")
    #expect(late.code == 75 && late.errors.contains("ada drives"), "\(late)")
    try ada.wait(until: "nobody asks any more") { !$0.status.contains("asks") }

    // Refused, then granted.
    for (key, code) in [("-", 77), ("+", 0)] {
      let asking = try sandbox.start(Programs.client, ["drive", "-s", "talk"])
      try ada.wait(until: "a script asks") {
        $0.status.contains("a script asks for control: + grants")
      }
      try ada.type(key)
      #expect(try asking.waitForExit("drive") == Int32(code), "\(asking.errorText)")
      try ada.wait(until: "nobody asks any more") { !$0.status.contains("asks for control:") }
    }
    try ada.wait(until: "a script drives") { $0.status.contains("a script drives") }
    try sandbox.succeed("send", "-s", "talk", "next")
    try ada.wait(forPage: 2, of: deck)
    try sandbox.succeed("grant", "ada", "-s", "talk")
    try ada.wait(until: "drives") { $0.status.contains("you drive") }
    try sandbox.succeed("drive", "-s", "talk", "--take")
    try sandbox.succeed("release", "-s", "talk")
    try ada.wait(until: "nobody drives") { $0.status.contains("nobody drives") }
    try ada.type("c")
    try ada.wait(until: "drives") { $0.status.contains("you drive") }
    try sandbox.succeed("policy", "open", "-s", "talk")
    try sandbox.succeed("send", "-s", "talk", "next")
    try ada.wait(forPage: 3, of: deck)
    withExtendedLifetime(ada) { #expect(daemon.isRunning) }
  }
}
