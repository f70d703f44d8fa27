import Glibc
import Testing

@testable import NavSystem

@Suite("The service manager hears how the process fares")
struct ServiceManagerTests {
  /// The socket of a service manager, in a directory of its own.
  private final class Listener {
    let name: String
    private let directory: String
    private let descriptor: Int32

    /// - Parameter abstractName: the name of an abstract socket, without `@`; nil for a path.
    /// - Throws: if the socket can't be bound.
    init(abstractName: String? = nil) throws {
      var template = Array("/tmp/nav-service-manager-XXXXXX".utf8CString)
      directory = String(cString: try #require(mkdtemp(&template)))
      name = abstractName.map { "@" + $0 } ?? directory + "/notify"
      let kind = SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
      descriptor = socket(AF_UNIX, Int32(kind), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      var bytes = Array(name.utf8)
      if abstractName != nil { bytes[0] = 0 }
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
      let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
      let status = withUnsafePointer(to: address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
      }
      try #require(status == 0)
    }

    deinit {
      close(descriptor)
      unlink(directory + "/notify")
      rmdir(directory)
    }

    /// Takes one message; nil if there is none.
    func message() -> String? {
      var bytes = [UInt8](repeating: 0, count: 4_096)
      let count = recv(descriptor, &bytes, bytes.count, 0)
      return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
    }

    /// Takes all messages.
    func messages() -> [String] {
      var messages: [String] = []
      while let message = message() { messages.append(message) }
      return messages
    }

    func manager(_ variables: [String: String] = [:], at now: Duration = .zero) -> ServiceManager {
      let environment = variables.merging(["NOTIFY_SOCKET": name]) { $1 }
      return ServiceManager(environment: environment, process: 42, at: now)
    }
  }

  @Test("it hears of the start, a reload, the status and the end")
  func messages() throws {
    let listener = try Listener()
    var manager = listener.manager()
    #expect(manager.isListening && manager.nextWake == nil)
    manager.ready(at: .zero)
    manager.report("3 sessions", at: .zero)
    manager.reloading(at: .seconds(5) + .microseconds(7))
    manager.ready(at: .seconds(6))
    manager.report("two\nlines", at: .seconds(6))
    manager.stopping(at: .seconds(7))
    #expect(
      listener.messages() == [
        "READY=1", "STATUS=3 sessions", "RELOADING=1\nMONOTONIC_USEC=5000007", "READY=1",
        "STATUS=two lines", "STOPPING=1",
      ]
    )
  }

  @Test("an abstract name is a socket, too")
  func abstractName() throws {
    let listener = try Listener(abstractName: "nav-service-manager-\(getpid())")
    var manager = listener.manager()
    manager.ready(at: .zero)
    #expect(listener.messages() == ["READY=1"])
  }

  @Test("signs of life are due at half of the interval")
  func beats() throws {
    let listener = try Listener()
    var manager = listener.manager(["WATCHDOG_USEC": "3000000"], at: .seconds(1))
    #expect(manager.nextWake == .seconds(1))
    manager.beat(at: .seconds(1))
    #expect(listener.messages() == ["WATCHDOG=1"] && manager.nextWake == .milliseconds(2_500))
    manager.beat(at: .milliseconds(2_499))
    #expect(listener.messages() == [])
    manager.beat(at: .seconds(9))
    #expect(listener.messages() == ["WATCHDOG=1"])
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
    let listener = try Listener()
    var variables = ["WATCHDOG_USEC": limit]
    variables["WATCHDOG_PID"] = process
    var manager = listener.manager(variables)
    manager.beat(at: .zero)
    #expect(listener.messages() == (isExpected ? ["WATCHDOG=1"] : []))
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
    let listener = try Listener()
    var manager = listener.manager()
    unlink(listener.name)
    manager.ready(at: .zero)
    #expect(manager.nextWake == nil && listener.messages() == [])
  }

  @Test("messages for which there is no room are sent later, in order, and never block")
  func noRoom() throws {
    let listener = try Listener()
    var manager = listener.manager()
    // The kernel limits the datagrams that wait in a socket (net.unix.max_dgram_qlen).
    var sent = 0
    while manager.nextWake == nil && sent < 100_000 {
      manager.report("\(sent)", at: .zero)
      sent += 1
    }
    try #require(manager.nextWake == .milliseconds(500), "the socket takes any number")
    manager.ready(at: .zero)
    let early = listener.messages()
    #expect(early == (0..<sent - 1).map { "STATUS=\($0)" })
    manager.beat(at: .milliseconds(499))
    #expect(listener.messages() == [])
    manager.beat(at: .milliseconds(500))
    #expect(listener.messages() == ["STATUS=\(sent - 1)", "READY=1"] && manager.nextWake == nil)
  }

  @Test("messages that wait are limited")
  func limit() throws {
    let listener = try Listener()
    var manager = listener.manager()
    for _ in 0..<100_000 where manager.nextWake == nil { manager.report("early", at: .zero) }
    try #require(manager.nextWake != nil)
    _ = listener.messages()
    // A queue that is full again at once, since nobody reads.
    for _ in 0..<100_000 { manager.report("late", at: .zero) }
    _ = listener.messages()
    manager.beat(at: .seconds(1))
    #expect(listener.messages().count <= 16)
  }
}
