import Testing
import ZeroMQ

/// Programming errors stop the program before libzmq is called.
@Suite struct MistakeTests {
  @Test func messageWithoutFrames() async {
    await #expect(processExitsWith: .failure) {
      let socket = try Socket(.dealer, in: Context())
      _ = try? socket.send([])
    }
  }

  @Test func waitingForAClosedSocket() async {
    await #expect(processExitsWith: .failure) {
      let socket = try Socket(.dealer, in: Context())
      var poller = Poller()
      poller.add(socket, token: 1, events: .readable)
      socket.close()
      _ = try? poller.wait(timeout: .zero)
    }
  }

  @Test func addingATokenTwice() async {
    await #expect(processExitsWith: .failure) {
      let socket = try Socket(.dealer, in: Context())
      var poller = Poller()
      poller.add(socket, token: 1, events: .readable)
      poller.add(descriptor: 0, token: 1, events: .readable)
    }
  }

  @Test func waitingForEverForNothing() async {
    await #expect(processExitsWith: .failure) {
      var poller = Poller()
      _ = try? poller.wait(timeout: nil)
    }
  }
}
