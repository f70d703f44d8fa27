import NavProcessKit
import NavTestKit
import Testing
import ZeroMQ

@Suite struct SubscriptionTests {
  let context: Context

  init() throws { context = try Context() }

  @Test func subscribersGetWhatTheySubscribedTo() throws {
    let directory = try TemporaryDirectory("zmq")
    var publisher = try Socket(.xpublish, in: context)
    try publisher.bind(directory.endpoint("layout"))
    let subscriber = try Socket(.subscribe, in: context)
    try subscriber.connect(directory.endpoint("layout"))
    try subscriber.subscribe(bytes("s1"))
    let arrived = try publisher.next("subscription")
    #expect(arrived == [[1] + bytes("s1")])

    for topic in ["s0", "s1", "s2", "s12"] {
      let isTaken = try publisher.send([bytes(topic), bytes("body of \(topic)")])
      #expect(isTaken)
    }
    let first = try subscriber.next("s1")
    let second = try subscriber.next("s12")
    #expect(first == [bytes("s1"), bytes("body of s1")])
    #expect(second == [bytes("s12"), bytes("body of s12")])

    try subscriber.unsubscribe(bytes("s1"))
    let gone = try publisher.next("end of the subscription")
    #expect(gone == [[0] + bytes("s1")])
  }

  @Test(arguments: [true, false])
  func verbosePublisherSeesRepeatedSubscriptions(_ isVerbose: Bool) throws {
    let directory = try TemporaryDirectory("zmq")
    var publisher = try Socket(.xpublish, in: context, options: [.xpubVerbose(isVerbose)])
    try publisher.bind(directory.endpoint("layout"))
    let first = try Socket(.subscribe, in: context)
    try first.connect(directory.endpoint("layout"))
    try first.subscribe(bytes("same"))
    let original = try publisher.next("first subscription")
    #expect(original == [[1] + bytes("same")])

    let second = try Socket(.subscribe, in: context)
    try second.connect(directory.endpoint("layout"))
    try second.subscribe(bytes("same"))
    try second.subscribe(bytes("zz"))
    let repeated = try publisher.next("what the second subscriber asks for")
    #expect(repeated == [[1] + bytes(isVerbose ? "same" : "zz")])
  }

  /// The protocol's join depends on it: the ready topic has to come after the stream topic.
  @Test func subscriptionsComeInByteOrderAfterAReconnect() throws {
    let directory = try TemporaryDirectory("zmq")
    let topics = ["z9", "s2", "s10", "a"]
    let subscriber = try Socket(
      .subscribe,
      in: context,
      options: [.reconnectInterval(.milliseconds(5))]
    )
    try subscriber.connect(directory.endpoint("layout"))
    for topic in topics { try subscriber.subscribe(bytes(topic)) }

    func arrivals() throws -> [String] {
      var publisher = try Socket(.xpublish, in: context, options: [.xpubVerbose(true)])
      try publisher.bind(directory.endpoint("layout"))
      var all: [String] = []
      try eventually("\(topics.count) subscriptions") {
        // A subscriber sends them again only when its thread calls into the socket.
        _ = try subscriber.receive()
        while let message = try publisher.receive() {
          #expect(message[0].first == 1)
          all.append(String(decoding: message[0].dropFirst(), as: UTF8.self))
        }
        return all.count >= topics.count
      }
      return all
    }
    let inOrderOfCalls = try arrivals()
    #expect(inOrderOfCalls == topics)
    let afterReconnect = try arrivals()
    #expect(afterReconnect == ["a", "s10", "s2", "z9"])
  }

  @Test func publisherDropsForASlowSubscriberOnly() throws {
    let directory = try TemporaryDirectory("zmq")
    var publisher = try Socket(.xpublish, in: context, options: [.sendHighWaterMark(1)])
    try publisher.bind(directory.endpoint("layout"))
    let subscriber = try Socket(.subscribe, in: context, options: [.receiveHighWaterMark(1)])
    try subscriber.connect(directory.endpoint("layout"))
    try subscriber.subscribe([])
    _ = try publisher.next("subscription")
    let body: [UInt8] = Array(repeating: 3, count: 1 << 20)
    for number: UInt8 in 0..<50 {
      let isTaken = try publisher.send([[number], body])
      #expect(isTaken)
    }
    let first = try subscriber.next("first message")
    #expect(first == [[0], body])
    var last = first
    var count = 1
    try eventually("what was kept is read, and a new message gets through") {
      while let message = try subscriber.receive() {
        last = message
        count += 1
      }
      _ = try publisher.send([[99], body])
      return last[0] == [99]
    }
    #expect(count < 50, "nothing was dropped")
  }
}
