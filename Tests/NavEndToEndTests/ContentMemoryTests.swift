import Foundation
import NavTestKit
import Testing

/// Contents that need more memory than navd has are refused, and nothing else changes.
@Suite(.waiting) struct ContentMemoryTests {
  /// With a sanitizer, a quarter of the text and of the memory, since parsing takes many times as long.
  private static let share = isSanitized ? 4 : 1
  /// A text of 1 MiB whose syntax tree takes more than 150 MiB.
  private static let items = String(repeating: "- a\n", count: (256 << 10) / share)
  /// A text whose syntax tree takes about 60 MiB, which may be taken for it.
  private static let fewerItems = String(repeating: "- a\n", count: 100 << 10)

  private let sandbox: Sandbox
  private let large: String

  init() throws {
    sandbox = try Sandbox()
    large = try sandbox.write(Self.items, to: "large.md")
  }

  /// Starts navd with a memory of all contents, in MiB.
  private func daemon(memory: Int) throws -> Daemon {
    let config = try sandbox.write("[limits]\nmemory = \(memory)\n", to: "navd.toml")
    return try Daemon(in: sandbox, arguments: ["--config", config])
  }

  /// Shows a session in a terminal, and runs the attack; the session still works, and others are created.
  private func expectOthersWork(
    _ daemon: Daemon,
    while attack: () throws -> Void
  ) throws {
    let path = try Deck.short.write(in: sandbox)
    let terminal = try TerminalSession(in: sandbox, "a", "--session", "talk", "--open", path)
    try terminal.wait(forPage: 1, of: Deck.short)
    try attack()
    try terminal.type("Right")
    try terminal.wait(forPage: 2, of: Deck.short)
    try sandbox.succeed("new", "-s", "another", "--open", path)
    #expect(daemon.isRunning, "\(daemon.report)")
    let sessions = try Listing(sandbox.succeed("ls", "--json")).sessions
    #expect(Set(sessions.map(\.name)) == ["talk", "another"])
  }

  private func expectRefused(_ arguments: String...) throws {
    let outcome = try sandbox.run(Programs.client, arguments)
    #expect(outcome.code != 0, "\(outcome)")
    #expect(
      outcome.errors.contains("large.md: needs too much memory or time to be read; divide it"),
      "\(outcome)"
    )
  }

  @Test("a text that does not fit into limits.memory is refused; so is one in a scene")
  func limit() throws {
    let daemon = try daemon(memory: 64 / Self.share)
    let scene = try sandbox.write("tabs: {items: [{content: {deck: large.md}}]}", to: "scene.yaml")
    try expectOthersWork(daemon) {
      try expectRefused("new", "-s", "large", "--open", large)
      try expectRefused("new", "-s", "scene", "--open", scene)
    }
  }

  @Test(
    "a text for whose syntax tree the system has no memory is refused",
    .enabled(if: !isSanitized)
  )
  func addressSpace() throws {
    let daemon = try daemon(memory: 4_000)
    let large = try sandbox.write(Self.fewerItems, to: "large.md")
    // Without the limit it can be read.
    try sandbox.succeed("new", "-s", "large", "--open", large)
    try sandbox.succeed("kill", "-s", "large")
    try expectOthersWork(daemon) {
      // Enough for the text and its thread, but not for its tree.
      let size = try addressSpace(of: daemon.id) + 32 << 20
      let limit = try sandbox.run("/usr/bin/prlimit", ["--pid", "\(daemon.id)", "--as=\(size)"])
      try #require(limit.code == 0, "\(limit)")
      for _ in 0..<3 { try expectRefused("new", "-s", "large", "--open", large) }
    }
  }

  /// The size of the address space of a process, in bytes.
  private func addressSpace(of id: pid_t) throws -> Int {
    let text = try String(contentsOfFile: "/proc/\(id)/statm", encoding: .utf8)
    let pages = try #require(text.split(separator: " ").first.flatMap { Int($0) })
    return pages * sysconf(Int32(_SC_PAGESIZE))
  }
}
