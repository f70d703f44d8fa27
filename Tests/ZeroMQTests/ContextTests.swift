import NavProcessKit
import Testing
import ZeroMQ

@Suite struct ContextTests {
  @Test func closingTwiceAndUsingAfterwardsIsHarmless() throws {
    let context = try Context()
    let socket = try Socket(.dealer, in: context)
    var poller = Poller()
    poller.add(socket, token: 0, events: .readable)
    context.close()
    context.close()
    let late = error { () throws(ZeroMQError) in _ = try Socket(.dealer, in: context) }
    let send = error { () throws(ZeroMQError) in _ = try socket.send([[1]]) }
    let receive = error { () throws(ZeroMQError) in _ = try socket.receive() }
    let wait = error { () throws(ZeroMQError) in _ = try poller.wait(timeout: nil) }
    let connect = error { () throws(ZeroMQError) in try socket.connect(.inproc(name: "x")) }
    for thrown in [late, send, receive, wait, connect] {
      #expect(thrown?.code == .terminated)
    }
    #expect(socket.lastEndpoint == "")
  }

  @Test func closingEndsAWaitInAnotherThread() throws {
    let context = try Context()
    let thread = TestThread {
      let thrown = error { () throws(ZeroMQError) in
        let socket = try Socket(.dealer, in: context)
        var poller = Poller()
        poller.add(socket, token: 0, events: .readable)
        _ = try poller.wait(timeout: nil)
      }
      #expect(thrown?.code == .terminated)
    }
    context.close()
    try thread.waitUntilDone("the wait has ended")
  }

  @Test func closingWithOpenTrafficReturns() throws {
    let thread = TestThread {
      do {
        let directory = try TemporaryDirectory("zmq")
        let context = try Context()
        var router = try Socket(.router, in: context)
        try router.bind(directory.endpoint("input"))
        let monitor = try router.monitor()
        let dealer = try Socket(.dealer, in: context, options: [.sendHighWaterMark(0)])
        try dealer.connect(directory.endpoint("input"))
        let absent = try Socket(.dealer, in: context)
        try absent.connect(directory.endpoint("nobody"))
        let early = try Socket(.pair, in: context)
        try early.connect(.inproc(name: "nobody"))
        let body: [UInt8] = Array(repeating: 1, count: 1 << 16)
        for _ in 0..<200 {
          _ = try dealer.send([body])
          _ = try absent.send([body])
        }
        _ = try router.next("traffic")
        context.close()
        _ = monitor.kind
        _ = early.kind
      } catch {
        Issue.record(error)
      }
    }
    try thread.waitUntilDone("the context is closed and the sockets are gone")
  }

  @Test func lingerKeepsTheLastMessageOfASocketThatCloses() throws {
    let directory = try TemporaryDirectory("zmq")
    let context = try Context()
    let path = directory.path
    var router = try Socket(.router, in: context)
    try router.bind(directory.endpoint("input"))
    let thread = TestThread {
      do {
        let own = try Context()
        let dealer = try Socket(.dealer, in: own, options: [.linger(.seconds(60))])
        try dealer.connect(.ipc(path: "\(path)/input"))
        _ = try dealer.send([bytes("leave")])
      } catch {
        Issue.record(error)
      }
    }
    let message = try router.next("the last message")
    #expect(message.last == bytes("leave"))
    try thread.waitUntilDone("the other context is closed")
  }

  @Test func threadsAreAtLeastOne() {
    for (threads, code) in [(0, ZeroMQError.Code.invalidArgument), (-1, .invalidArgument)] {
      let thrown = error { () throws(ZeroMQError) in _ = try Context(ioThreads: threads) }
      #expect(thrown?.code == code)
    }
    let thrown = error { () throws(ZeroMQError) in _ = try Context(ioThreads: 2) }
    #expect(thrown == nil)
  }
}
