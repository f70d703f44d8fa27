import Glibc
import NavProcessKit
import Testing
import ZeroMQ

@Suite struct MessageTests {
  let context: Context

  init() throws { context = try Context() }

  /// A ROUTER and a socket connected to it, over a path or over TCP.
  private func check(
    _ transport: Endpoint.Transport,
    _ kind: Socket.Kind,
    request: [[UInt8]],
    arrives: [[UInt8]],
    reply: [[UInt8]],
    returns: [[UInt8]]
  ) throws {
    let directory = try TemporaryDirectory("zmq")
    var router = try Socket(.router, in: context, options: [.routerMandatory(true)])
    try router.bind(
      transport == .tcp ? .tcp(host: "127.0.0.1", port: 0) : directory.endpoint("input")
    )
    let client = try Socket(kind, in: context)
    try client.connect(Endpoint(parsing: router.lastEndpoint))
    try client.deliver(request, "request")
    let arrived = try router.next("request at the router")
    #expect(Array(arrived.dropFirst()) == arrives)
    try router.deliver([arrived[0]] + reply, "reply")
    let returned = try client.next("reply at the client")
    #expect(returned == returns)
  }

  @Test(arguments: [Endpoint.Transport.ipc, .tcp])
  func routerAnswersADealerThatKeepsTheEnvelope(_ transport: Endpoint.Transport) throws {
    let id = bytes("id")
    try check(
      transport,
      .dealer,
      request: [id, [], bytes("hello")],
      arrives: [id, [], bytes("hello")],
      reply: [id, [], bytes("world")],
      returns: [id, [], bytes("world")]
    )
  }

  @Test(arguments: [Endpoint.Transport.ipc, .tcp])
  func routerAnswersARequestSocket(_ transport: Endpoint.Transport) throws {
    try check(
      transport,
      .request,
      request: [bytes("hello"), bytes("again")],
      arrives: [[], bytes("hello"), bytes("again")],
      reply: [[], bytes("world")],
      returns: [bytes("world")]
    )
  }

  @Test(arguments: [0, 1, 33, 34, 64, 8192, 1 << 20])
  func framesOfAnySizeArriveUnchanged(_ count: Int) throws {
    let body = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    for frames in [[body], [body, [], body], [[], body, [7], body, [8]]] {
      try check(
        .ipc,
        .dealer,
        request: frames,
        arrives: frames,
        reply: frames,
        returns: frames
      )
    }
  }

  @Test func receiveAnswersNilWhenNothingIsThere() throws {
    let socket = try Socket(.dealer, in: context)
    let message = try socket.receive()
    #expect(message == nil)
    let frame = try socket.receiveFrame()
    let isNil = frame == nil
    #expect(isNil)
  }

  @Test func sendAnswersFalseAtTheHighWaterMarkAndLosesNothing() throws {
    let directory = try TemporaryDirectory("zmq")
    let endpoint = directory.endpoint("input")
    let dealer = try Socket(.dealer, in: context, options: [.sendHighWaterMark(2)])
    try dealer.connect(endpoint)
    var taken: [Bool] = []
    for number: UInt8 in 0..<4 {
      let isTaken = try dealer.send([[number], [], [number]])
      taken.append(isTaken)
    }
    #expect(taken == [true, true, false, false])

    var router = try Socket(.router, in: context)
    try router.bind(endpoint)
    for number: UInt8 in 0..<2 {
      let message = try router.next("message \(number)")
      #expect(message.dropFirst() == [[number], [], [number]])
    }
    try dealer.deliver([[9]], "message after the jam")
    let message = try router.next("message after the jam")
    #expect(message.dropFirst() == [[9]])
  }

  @Test func immediateDealerTakesNothingWithoutAConnection() throws {
    let directory = try TemporaryDirectory("zmq")
    let dealer = try Socket(
      .dealer,
      in: context,
      options: [.immediate(true), .reconnectInterval(.milliseconds(5))]
    )
    try dealer.connect(directory.endpoint("input"))
    let isTaken = try dealer.send([[1]])
    #expect(!isTaken)
    var router = try Socket(.router, in: context)
    try router.bind(directory.endpoint("input"))
    try dealer.deliver([[2]], "message once connected")
    let message = try router.next("message")
    #expect(message.dropFirst() == [[2]])
  }

  @Test func mandatoryRouterReportsAFullPeerAndAnUnknownOne() throws {
    let directory = try TemporaryDirectory("zmq")
    var router = try Socket(
      .router,
      in: context,
      options: [.routerMandatory(true), .sendHighWaterMark(1)]
    )
    try router.bind(directory.endpoint("input"))
    let slow = try Socket(
      .dealer,
      in: context,
      options: [.routingID(bytes("slow")), .receiveHighWaterMark(1)]
    )
    try slow.connect(directory.endpoint("input"))
    try slow.deliver([[]], "greeting")
    _ = try router.next("greeting")

    let body: [UInt8] = Array(repeating: 1, count: 1 << 20)
    var taken = 0
    while try router.send([bytes("slow"), body]), taken < 100 { taken += 1 }
    #expect((1..<100).contains(taken), "the router takes messages for a peer that never reads")

    let unknown = error { () throws(ZeroMQError) in _ = try router.send([bytes("nobody"), [1]]) }
    #expect(unknown?.code == .hostUnreachable)
    for _ in 0..<taken {
      let message = try slow.next("a message that was taken")
      #expect(message == [body])
    }
  }

  @Test func frameBeyondTheLimitEndsTheConnectionOfItsSenderOnly() throws {
    let directory = try TemporaryDirectory("zmq")
    let limit = 1 << 20
    var router = try Socket(.router, in: context, options: [.maxMessageSize(limit)])
    try router.bind(directory.endpoint("input"))
    let good = try Socket(.dealer, in: context)
    try good.connect(directory.endpoint("input"))
    let bad = try Socket(.dealer, in: context)
    let monitor = try bad.monitor([.handshakeSucceeded, .disconnected])
    try bad.connect(directory.endpoint("input"))

    try bad.deliver([Array(repeating: 1, count: limit)], "frame at the limit")
    let largest = try router.next("frame at the limit")
    #expect(largest.last?.count == limit)
    try bad.deliver([Array(repeating: 1, count: limit + 1)], "frame one past the limit")
    try monitor.events(until: "disconnected") { $0.kind == .disconnected }

    try good.deliver([[5]], "message of another peer")
    let next = try router.next("message of another peer")
    #expect(next.dropFirst() == [[5]])
  }

  @Test func requestSocketOutOfTurnSaysSo() throws {
    let directory = try TemporaryDirectory("zmq")
    let client = try Socket(.request, in: context)
    try client.connect(directory.endpoint("input"))
    let early = error { () throws(ZeroMQError) in _ = try client.receive() }
    #expect(early?.code == .outOfTurn)
    let isSent = try client.send([[1]])
    #expect(isSent)
    let twice = error { () throws(ZeroMQError) in _ = try client.send([[1]]) }
    #expect(twice?.code == .outOfTurn)
  }

  @Test func replySocketAnswers() throws {
    let directory = try TemporaryDirectory("zmq")
    var server = try Socket(.reply, in: context)
    try server.bind(directory.endpoint("input"))
    let client = try Socket(.request, in: context)
    try client.connect(directory.endpoint("input"))
    try client.deliver([[1]], "request")
    let request = try server.next("request")
    #expect(request == [[1]])
    try server.deliver([[2]], "reply")
    let reply = try client.next("reply")
    #expect(reply == [[2]])
  }

  @Test func bodyFrameTellsWhoSentIt() throws {
    let directory = try TemporaryDirectory("zmq")
    var router = try Socket(.router, in: context)
    try router.bind(directory.endpoint("input"))
    let client = try Socket(.request, in: context)
    try client.connect(directory.endpoint("input"))
    try client.deliver([bytes("body")], "request")
    let frames = try router.nextFrames("request") { frame in
      (frame.bytes, frame.count, frame.more, frame.property("Peer-Address"))
    }
    try #require(frames.count == 3)
    #expect(frames[2].0 == bytes("body"))
    #expect(frames.map(\.1) == frames.map(\.0.count))
    #expect(frames.map(\.2) == [true, true, false])
    #expect(
      frames[2].3.flatMap { PeerCredentials(peerAddress: $0) }
        == PeerCredentials(userID: getuid(), groupID: getgid(), processID: getpid())
    )
  }

  @Test func tcpPeerHasAnAddressButNoCredentials() throws {
    var router = try Socket(.router, in: context)
    try router.bind(.tcp(host: "127.0.0.1", port: 0))
    let client = try Socket(.dealer, in: context)
    try client.connect(Endpoint(parsing: router.lastEndpoint))
    try client.deliver([bytes("body")], "message")
    let frames = try router.nextFrames("message") { frame in
      (
        frame.property("Peer-Address"), frame.property("Nonsense"),
        frame.withUnsafeBytes { $0.count }
      )
    }
    let body = try #require(frames.last)
    #expect(body.0 == "127.0.0.1")
    #expect(PeerCredentials(peerAddress: "127.0.0.1") == nil)
    #expect(body.1 == nil)
    #expect(body.2 == 4)
  }

  @Test func disconnectEndsAConnectionOnce() throws {
    let directory = try TemporaryDirectory("zmq")
    let socket = try Socket(.dealer, in: context, options: [.immediate(true)])
    try socket.connect(directory.endpoint("input"))
    try socket.disconnect(directory.endpoint("input"))
    let thrown = error { () throws(ZeroMQError) in
      try socket.disconnect(directory.endpoint("input"))
    }
    #expect(thrown?.code == .notFound)
    #expect(thrown?.endpoint == directory.endpoint("input"))
  }
}
