import Foundation
import Testing

/// A machine between the daemon and its viewers that sees every packet.
@Suite(.serialized, .waiting, .enabled(if: Network.isPermitted, Network.condition))
struct CaptureTests {
  /// The daemon's machine.
  private let home: Sandbox
  /// The viewer's machine.
  private let far: Sandbox
  private let network: Network
  private let deck = Deck.short
  private let place = "\(Network.address):7100"
  private var address: String { "tcp://\(place)" }
  private var capture: String { "\(home.directory)/capture" }

  /// A name that occurs nowhere else.
  private static let session = "wombat-quarterly"
  /// The words of a search, which are sent to the daemon.
  private static let searched = "marker-3-of"

  init() throws {
    home = try Sandbox()
    far = try Sandbox()
    network = try Network(in: home)
  }

  private func near() throws -> TerminalSession {
    try home.viewer("near", session: Self.session, opening: deck)
  }

  /// Joins over the network, turns pages and, as a driver, searches.
  private func watch(_ near: TerminalSession, _ arguments: [String], drives: Bool) throws {
    let viewer = try far.terminal("far", running: network.onClient + [Programs.client] + arguments)
    try viewer.wait(forPage: 1, of: deck)
    try near.type("Right")
    try viewer.wait(forPage: 2, of: deck)
    guard drives else { return }
    try viewer.type("/", Self.searched, "Enter")
    for terminal in [near, viewer] { try terminal.wait(forPage: 3, of: deck) }
  }

  /// Returns which of some texts the captured packets contain.
  private func texts(_ texts: [String]) throws -> [String] {
    let packets = try Data(contentsOf: URL(fileURLWithPath: capture))
    // The scenes of both pages and the handshake.
    try #require(packets.count > 2_048, "only \(packets.count) bytes were captured")
    return texts.filter { packets.range(of: Data($0.utf8)) != nil }
  }

  @Test("packets contain neither the deck, the session's name, a search nor the invitation's token")
  func encrypted() throws {
    let daemon = try Daemon(in: home, prefix: network.onServer, arguments: ["--listen", address])
    let near = try near()
    let made = try home.run(
      Programs.client,
      ["invite", "-s", Self.session, "--role", "driver", "--address", place]
    )
    try #require(made.code == 0, "\(made)")
    let string = made.output.trimmingCharacters(in: .whitespacesAndNewlines)
    let token = try #require(string.split(separator: ".").last.map(String.init))
    try network.capture(to: capture)
    try watch(near, ["join", string], drives: true)
    let secrets = [Deck.marker(1), "Heading", Deck.marker(2), Self.session, Self.searched, token]
    let found = try texts(secrets + ["marker"])
    #expect(found.isEmpty, "\(found)")
    #expect(daemon.isRunning)
  }

  @Test("without encryption the same packets contain the deck and the session's name")
  func insecure() throws {
    let daemon = try Daemon(
      in: home,
      prefix: network.onServer,
      arguments: ["--listen", address, "--insecure"]
    )
    let near = try near()
    try network.capture(to: capture)
    try watch(near, ["--session", Self.session, "--server", address], drives: false)
    let expected = [Deck.marker(1), "Heading", Deck.marker(2), Self.session]
    #expect(try texts(expected) == expected)
    #expect(daemon.isRunning)
  }
}
