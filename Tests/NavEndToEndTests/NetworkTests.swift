import Foundation
import Testing

/// Viewers on a network that delays, loses and reorders packets, fails for a while, and changes.
///
/// Serial: each test has a link that forwards every packet.
@Suite(.serialized, .waiting, .enabled(if: Network.isPermitted, Network.condition))
struct NetworkTests {
  /// The daemon's machine.
  private let home: Sandbox
  /// The viewer's machine.
  private let far: Sandbox
  private let network: Network
  private let deck = Deck.short
  private let address = "tcp://\(Network.address):7100"

  /// Ten times as long as a viewer may take to be live again after its network is: 1 s until the next attempt to
  /// connect, and the handshake.
  private static let recovery = Duration.seconds(30)

  init() throws {
    home = try Sandbox()
    far = try Sandbox()
    network = try Network(in: home)
  }

  // MARK: Setting up

  /// Starts a daemon that lets the far viewer drive.
  private func daemon() throws -> Daemon {
    _ = try home.write("\(try far.key()) driver\n", to: ".config/navd/authorized_keys")
    return try Daemon(in: home, prefix: network.onServer, arguments: ["--listen", address])
  }

  /// The options by which the far viewer reaches the daemon.
  private func options() throws -> [String] {
    ["--server", address, "--key", try home.key(of: Programs.daemon)]
  }

  /// A viewer on the daemon's own machine.
  private func near() throws -> TerminalSession {
    try home.viewer("near", opening: deck)
  }

  private func viewer(_ arguments: [String]) throws -> TerminalSession {
    try far.terminal(
      "far",
      size: (100, 30),
      running: network.onClient + [Programs.client] + arguments
    )
  }

  /// Starts a daemon, a viewer beside it, and one over a network with these faults.
  private func mirrored(
    _ faults: Network.Faults
  ) throws -> (Daemon, near: TerminalSession, viewer: TerminalSession, options: [String]) {
    let daemon = try daemon()
    let options = try options()
    let near = try near()
    try network.set(faults)
    let viewer = try viewer(["--session", "talk"] + options)
    try viewer.wait(forPage: 1, of: deck)
    return (daemon, near, viewer, options)
  }

  /// Runs a command on the viewer's machine.
  private func run(_ arguments: [String]) throws -> Outcome {
    let command = network.onClient + [Programs.client] + arguments
    return try far.run(command[0], Array(command.dropFirst()))
  }

  /// The seconds behind `reconnecting…`; nil while the viewer is live.
  private func age(_ screen: Screen) -> Int? {
    guard screen.status.contains("reconnecting") else { return nil }
    return screen.status.firstMatch(of: #/(\d+) s old/#).flatMap { Int($0.1) } ?? 0
  }

  private func waitForRecovery(of viewer: TerminalSession, atPage page: Int) throws {
    var last = Screen("")
    try eventually("it is live at page \(page)", within: Self.recovery, found: { "\(last)" }) {
      last = try viewer.screen()
      return deck.isShown(page, on: last) && age(last) == nil
    }
  }

  private func viewers() throws -> [Int] {
    try Listing(home.succeed("ls", "--json")).sessions.map(\.viewers)
  }

  // MARK: Tests

  @Test("with delay, loss and packets that overtake one another a viewer joins, drives and mirrors")
  func poor() throws {
    let (daemon, near, viewer, options) = try mirrored(.poor)
    for page in 2...deck.pages {
      try (page.isMultiple(of: 2) ? viewer : near).type("Right")
      for terminal in [near, viewer] { try terminal.wait(forPage: page, of: deck) }
    }
    let list = try run(["ls", "-q"] + options)
    #expect(list.code == 0 && list.output == "talk\n", "\(list)")
    try eventually(
      "packets were lost and overtaken",
      found: { "\(String(describing: try? network.count()))" }
    ) {
      let count = try network.count()
      return count.lost > 0 && count.overtaken > 0
    }
    try waitForRecovery(of: viewer, atPage: deck.pages)
    #expect(daemon.isRunning)
  }

  @Test("with a round trip of more than a second a viewer joins, drives and mirrors, each key once")
  func distant() throws {
    let (daemon, near, viewer, options) = try mirrored(Network.Faults(delay: 700, jitter: 100))
    for page in 2...3 {
      try viewer.type("Right")
      for terminal in [near, viewer] { try terminal.wait(forPage: page, of: deck) }
    }
    // Typed before the first of them is answered.
    for _ in 1...3 { try viewer.type("Right") }
    for terminal in [near, viewer] { try terminal.wait(forPage: 6, of: deck) }
    try near.type("Right")
    try waitForRecovery(of: viewer, atPage: 7)
    let list = try run(["ls", "-q"] + options)
    #expect(list.code == 0 && list.output == "talk\n", "\(list)")
    #expect(try viewers() == [2])
    #expect(daemon.isRunning)
  }

  @Test("keys that are typed during an outage are applied once when it ends, and nobody waits")
  func outage() throws {
    let (daemon, near, viewer, _) = try mirrored(.poor)
    var faults = Network.Faults.poor
    faults.isOut = true
    try network.set(faults)
    for _ in 1...3 { try viewer.type("Right") }
    try viewer.wait(until: "says that it has no connection") { age($0) != nil }
    try near.type("Right")
    try near.wait(forPage: 2, of: deck)
    // By now the kernel waits for 16 s before it tries again to connect.
    try viewer.wait(until: "has had no connection for 20 s") { age($0) ?? 0 >= 20 }
    #expect(try deck.isShown(2, on: near.screen()))
    try network.set(.poor)
    try waitForRecovery(of: viewer, atPage: 5)
    try near.wait(forPage: 5, of: deck)
    // None of them is applied later.
    try viewer.type("Right")
    for terminal in [near, viewer] { try terminal.wait(forPage: 6, of: deck) }
    #expect(daemon.isRunning)
  }

  @Test("a viewer whose machine gets another address comes back by itself")
  func roaming() throws {
    let (daemon, near, viewer, _) = try mirrored(Network.Faults(delay: 20))
    for (index, address) in ["10.77.0.9", "10.77.0.2"].enumerated() {
      try network.moveClient(to: address)
      try viewer.type("Right")
      try near.type("Right")
      try waitForRecovery(of: viewer, atPage: 2 * index + 3)
      try near.wait(forPage: 2 * index + 3, of: deck)
    }
    #expect(daemon.isRunning)
  }

  /// Simulates the sleep of a machine.
  ///
  /// The process is stopped and its network fails, until the daemon has forgotten it: all limits of the daemon are
  /// shorter than an hour, so that a longer time changes nothing. Unlike that of a machine that sleeps, the viewer's
  /// monotonic clock goes on.
  @Test("a viewer on a machine that has slept joins again at the present page")
  func suspended() throws {
    let (daemon, near, viewer, _) = try mirrored(Network.Faults(delay: 20))
    #expect(try viewers() == [2])
    let client = try viewer.processID()
    kill(client, SIGSTOP)
    try network.set(Network.Faults(isOut: true))
    try eventually("the daemon has forgotten the viewer") { try viewers() == [1] }
    for page in 2...4 {
      try near.type("Right")
      try near.wait(forPage: page, of: deck)
    }
    try network.set(Network.Faults(delay: 20))
    kill(client, SIGCONT)
    try waitForRecovery(of: viewer, atPage: 4)
    try eventually("the daemon knows the viewer again") { try viewers() == [2] }
    try viewer.type("Right")
    for terminal in [near, viewer] { try terminal.wait(forPage: 5, of: deck) }
    #expect(daemon.isRunning)
  }

  @Test("over a slow link an invitation joins, and doctor names its steps and how long they take")
  func invitation() throws {
    let daemon = try daemon()
    let near = try near()
    let made = try home.run(
      Programs.client,
      ["invite", "-s", "talk", "--address", "\(Network.address):7100"]
    )
    try #require(made.code == 0, "\(made)")
    let string = made.output.trimmingCharacters(in: .whitespacesAndNewlines)
    try network.set(Network.Faults(delay: 80, jitter: 40, rate: 64_000))
    let viewer = try viewer(["join", string])
    try viewer.wait(forPage: 1, of: deck)
    try viewer.type("Right")
    for terminal in [near, viewer] { try terminal.wait(forPage: 2, of: deck) }
    let report = try run(["doctor", "--json", "--server", string])
    #expect(report.code == 0, "\(report)")
    let steps = try DoctorOutput(report.output).steps
    #expect(steps.allSatisfy { $0.outcome == "ok" }, "\(report)")
    // A connection takes a round trip at least.
    let connect = steps.first { $0.name == "connect" }?.milliseconds ?? 0
    #expect(connect >= 160, "\(report)")
    #expect(daemon.isRunning)
  }

  @Test("doctor says in time that a machine does not answer")
  func silence() throws {
    try network.set(Network.Faults(isOut: true))
    let report = try run(["doctor", "--json", "--server", address])
    #expect(report.code == 69, "\(report)")
    let failed = try #require(DoctorOutput(report.output).failure)
    #expect(failed.name == "connect" && failed.advice?.contains("timed out") == true, "\(report)")
  }
}
