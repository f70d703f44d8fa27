import Testing
import ZeroMQ

@testable import NavClient

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
