import Glibc
import NavBase
import NavWire
import Testing
import ZeroMQ

@testable import NavClient

/// The interpretation of what a daemon does during a handshake.
@Suite struct HandshakeTests {
  private static let refused = MonitorEvent.Kind.handshakeFailed(.connection(EPIPE))

  @Test(
    "an early end is a refusal, a late one the daemon's limit, and attempts that time out are repeated",
    arguments: [
      ([(0.2, .connected), (0.9, .handshakeSucceeded)], .accepted),
      ([(0.2, .connected), (0.4, refused)], .refused),
      ([(0.2, .connected), (0.4, .disconnected)], .refused),
      // The handshake has lost packets: libzmq connects again.
      (
        [(0.2, .connected), (10.2, refused), (10.5, .connected), (11.0, .handshakeSucceeded)],
        .accepted
      ),
      ([(0.2, .connected), (10.2, .disconnected), (10.2, .retried(after: .zero))], nil),
      ([(0.1, .closed)], .closed),
      ([(0.1, .retried(after: .zero))], .closed),
      ([(3.0, .closed), (3.2, .connected), (3.8, .handshakeSucceeded)], .accepted),
      ([(3.0, .closed), (3.0, .retried(after: .zero))], nil),
      ([(3.0, .closed), (6.2, .closed)], .unreachable),
    ] as [([(Double, MonitorEvent.Kind)], Handshake.Result?)]
  )
  func events(_ events: [(Double, MonitorEvent.Kind)], result: Handshake.Result?) {
    var progress = Handshake.Progress(at: .seconds(100))
    var found: Handshake.Result?
    for (time, kind) in events where found == nil {
      found = progress.receive(kind, at: .seconds(100) + .seconds(time))
    }
    #expect(found == result)
  }

  @Test func theDeadlineEndsIt() {
    var progress = Handshake.Progress(at: .zero)
    #expect(progress.tick(at: .seconds(14)) == nil)
    #expect(progress.tick(at: .seconds(15)) == .unreachable)
    let early = progress.receive(.connected, at: .seconds(3))
    #expect(early == nil)
    #expect(progress.tick(at: .seconds(15)) == .silence)
  }
}

/// The first bytes of a listener.
@Suite struct TransportGreetingTests {
  private static func greeting(_ mechanism: String) -> [UInt8] {
    let name = Array(mechanism.utf8)
    return [0xFF, 0, 0, 0, 0, 0, 0, 0, 1, 0x7F, 3, 1] + name
      + [UInt8](repeating: 0, count: 20 - name.count) + [UInt8](repeating: 0, count: 32)
  }

  /// `isOpen`: whether the listener keeps the connection.
  @Test(
    arguments: [
      (greeting("CURVE"), false, .greeting(TransportGreeting(mechanism: "CURVE"))),
      (greeting("NULL"), true, .greeting(TransportGreeting(mechanism: "NULL"))),
      ([], false, .closed), (Array(greeting("NULL").prefix(30)), false, .closed),
      (Array("SSH-2.0-OpenSSH_9.2\r\n".utf8), true, .foreign), (Array("H".utf8), false, .foreign),
      (Array(greeting("NULL").prefix(30)), true, .silence), ([], true, .silence),
    ] as [([UInt8], Bool, TransportGreeting.Answer)]
  )
  func answers(_ bytes: [UInt8], isOpen: Bool, answer: TransportGreeting.Answer) throws {
    var ends: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    defer { for end in ends { close(end) } }
    #expect(write(ends[1], bytes, bytes.count) == bytes.count)
    if !isOpen { shutdown(ends[1], Int32(SHUT_WR)) }
    // Short, because what comes is there already.
    #expect(TransportGreeting.ask(ends[0], timeout: 20) == answer)
  }
}

@Suite("The end of a viewer's sockets")
struct ContextClosingTests {
  @Test("threads of libzmq that end are waited for")
  func ended() throws {
    let context = try Context()
    let socket = try Socket(.dealer, in: context)
    socket.close()
    let hasEnded = context.close(within: .seconds(60))
    #expect(hasEnded)
  }

  /// A message that lingers has libzmq wait, as a name server does that is silent.
  @Test("threads of libzmq that do not end are left behind")
  func busy() throws {
    let context = try Context()
    let socket = try Socket(
      .dealer,
      in: context,
      options: [.linger(SocketOption.maxLinger)]
    )
    try socket.connect(.ipc(path: "/dev/null/nobody"))
    let isQueued = try socket.send([[1]])
    #expect(isQueued)
    socket.close()
    let hasEnded = context.close(within: .milliseconds(20))
    #expect(!hasEnded)
  }
}

/// One-shot commands that a daemon refuses with `retry`, over a real socket.
@Suite struct RetryTests {
  /// Runs a command with a daemon that is busy twice; returns the requests that arrived.
  private func requests(
    of command: (inout OneShotCommands) throws -> Void
  ) throws -> [Request] {
    try FakeDaemon.requests(
      of: command,
      answering: { request, index in
        guard index < 2 else { return request.seq > 0 ? .done : .sessions([]) }
        return .failure(Reply.Failure(.retry, "session 'talk' is being opened: try again"))
      }
    )
  }

  /// The answer to a number is kept, so that the same number would be refused for ever.
  @Test func anOperationIsTriedAgainUnderTheNextNumbers() throws {
    let requests = try requests { commands in
      let warning = try commands.newSession("talk", showing: .tree(path: "/tmp"))
      #expect(warning == nil)
    }
    #expect(requests.map(\.seq) == [1, 2, 3])
    #expect(requests.map(\.id) == [1, 2, 3])
    #expect(Set(requests.map(\.client)).count == 1)
    #expect(Set(requests.map(\.body)).count == 1)
  }

  @Test func aReadIsTriedAgain() throws {
    let requests = try requests { commands in
      let sessions = try commands.sessions()
      #expect(sessions == [])
    }
    #expect(requests.map(\.id) == [1, 2, 3])
    #expect(requests.map(\.seq) == [0, 0, 0])
  }
}
