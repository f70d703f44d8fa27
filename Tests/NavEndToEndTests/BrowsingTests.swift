import Foundation
import Testing

/// Viewers that look around on their own, and those that follow them.
@Suite(.waiting) struct BrowsingTests {
  private let deck = Deck.short

  private func viewer(
    _ name: String,
    in sandbox: Sandbox,
    columns: Int,
    rows: Int,
    _ arguments: String...
  ) throws -> TerminalSession {
    let terminal = try sandbox.terminal(
      name,
      size: (columns, rows),
      running: [Programs.client, "--session", "talk", "--name", name] + arguments
    )
    try terminal.wait(forPage: 1, of: deck)
    return terminal
  }

  @Test func aViewerLooksAroundAndReturns() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let path = try deck.write(in: sandbox)
    let ada = try viewer("ada", in: sandbox, columns: 80, rows: 24, "--open", path)
    let bob = try viewer("bob", in: sandbox, columns: 120, rows: 30)
    let eve = try viewer("eve", in: sandbox, columns: 100, rows: 20, "--readonly")
    try sandbox.succeed("policy", "request", "-s", "talk")

    // Both look around on their own, one of them though it only watches.
    for (viewer, keys) in [(bob, ["Right", "Right"]), (eve, ["Right"])] {
      try viewer.type("b")
      try viewer.wait(until: "has a view of its own") { $0.status.contains("browsing") }
      try viewer.type(keys)
    }
    try bob.wait(until: "is on page 3") { $0.contains(Deck.marker(3)) }
    try eve.wait(until: "is on page 2") { $0.contains(Deck.marker(2)) }
    try ada.wait(forPage: 1, of: deck)
    try ada.type("4", "G")
    try ada.wait(forPage: 4, of: deck)
    try bob.wait(until: "sees where the talk is") {
      $0.status.contains("talk is at 4/8, b returns") && $0.contains(Deck.marker(3))
    }
    // Another size keeps the view.
    try bob.resize(columns: 70, rows: 18)
    try bob.type("Right")
    try bob.wait(until: "goes on in its own view") { $0.contains(Deck.marker(4)) }
    try bob.type("Right")
    try bob.wait(until: "goes on in its own view") { $0.contains(Deck.marker(5)) }
    let listing = try sandbox.succeed("viewers", "-s", "talk")
    #expect(listing.contains("own 5/8") && listing.contains("own 2/8"), "\(listing)")

    // Back with everybody.
    try bob.type("b")
    try bob.wait(forPage: 4, of: deck)
    // After a restart there are no private views.
    try daemon.end(SIGKILL)
    for terminal in [ada, bob, eve] {
      try terminal.wait(until: "says that it reconnects") { $0.status.contains("reconnecting") }
    }
    try daemon.restart()
    try eve.wait(until: "is back with everybody") { $0.contains(Deck.marker(4)) }
    withExtendedLifetime((ada, bob)) { #expect(daemon.isRunning) }
  }

  @Test func whoComesLateStepsBack() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let path = try deck.write(in: sandbox)
    let ada = try viewer("ada", in: sandbox, columns: 80, rows: 24, "--open", path)
    let script = try sandbox.write("pace 500ms\nnext\nnext\nnext\n", to: "talk.nav")
    try sandbox.succeed("run", script, "-s", "talk")
    try ada.wait(forPage: 4, of: deck)
    let late = try ["bob", "eve", "tom"].map { name in
      try sandbox.terminal(
        name,
        size: (100, 30),
        running: [Programs.client, "--session", "talk", "--name", name]
      )
    }
    for viewer in late {
      try viewer.wait(until: "sees that there is a past") {
        $0.status.contains("joined at 4/8: < goes back")
      }
      try viewer.type("<")
      try viewer.wait(until: "is back") { $0.contains(Deck.marker(3)) && $0.contains(" ago") }
    }
    try late[0].type("<")
    try late[0].wait(until: "is further back") { $0.contains(Deck.marker(2)) }
    try ada.type("Right")
    try ada.wait(forPage: 5, of: deck)
    try late[0].wait(until: "sees where the talk is") {
      $0.status.contains("talk is at 5/8, b returns") && $0.contains(Deck.marker(2))
    }
    try late[0].type(">")
    try late[0].wait(until: "is forward again") { $0.contains(Deck.marker(3)) }
    for viewer in late {
      try viewer.type("b")
      try viewer.wait(forPage: 5, of: deck)
    }
    withExtendedLifetime(ada) { #expect(daemon.isRunning) }
  }

  @Test func aViewerFollowsAnother() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let path = try deck.write(in: sandbox)
    let ada = try viewer("ada", in: sandbox, columns: 80, rows: 24, "--open", path)
    let bob = try viewer("bob", in: sandbox, columns: 90, rows: 30)
    // From the list of viewers: the own line is the first one.
    try bob.type("v")
    try bob.wait(until: "lists the viewers") { $0.contains(" ada ") }
    try bob.type("j", "f")
    try bob.wait(until: "closes the list") { !$0.contains("Viewers") }
    try ada.type("b")
    try ada.wait(until: "has a view of its own") { $0.status.contains("browsing") }
    try ada.type("Right")
    try bob.wait(until: "follows") {
      $0.status.contains("following ada") && $0.contains(Deck.marker(2))
    }
    try bob.type("Right")
    try bob.wait(until: "moves nothing there") { $0.status.contains("you follow ada") }
    try ada.type("b")
    for terminal in [ada, bob] { try terminal.wait(forPage: 1, of: deck) }
    withExtendedLifetime(ada) { #expect(daemon.isRunning) }
  }
}
