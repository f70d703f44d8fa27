import Glibc
import NavProcessKit
import Testing
import ZeroMQ

/// Finding and ending the connection of a message.
@Suite struct ConnectionHoldTests {
  let context: Context

  init() throws { context = try Context() }

  @Test func messagesTellTheConnectionThatTheyCameThrough() throws {
    let directory = try TemporaryDirectory("zmq")
    var publisher = try Socket(.xpublish, in: context, options: [.xpubVerboser(true)])
    let monitor = try publisher.monitor([.accepted, .disconnected])
    try publisher.bind(directory.endpoint("layout"))
    var former: [MessageConnection] = []
    for _ in 0..<3 {
      let subscriber = try Socket(.subscribe, in: context)
      try subscriber.connect(directory.endpoint("layout"))
      let event = try #require(
        try monitor.events(until: "accepted") { $0.kind == .accepted }.last
      )
      let descriptor = try #require(event.descriptor)
      try subscriber.subscribe(bytes("same"))
      try publisher.waitReadable("a subscription")
      let message = try #require(try publisher.receiveWithConnection())
      #expect(message.frames == [[1] + bytes("same")])
      #expect(message.connection?.descriptor == descriptor)
      // The end of one subscription is reported although it is neither the first nor the last.
      try subscriber.unsubscribe(bytes("same"))
      try publisher.waitReadable("the end of a subscription")
      let end = try #require(try publisher.receiveWithConnection())
      #expect(end.frames == [[0] + bytes("same")])
      let first = try #require(message.connection)
      let last = try #require(end.connection)
      #expect(last.descriptor == descriptor && last.mark == first.mark)
      #expect(!former.contains { $0.mark == first.mark })
      former.append(first)
      subscriber.close()
      let gone = try monitor.events(until: "disconnected") { $0.kind == .disconnected }.last
      #expect(gone?.descriptor == descriptor)
    }
  }

  @Test func shutsTheConnectionThatItHolds() throws {
    let directory = try TemporaryDirectory("zmq")
    var publisher = try Socket(.xpublish, in: context)
    let monitor = try publisher.monitor([.accepted, .disconnected])
    try publisher.bind(directory.endpoint("layout"))
    let subscriber = try Socket(
      .subscribe,
      in: context,
      options: [.reconnectInterval(.milliseconds(5))]
    )
    let client = try subscriber.monitor([.handshakeSucceeded, .disconnected])
    try subscriber.connect(directory.endpoint("layout"))
    try client.events(until: "handshake") { $0.kind == .handshakeSucceeded }
    let event = try #require(try monitor.events(until: "accepted") { $0.kind == .accepted }.last)
    let descriptor = try #require(event.descriptor)
    guard let hold = ConnectionHold(descriptor) else {
      Issue.record("it can't be held")
      return
    }
    hold.shutDown()
    try client.events(until: "disconnected") { $0.kind == .disconnected }
    try monitor.events(until: "disconnected") { $0.kind == .disconnected }
    // The client may reconnect.
    try client.events(until: "handshake again") { $0.kind == .handshakeSucceeded }
  }

  @Test func holdsNothingButSockets() throws {
    func isHeld(_ number: Int32) -> Bool {
      if let hold = ConnectionHold(number) {
        _ = consume hold
        return true
      }
      return false
    }
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    for number in [-1, ends[0], ends[1]] { #expect(!isHeld(number)) }
    for end in ends { close(end) }
    #expect(!isHeld(.max))
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    // Releasing the hold does not end the connection.
    for _ in 0..<2 { #expect(isHeld(ends[0])) }
    var byte: UInt8 = 7
    #expect(write(ends[0], &byte, 1) == 1 && read(ends[1], &byte, 1) == 1)
    for end in ends { close(end) }
  }
}
