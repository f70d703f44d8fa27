import Foundation
import NavProcessKit
import Testing

/// Viewers on other machines, which are known by their keys (proto/README.md: Encryption).
@Suite(.waiting) struct EncryptionTests {
  /// The daemon's machine.
  private let home: Sandbox
  /// Another machine.
  private let far: Sandbox
  private let port: UInt16
  private let deck = Deck.short

  init() throws {
    home = try Sandbox()
    far = try Sandbox()
    port = try FreePorts.pair()
  }

  private var address: String { "tcp://127.0.0.1:\(port)" }

  private func authorize(_ lines: String...) throws {
    _ = try home.write(lines.joined(separator: "\n") + "\n", to: ".config/navd/authorized_keys")
  }

  @Test(
    "a viewer with an authorised key drives, and ends when its line is taken away; the other one stays"
  )
  func drive() throws {
    let key = try far.key()
    try authorize("\(key) driver a laptop")
    let daemon = try Daemon(in: home, arguments: ["--listen", address])
    let server = try home.key(of: Programs.daemon)
    try daemon.wait(forLog: "encrypted; its key is \(server), and 1 key is authorised")
    let near = try home.viewer("near", opening: deck)
    let viewer = try far.terminal(
      "far",
      size: (100, 30),
      ["--session", "talk", "--server", address, "--key", server]
    )
    try viewer.wait(forPage: 1, of: deck)
    #expect(try !viewer.screen().status.contains("insecure"))
    try viewer.type("Right")
    for terminal in [near, viewer] { try terminal.wait(forPage: 2, of: deck) }
    // A driver may neither end the session nor start the speaker's timer.
    let options = ["--server", address, "--key", server]
    let kill = try far.run(Programs.client, ["kill", "-s", "talk"] + options)
    #expect(kill.code == 77 && kill.errors.contains("ask the owner of this navd"), "\(kill)")
    let notes = try far.run(Programs.client, ["timer", "-s", "talk", "start"] + options)
    #expect(notes.code == 77 && notes.errors.contains("for the role presenter"), "\(notes)")
    // It comes back after a restart.
    try daemon.end(SIGKILL)
    try daemon.restart()
    try viewer.wait(until: "is live again") {
      deck.isShown(2, on: $0) && !$0.status.contains("reconnecting")
    }
    try authorize("# nobody")
    #expect(try viewer.waitForExit() == 77)
    try near.type("Right")
    try near.wait(forPage: 3, of: deck)
  }

  @Test("what is wrong with the keys is told, each with its own text")
  func refusals() throws {
    let daemon = try Daemon(in: home, arguments: ["--listen", address])
    let server = try home.key(of: Programs.daemon)
    let own = try far.key()
    let table: [([String], Int32, String)] = [
      (["--server", address], 77, "give it with --key, `navd key` there prints it"),
      (["--server", address, "--key", own], 77, "has another key than \(own)"),
      (["--server", address, "--key", server], 77, "the line `\(own) driver`"),
      (["--server", address, "--key", "x"], 64, "--key is no key"),
      (["--server", address, "--key", "-x"], 64, "--key is no key"),
      (["--key", server], 64, "--key is about --server"),
    ]
    for (options, code, text) in table {
      let outcome = try far.run(Programs.client, ["ls"] + options)
      #expect(outcome.code == code && outcome.errors.contains(text), "\(outcome)")
    }
    // A line that is not understood changes nothing, and is named.
    try authorize("\(own) driver", "and so on")
    try eventually("the mistake is logged", found: { daemon.log }) {
      daemon.log.contains("authorized_keys, line 2: 'and' is no key")
        && daemon.log.contains("the authorised keys stay as they were")
    }
    try authorize("\(own) viewer sessions=other")
    try daemon.wait(forLog: "authorized_keys has changed: 1 key")
    try home.succeed("new", "-s", "talk", "--open", deck.write(in: home))
    let list = try far.run(Programs.client, ["ls", "-q", "--server", address, "--key", server])
    #expect(list.code == 0 && list.output.isEmpty, "\(list)")
    let status = try far.run(
      Programs.client,
      ["status", "-s", "talk", "--server", address, "--key", server]
    )
    #expect(status.code == 66, "\(status)")
    // Others may read the secret: it is not used.
    let file = "\(far.directory)/state/navd/client.key"
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
    let open = try far.run(Programs.client, ["ls", "--server", address, "--key", server])
    #expect(open.code == 77 && open.errors.contains("chmod 600"), "\(open)")
  }

  @Test("a navd without encryption is not mistaken for one that has the key")
  func downgrade() throws {
    let daemon = try Daemon(in: home, arguments: ["--listen", address, "--insecure"])
    let outcome = try far.run(
      Programs.client,
      ["ls", "--server", address, "--key", try home.key(of: Programs.daemon)]
    )
    #expect(outcome.code == 77 && outcome.errors.contains("no encryption (--insecure)"))
    #expect(daemon.isRunning)
  }

  @Test(
    "whoever has learnt the topics of a session, open or sealed, reads nothing of it; what passes is sealed"
  )
  func eavesdropping() throws {
    let friend = try Sandbox()
    try authorize("\(try far.key()) presenter sessions=other", "\(try friend.key()) driver")
    let daemon = try Daemon(in: home, arguments: ["--listen", address])
    let server = try home.key(of: Programs.daemon)
    let near = try home.viewer("near", opening: deck)
    let record = "\(home.directory)/heard"
    let file = "state/navd/client.key"
    let program = try Python(in: home).start([
      "\(Python.folder)/eavesdrop.py", "\(port)", server, "\(friend.directory)/\(file)",
      "\(far.directory)/\(file)", "talk", "\(home.socketDirectory)/input", record,
    ])
    try eventually("it has heard the first messages", found: { program.outputText }) {
      program.outputText.contains("heard 1\n")
    }
    let shut = "key of 32 bytes\nrefused 15\nguesses shut\nothers' topics shut\nopen topics shut\n"
    #expect(program.outputText.contains(shut))
    for page in 2...4 {
      try near.type("Right")
      try near.wait(forPage: page, of: deck)
    }
    try eventually("it hears that something happens", found: { program.outputText }) {
      program.outputText.contains("heard 4\n")
    }
    let bytes = try Data(contentsOf: URL(fileURLWithPath: record))
    #expect(bytes.count > 300, "\(bytes.count)")
    for text in ["marker-", "Heading", "talk"] {
      #expect(bytes.range(of: Data(text.utf8)) == nil, "\(text)")
    }
    #expect(daemon.isRunning)
  }

  @Test("somebody on the way reads nothing: neither text nor names, topics or keys of operations")
  func wire() throws {
    try authorize("\(try far.key()) driver")
    let daemon = try Daemon(in: home, arguments: ["--listen", address])
    let server = try home.key(of: Programs.daemon)
    let relay = try FreePorts.pair()
    let record = "\(home.directory)/wire"
    let program = try Python(in: home).start([
      "-u", "\(Python.folder)/relay.py", "\(relay)", "\(port)", record,
    ])
    try eventually("the relay listens") { program.outputText.contains("ready") }
    try home.succeed("new", "-s", "secret-talk", "--open", deck.write(in: home))
    let viewer = try far.terminal(
      "far",
      ["--session", "secret-talk", "--server", "tcp://127.0.0.1:\(relay)", "--key", server]
    )
    for page in 1...3 {
      try viewer.wait(forPage: page, of: deck)
      try viewer.type("Right")
    }
    try viewer.wait(forPage: 4, of: deck)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: record))
    #expect(bytes.count > 4_000, "the viewer was not attached by way of the relay")
    // What is readable is the greeting.
    #expect(bytes.range(of: Data("CURVE".utf8)) != nil)
    for text in ["marker-", "Heading", "secret-talk"] {
      #expect(bytes.range(of: Data(text.utf8)) == nil, "\(text)")
    }
    #expect(daemon.isRunning)
  }

  @Test("a command takes six round trips, and a viewer shows the session after one more")
  func roundTrips() throws {
    try authorize("\(try far.key()) owner")
    let daemon = try Daemon(in: home, arguments: ["--listen", address])
    let server = try home.key(of: Programs.daemon)
    try home.succeed("new", "-s", "talk", "--open", deck.write(in: home))
    let line = try FreePorts.pair()
    let program = try Python(in: home).start([
      "-u", "\(Python.folder)/rounds.py", "\(line)", "\(port)",
    ])
    try eventually("the line is there") { program.outputText.contains("ready") }
    func count() -> Int {
      program.outputText.split(separator: "\n").last.flatMap { Int($0) } ?? 0
    }
    let options = ["--server", "tcp://127.0.0.1:\(line)", "--key", server]
    // TCP, two of ZMTP, two of CURVE, the request.
    let listing = try far.run(Programs.client, ["ls", "-q"] + options)
    #expect(listing.output == "talk\n", "\(listing)")
    #expect(count() == 6, "\(program.outputText)")

    let before = count()
    let viewer = try far.terminal("far", running: [Programs.client, "-s", "talk"] + options)
    try viewer.wait(forPage: 1, of: deck)
    // Signs of life may have passed meanwhile.
    #expect((7...9).contains(count() - before), "\(before): \(program.outputText)")
    #expect(daemon.isRunning)
  }
}
