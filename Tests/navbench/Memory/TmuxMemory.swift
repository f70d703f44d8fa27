import Glibc
import NavProcessKit
import NavSystem

/// The memory of tmux, each time of a server of its own.
struct TmuxMemory {
  /// Returns the memory of a server with one session, and what each of many sessions adds beyond the first.
  func ofSessions(_ count: Int) throws -> (idle: Int, each: Int) {
    let server = try TmuxServer(running: ["cat"])
    let idle = try RestingMemory(of: server.process)
    for number in 0..<count {
      try server.run(["new-session", "-d"] + TmuxServer.size + ["-s", "more-\(number)", "cat"])
    }
    let full = try RestingMemory(of: server.process)
    return (idle.proportional, (full.anonymous - idle.anonymous) / count)
  }

  /// Returns what each of many clients adds to the server beyond the first, and the memory of a client.
  func ofClients(_ count: Int) throws -> (each: Int, client: Int) {
    let server = try TmuxServer(running: ["cat"])
    let first = try server.attach()
    let client = try RestingMemory(of: first.process) { _ = first.readText() }.proportional
    let one = try RestingMemory(of: server.process) { _ = first.readText() }
    let others = try (0..<count).map { _ in try server.attach() }
    let all = try RestingMemory(of: server.process) {
      for terminal in [first] + others { _ = terminal.readText() }
    }
    return ((all.anonymous - one.anonymous) / count, client)
  }

  /// Returns by how much the greatest memory in a flood grows when the terminal of one of two clients is no longer read.
  func ofStalled(for part: Duration) throws -> Int {
    let server = try TmuxServer(
      running: [
        "while :; do seq -f 'A line of output that is as long as many are, %.0f' 1000; done"
      ]
    )
    let terminals = try (0..<2).map { _ in try server.attach() }
    _ = try largest(server, reading: terminals, for: part)
    let before = try largest(server, reading: terminals, for: part)
    return max(0, try largest(server, reading: [terminals[0]], for: part) - before)
  }

  private func largest(
    _ server: TmuxServer,
    reading terminals: [PseudoTerminal],
    for part: Duration
  ) throws -> Int {
    var largest = 0
    let start = monotonicNow()
    var next = start
    while monotonicNow() < start + part {
      try Interruption.check()
      for terminal in terminals { _ = terminal.read(within: .milliseconds(1)) }
      guard monotonicNow() >= next else { continue }
      next += part / 20
      largest = max(largest, try ProcessMemory.anonymous(of: server.process))
    }
    return largest
  }
}
