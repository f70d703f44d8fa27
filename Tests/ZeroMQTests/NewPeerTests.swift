import NavTestKit
import Testing
import ZeroMQ

/// A message sent as soon as the monitor reports the connection.
@Suite struct NewPeerTests {
  /// libzmq looks for new connections at most once a millisecond when it sends; an attempt that failed just before must
  /// not make the next one fail as well.
  @Test func sendsToAPeerThatCameWithinAMillisecondOfAFailedTry() throws {
    let context = try Context()
    let directory = try TemporaryDirectory()
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
