import Foundation
import NavTestKit
import Testing

/// navd under a service manager, which is a socket of the test.
@Suite(.waiting) struct ServiceManagerTests {
  private let sandbox: Sandbox
  private let socket: ServiceManagerSocket

  init() throws {
    sandbox = try Sandbox()
    socket = try ServiceManagerSocket()
  }

  @Test("it hears of the start, signs of life, sessions, a reload and the end, in this order")
  func life() throws {
    let daemon = try Daemon(
      in: sandbox,
      environment: ["NOTIFY_SOCKET": socket.name, "WATCHDOG_USEC": "200000"]
    )
    var heard: [String] = []
    func hear(_ message: String) throws {
      try eventually("'\(message)' is reported", found: { "\(heard)\n\(daemon.log)" }) {
        heard += socket.messages()
        return heard.contains { $0.hasPrefix(message) }
      }
    }
    try hear("STATUS=0 sessions")
    #expect(heard.first == "READY=1")
    // Nobody does anything, and the loop turns for the next sign.
    for _ in 1...3 {
      heard = []
      try hear("WATCHDOG=1")
    }
    // No program of a session speaks for navd.
    try sandbox.succeed("new", "--session", "env", "--cmd", "env | grep -c NOTIFY_SOCKET")
    try hear("STATUS=1 session")
    try eventually("the program has ended", found: { daemon.log }) {
      try sandbox.succeed("snapshot", "-s", "env").contains("exit 1")
    }
    heard = []
    daemon.send(SIGHUP)
    try hear("RELOADING=1\nMONOTONIC_USEC=")
    try hear("READY=1")
    heard = []
    #expect(try daemon.end(SIGTERM) == 0)
    try hear("STOPPING=1")
  }

  @Test("a service manager that has gone costs nothing")
  func gone() throws {
    socket.remove()
    let daemon = try Daemon(
      in: sandbox,
      environment: ["NOTIFY_SOCKET": socket.name, "WATCHDOG_USEC": "1000"]
    )
    try sandbox.succeed("ls")
    #expect(try daemon.end(SIGTERM) == 0)
  }
}
