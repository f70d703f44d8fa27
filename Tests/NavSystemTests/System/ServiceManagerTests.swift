import Glibc
import NavTestKit
import Testing

@testable import NavSystem

@Suite("The service manager hears how the process fares")
struct ServiceManagerTests {
  private func manager(
    of socket: ServiceManagerSocket,
    _ variables: [String: String] = [:],
    at now: Duration = .zero
  ) -> ServiceManager {
    let environment = variables.merging(["NOTIFY_SOCKET": socket.name]) { $1 }
    return ServiceManager(environment: environment, process: 42, at: now)
  }

  @Test("it hears of the start, a reload, the status and the end")
  func messages() throws {
    let socket = try ServiceManagerSocket()
    var manager = self.manager(of: socket)
    #expect(manager.isListening && manager.nextWake == nil)
    manager.ready(at: .zero)
    manager.report("3 sessions", at: .zero)
    manager.reloading(at: .seconds(5) + .microseconds(7))
    manager.ready(at: .seconds(6))
    manager.report("two\nlines", at: .seconds(6))
    manager.stopping(at: .seconds(7))
    #expect(
      socket.messages() == [
        "READY=1", "STATUS=3 sessions", "RELOADING=1\nMONOTONIC_USEC=5000007", "READY=1",
        "STATUS=two lines", "STOPPING=1",
      ]
    )
  }

  @Test("an abstract name is a socket, too")
  func abstractName() throws {
    let socket = try ServiceManagerSocket(abstractName: "nav-service-manager-\(getpid())")
    var manager = self.manager(of: socket)
    manager.ready(at: .zero)
    #expect(socket.messages() == ["READY=1"])
  }

  @Test("signs of life are due at half of the interval")
  func beats() throws {
    let socket = try ServiceManagerSocket()
    var manager = self.manager(of: socket, ["WATCHDOG_USEC": "3000000"], at: .seconds(1))
    #expect(manager.nextWake == .seconds(1))
    manager.beat(at: .seconds(1))
    #expect(socket.messages() == ["WATCHDOG=1"] && manager.nextWake == .milliseconds(2_500))
    manager.beat(at: .milliseconds(2_499))
    #expect(socket.messages() == [])
    manager.beat(at: .seconds(9))
    #expect(socket.messages() == ["WATCHDOG=1"])
    #expect(manager.nextWake == .milliseconds(10_500))
  }

  @Test(
    "signs of life are sent if the interval is valid and for this process",
    arguments: [
      ("3000000", nil, true), ("3000000", "42", true), ("3000000", "41", false),
      ("3000000", "", false), ("0", nil, false), ("-5", nil, false), ("many", nil, false),
      ("", nil, false),
    ] as [(String, String?, Bool)]
  )
  func interval(limit: String, process: String?, isExpected: Bool) throws {
    let socket = try ServiceManagerSocket()
    var variables = ["WATCHDOG_USEC": limit]
    variables["WATCHDOG_PID"] = process
    var manager = self.manager(of: socket, variables)
    manager.beat(at: .zero)
    #expect(socket.messages() == (isExpected ? ["WATCHDOG=1"] : []))
  }

  @Test(
    "without a socket, nothing is sent and nothing is due",
    arguments: [
      nil, "", "@", "/", "relative/notify", "vsock:2:1234",
      "/" + String(repeating: "x", count: 107),
    ] as [String?]
  )
  func noSocket(name: String?) {
    var environment = ["WATCHDOG_USEC": "3000000"]
    environment["NOTIFY_SOCKET"] = name
    var manager = ServiceManager(environment: environment, process: 42, at: .zero)
    #expect(!manager.isListening && manager.nextWake == nil)
    manager.ready(at: .zero)
    manager.beat(at: .zero)
    #expect(manager.nextWake == nil)
  }

  @Test("a socket that nobody has opened loses messages, and nothing else")
  func goneSocket() throws {
    let socket = try ServiceManagerSocket()
    var manager = self.manager(of: socket)
    socket.remove()
    manager.ready(at: .zero)
    #expect(manager.nextWake == nil && socket.messages() == [])
  }

  @Test("messages for which there is no room are sent later, in order, and never block")
  func noRoom() throws {
    let socket = try ServiceManagerSocket()
    var manager = self.manager(of: socket)
    // The kernel limits the datagrams that wait in a socket (net.unix.max_dgram_qlen).
    var sent = 0
    while manager.nextWake == nil && sent < 100_000 {
      manager.report("\(sent)", at: .zero)
      sent += 1
    }
    try #require(manager.nextWake == .milliseconds(500), "the socket takes any number")
    manager.ready(at: .zero)
    let early = socket.messages()
    #expect(early == (0..<sent - 1).map { "STATUS=\($0)" })
    manager.beat(at: .milliseconds(499))
    #expect(socket.messages() == [])
    manager.beat(at: .milliseconds(500))
    #expect(socket.messages() == ["STATUS=\(sent - 1)", "READY=1"] && manager.nextWake == nil)
  }

  @Test("signs of life for which there is no room do not keep a status from being sent")
  func crowded() throws {
    let socket = try ServiceManagerSocket()
    var manager = self.manager(of: socket, ["WATCHDOG_USEC": "2000000"])
    for second in 0..<100_000 where manager.nextWake == .seconds(second) {
      manager.beat(at: .seconds(second))
    }
    // The next attempt is before the next sign of life.
    let full = try #require(manager.nextWake)
    for second in 1...100 { manager.beat(at: full + .seconds(second)) }
    manager.report("1 session", at: full + .seconds(101))
    manager.report("2 sessions", at: full + .seconds(102))
    _ = socket.messages()
    manager.beat(at: full + .seconds(103))
    let late = socket.messages()
    #expect(late.contains("STATUS=2 sessions") && !late.contains("STATUS=1 session"), "\(late)")
    #expect(late.count { $0 == "WATCHDOG=1" } <= 2, "\(late)")
  }

  @Test("messages that wait are limited")
  func limit() throws {
    let socket = try ServiceManagerSocket()
    var manager = self.manager(of: socket)
    for _ in 0..<100_000 where manager.nextWake == nil { manager.report("early", at: .zero) }
    try #require(manager.nextWake != nil)
    _ = socket.messages()
    // A queue that is full again at once, since nobody reads.
    for _ in 0..<100_000 { manager.report("late", at: .zero) }
    _ = socket.messages()
    manager.beat(at: .seconds(1))
    #expect(socket.messages().count <= 16)
  }
}
