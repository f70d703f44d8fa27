import Foundation
import NavProcessKit
import Testing

/// Content from the machine of a client (proto/README.md: Content from clients).
@Suite(.waiting) struct BundleTests {
  /// The daemon's machine.
  private let home: Sandbox
  /// The machine of a speaker, who owns the daemon, too.
  private let far: Sandbox
  private let port: UInt16
  private let deck = Deck.short

  init() throws {
    home = try Sandbox()
    far = try Sandbox()
    port = try FreePorts.pair()
  }

  private var address: String { "tcp://127.0.0.1:\(port)" }

  /// Starts a daemon that knows the speaker's key.
  ///
  /// - Returns: the daemon, and the options with which the speaker reaches it.
  private func start(_ arguments: String...) throws -> (Daemon, options: [String]) {
    let own = try far.key()
    _ = try home.write("\(own) owner\n", to: ".config/navd/authorized_keys")
    let daemon = try Daemon(in: home, arguments: ["--listen", address] + arguments)
    // Its ports come after its directory.
    try daemon.wait(forLog: "navd listens at \(address)")
    return (daemon, ["--server", address, "--key", try home.key(of: Programs.daemon)])
  }

  private func viewer(of session: String, _ options: [String]) throws -> TerminalSession {
    try far.terminal(
      "far",
      size: (100, 30),
      running: [Programs.client, "--session", session] + options
    )
  }

  private func succeed(_ arguments: [String]) throws {
    let outcome = try far.run(Programs.client, arguments)
    try #require(outcome.code == 0, "\(outcome)")
  }

  @Test(
    "a deck of another machine is shown with what it includes, followed, and kept over a restart"
  )
  func deckOfAnotherMachine() throws {
    let (daemon, options) = try start()
    _ = try far.write("let answer = 42\n", to: "code.swift")
    let talk = try far.write(
      "# Kyoto\n\n```file\npath: code.swift\nlanguage: swift\n```\n\n---\n\n## Nara\n",
      to: "talk.md"
    )
    try succeed(["new", "-s", "talk", talk] + options)
    // The files are on the daemon's machine now.
    try FileManager.default.removeItem(atPath: talk)
    let near = try TerminalSession(in: home, "near", "--session", "talk")
    try near.wait(until: "the included file is shown") {
      $0.contains("Kyoto") && $0.contains("let answer = 42")
    }
    try near.type("Right")
    try near.wait(until: "it is on the second slide") { $0.contains("Nara") }
    try daemon.end(SIGKILL)
    try daemon.restart()
    try near.wait(until: "it is live on that slide again") {
      $0.contains("Nara") && !$0.status.contains("reconnecting")
    }
    _ = try far.write("# Kyoto\n\n---\n\n## Nara and Osaka\n", to: "talk.md")
    let follower = try far.start(Programs.client, ["follow", "-s", "talk", talk] + options)
    try near.wait(until: "the newer version is shown at the same place") {
      $0.contains("Nara and Osaka")
    }
    _ = try far.write("# Kyoto\n\n---\n\n## Kobe\n", to: "talk.md")
    try near.wait(until: "each further version is, too") { $0.contains("Kobe") }
    try home.succeed("kill", "-s", "talk")
    let code = try follower.waitForExit("the follower ends with the session")
    #expect(code == 66)
  }

  @Test(
    "a directory is sent, and its files are opened page by page; commands and paths of navd's machine are not"
  )
  func directory() throws {
    let (daemon, options) = try start()
    let secret = try home.write("the secret of this machine\n", to: "secret.txt")
    let music = try Folder.music(in: far)
    try succeed(["new", "-s", "music", "--tree", music.path] + options)
    let viewer = try viewer(of: "music", options)
    try viewer.wait(until: "the directory is listed") {
      $0.contains("albums") && $0.contains("list.txt")
    }
    for key in ["Enter", "Enter", "Down", "Down", "Enter"] { try viewer.type(key) }
    try viewer.wait(until: "a file below it is shown") {
      $0.contains("text of albums/blue/two.txt")
    }
    for (arguments, code, text) in [
      (["--on-server", "--deck", secret], 77, "--remote-paths"),
      (["--on-server", "--open", "talk.md"], 64, "absolute paths"),
      (["--cmd", "ls"], 77, "runs no programs for other machines"),
    ] as [([String], Int32, String)] {
      let outcome = try far.run(Programs.client, ["new", "-s", "other"] + arguments + options)
      #expect(outcome.code == code && outcome.errors.contains(text), "\(outcome)")
    }
    // A scene of the client names a file of the daemon's machine: on the client it is there to be sent, or it is not.
    let scene = try far.write("file: \(secret).gone\n", to: "scene.yaml")
    let outcome = try far.run(Programs.client, ["new", "-s", "other", "--scene", scene] + options)
    #expect(outcome.code == 66, "\(outcome)")
    #expect(daemon.isRunning)
  }

  @Test("with --remote-paths an owner opens files of the daemon's machine, too")
  func remotePaths() throws {
    let (daemon, options) = try start("--remote-paths")
    let path = try deck.write(in: home)
    try succeed(["new", "-s", "talk", "--on-server", path] + options)
    let near = try TerminalSession(in: home, "near", "--session", "talk")
    try near.wait(forPage: 1, of: deck)
    #expect(daemon.isRunning)
  }

  @Test("a large directory goes on where it was interrupted by kill -9")
  func interrupted() throws {
    let (daemon, options) = try start()
    let folder = far.directory + "/large"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    // Each is other bytes, so that each is sent.
    for number in 0..<24 {
      var bytes = Data(repeating: UInt8(number + 65), count: 1 << 20)
      bytes[7] = 10
      try bytes.write(to: URL(fileURLWithPath: "\(folder)/\(number).txt"))
    }
    let sender = try far.start(Programs.client, ["new", "-s", "large", "--tree", folder] + options)
    let files = "\(home.directory)/state/navd/bundles/files"
    func received() -> Int {
      (try? FileManager.default.contentsOfDirectory(atPath: files))?.count ?? 0
    }
    try eventually("some files have arrived", found: { "\(received())" }) { received() >= 3 }
    try daemon.end(SIGKILL)
    let before = received()
    try daemon.restart()
    // The client sends its request again, is told to offer the files again, or has just sent them all.
    let code = try sender.waitForExit("the sender ends")
    #expect(received() >= before, "what was received is kept")
    if code != 0 { try succeed(["new", "-s", "large", "--tree", folder] + options) }
    let viewer = try viewer(of: "large", options)
    try viewer.wait(until: "the directory is listed") {
      $0.contains("23.txt") || $0.contains("0.txt")
    }
  }
}
