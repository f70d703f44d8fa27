import NavProcessKit
import NavTestKit
import Testing
import ZeroMQ

@Suite struct MonitorTests {
  let context: Context

  init() throws { context = try Context() }

  @Test func seesConnectDisconnectAndRetry() throws {
    let directory = try TemporaryDirectory("zmq")
    let endpoint = directory.endpoint("input")
    var router = try Socket(.router, in: context)
    try router.bind(endpoint)
    let dealer = try Socket(.dealer, in: context, options: [.reconnectInterval(.milliseconds(5))])
    let monitor = try dealer.monitor()
    try dealer.connect(endpoint)
    let first = try monitor.events(until: "handshake") { $0.kind == .handshakeSucceeded }
    #expect(first.contains { $0.kind == .connected && $0.endpoint == endpoint.description })
    router.close()
    let second = try monitor.events(until: "retry") { event in
      if case .retried(let delay) = event.kind { return delay >= .milliseconds(5) }
      return false
    }
    #expect(second.contains { $0.kind == .disconnected && $0.endpoint == endpoint.description })
    var next = try Socket(.router, in: context)
    try next.bind(endpoint)
    try monitor.events(until: "handshake again") { $0.kind == .handshakeSucceeded }
  }

  @Test func sendsOnlyTheEventsAskedFor() throws {
    let directory = try TemporaryDirectory("zmq")
    var router = try Socket(.router, in: context)
    let monitor = try router.monitor([.handshakeSucceeded, .disconnected])
    try router.bind(directory.endpoint("input"))
    let dealer = try Socket(.dealer, in: context)
    try dealer.connect(directory.endpoint("input"))
    var seen = try monitor.events(until: "handshake") { $0.kind == .handshakeSucceeded }
    dealer.close()
    seen += try monitor.events(until: "disconnected") { $0.kind == .disconnected }
    #expect(seen.map(\.kind) == [.handshakeSucceeded, .disconnected])
  }

  @Test func peerThatSaysNothingIsTurnedAway() throws {
    var router = try Socket(.router, in: context, options: [.handshakeTimeout(.milliseconds(50))])
    let monitor = try router.monitor([.accepted, .handshakeFailed, .disconnected])
    try router.bind(.tcp(host: "127.0.0.1", port: 0))
    let port = router.lastEndpoint.split(separator: ":").last.flatMap { UInt16($0) }
    let peer = try RawPeer(.port(try #require(port)))
    try monitor.events(until: "accepted") { $0.kind == .accepted }
    try eventually("the peer is disconnected") { peer.isOver() }
  }

  /// libzmq's I/O thread would block forever at its next event.
  @Test func monitorMayCloseBeforeItsSocket() throws {
    let directory = try TemporaryDirectory("zmq")
    var router = try Socket(.router, in: context)
    try router.bind(directory.endpoint("input"))
    let monitor = try router.monitor()
    monitor.close()
    try exchange(with: router, at: directory.endpoint("input"))
  }

  @Test func monitorOutlivesItsSocket() throws {
    let directory = try TemporaryDirectory("zmq")
    var router = try Socket(.router, in: context)
    let monitor = try router.monitor()
    try router.bind(directory.endpoint("input"))
    router.close()
    let seen = try monitor.events(until: "the last one") { $0.kind == .monitorStopped }
    #expect(seen.first?.kind == .listening)
  }

  /// A socket that lingers continues to connect, and each attempt would be an event for the monitor.
  @Test func aSocketThatLingersNeedsNoMonitor() throws {
    let directory = try TemporaryDirectory("zmq")
    let dealer = try Socket(
      .dealer,
      in: context,
      options: [.reconnectInterval(.milliseconds(5)), .linger(.seconds(60))]
    )
    let monitor = try dealer.monitor()
    try dealer.connect(directory.endpoint("input"))
    try dealer.deliver([[1]], "message")
    try monitor.events(until: "retry") { event in
      if case .retried = event.kind { return true }
      return false
    }
    dealer.close()
    monitor.close()

    var router = try Socket(.router, in: context)
    try router.bind(directory.endpoint("input"))
    #expect(try router.next("message").dropFirst() == [[1]])
  }

  @Test func secondMonitorEndsTheFirst() throws {
    let directory = try TemporaryDirectory("zmq")
    var router = try Socket(.router, in: context)
    let first = try router.monitor()
    let second = try router.monitor(.listening)
    try first.events(until: "the last one") { $0.kind == .monitorStopped }
    first.close()
    try router.bind(directory.endpoint("input"))
    try second.events(until: "listening") { $0.kind == .listening }
  }

  /// Two sockets with libzmq's default limits of 1,000 messages each would block here.
  @Test func eventsThatNobodyReadsStopNothing() throws {
    let directory = try TemporaryDirectory("zmq")
    var router = try Socket(.router, in: context)
    let monitor = try router.monitor([.accepted, .handshakeSucceeded, .disconnected])
    try router.bind(directory.endpoint("input"))
    for _ in 0..<750 { try exchange(with: router, at: directory.endpoint("input")) }
    var count = 0
    try eventually("2,250 events") {
      while try monitor.receiveEvent() != nil { count += 1 }
      return count >= 2250
    }
  }

  private func exchange(with router: borrowing Socket, at endpoint: Endpoint) throws {
    let dealer = try Socket(.dealer, in: context)
    try dealer.connect(endpoint)
    try dealer.deliver([[1]], "message")
    let message = try router.next("message")
    #expect(message.dropFirst() == [[1]])
  }
}

/// A message sent as soon as the monitor reports the connection.
@Suite struct NewPeerTests {
  /// libzmq looks for new connections at most once a millisecond when it sends; an attempt that failed just before must
  /// not make the next one fail as well.
  @Test func sendsToAPeerThatCameWithinAMillisecondOfAFailedTry() throws {
    let context = try Context()
    let directory = try TemporaryDirectory("zmq")
    let endpoint = directory.endpoint("input")
    var router = try Socket(.router, in: context)
    try router.bind(endpoint)
    for round in 1...200 {
      let dealer = try Socket(.dealer, in: context, options: [.immediate(true)])
      let monitor = try dealer.monitor([.handshakeSucceeded])
      try dealer.connect(endpoint)
      // Without a pause: the last of these attempts should be very recent.
      let end = ContinuousClock.now + deadline
      var isThere = false
      while try monitor.receiveEvent() == nil {
        // Sometimes a message gets through before the event; more might fill the queue.
        if !isThere { isThere = try dealer.send([[], [0]]) }
        if ContinuousClock.now > end {
          throw DeadlineMissed(condition: "the connection is there", deadline: deadline)
        }
      }
      let isSent = try dealer.send([[], [1]])
      #expect(isSent, "round \(round)")
    }
  }
}
