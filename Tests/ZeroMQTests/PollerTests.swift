import Glibc
import NavProcessKit
import NavTestKit
import Synchronization
import Testing
import ZeroMQ

@Suite(.serialized) struct PollerTests {
  let context: Context

  init() throws { context = try Context() }

  private func pair() throws -> ConnectedPair {
    let name = Endpoint.inproc(name: "pair")
    var left = try Socket(.pair, in: context)
    try left.bind(name)
    let right = try Socket(.pair, in: context)
    try right.connect(name)
    return ConnectedPair(left: left, right: right)
  }

  @Test func wakesForWhatIsReadyAndForNothingElse() throws {
    let pair = try pair()
    let pipe = try Pipe()
    var poller = Poller()
    poller.add(pair.left, token: 1, events: .readable)
    poller.add(descriptor: pipe.reading, token: 2, events: .readable)

    func check(_ count: Int, _ socket: Poller.Events, _ descriptor: Poller.Events) throws {
      let ready = try poller.wait(timeout: count == 0 ? .milliseconds(20) : deadline)
      #expect(ready == count)
      #expect(poller.isReady(token: 1) == socket)
      #expect(poller.isReady(token: 2) == descriptor)
    }
    try check(0, [], [])
    try pair.right.deliver([[1]], "message")
    try check(1, .readable, [])
    pipe.write()
    try check(2, .readable, .readable)
    _ = try pair.left.receive()
    try check(1, [], .readable)
    pipe.read()
    try check(0, [], [])
    #expect(poller.isReady(token: 3) == [])
  }

  @Test func wakesForAnEventThatComesWhileItWaits() throws {
    let pipe = try Pipe()
    let socket = try Socket(.dealer, in: context)
    var poller = Poller()
    poller.add(socket, token: 1, events: .readable)
    poller.add(descriptor: pipe.reading, token: 2, events: .readable)
    let writing = pipe.writing
    let thread = TestThread { _ = Glibc.write(writing, "x", 1) }
    let ready = try poller.wait(timeout: nil)
    #expect(ready == 1)
    #expect(poller.isReady(token: 2) == .readable)
    try thread.waitUntilDone("the pipe was written to")
  }

  @Test func eventsCanBeChangedAndEntriesRemoved() throws {
    let pair = try pair()
    var poller = Poller()
    poller.add(pair.left, token: 7, events: [.readable, .writable])
    let writable = try poller.wait(timeout: deadline)
    #expect(writable == 1)
    #expect(poller.isReady(token: 7) == .writable)

    try pair.right.deliver([[1]], "message")
    poller.setEvents(token: 7, events: [])
    let ignored = try poller.wait(timeout: .zero)
    #expect(ignored == 0)
    poller.setEvents(token: 7, events: .readable)
    let readable = try poller.wait(timeout: deadline)
    #expect(readable == 1)

    poller.remove(token: 7)
    let removed = try poller.wait(timeout: .zero)
    #expect(removed == 0)
    #expect(poller.isReady(token: 7) == [])
    poller.add(pair.right, token: 7, events: .writable)
    let again = try poller.wait(timeout: deadline)
    #expect(again == 1)
  }

  /// A call may take the signal of a message from the descriptor: the message must be found all the same.
  @Test func aMessageThatSendingHasNoticedIsFound() throws {
    let pair = try pair()
    var poller = Poller()
    poller.add(pair.left, token: 1, events: .readable)
    for number in 0..<200 {
      let none = try poller.wait(timeout: .zero)
      #expect(none == 0)
      try pair.right.deliver([[UInt8(number)]], "message")
      if number % 2 == 0 { try pair.left.deliver([[1]], "message") }
      if number % 3 == 0 { _ = pair.left.lastEndpoint }
      let ready = try poller.wait(timeout: .zero)
      try #require(ready == 1, "message \(number)")
      let again = try poller.wait(timeout: .zero)
      try #require(again == 1, "message \(number) is still there")
      #expect(try pair.left.receive() == [[UInt8(number)]])
    }
  }

  /// Looking for a message in vain is a question for events, too: what comes after it must be found.
  @Test func aMessageAfterAFruitlessLookIsFound() throws {
    let pair = try pair()
    var poller = Poller()
    poller.add(pair.left, token: 1, events: .readable)
    for number in 0..<200 {
      #expect(try pair.left.receive() == nil)
      if number % 2 == 0 {
        let none = try poller.wait(timeout: .zero)
        #expect(none == 0)
      }
      try pair.right.deliver([[UInt8(number)]], "message")
      if number % 3 == 0 { try pair.left.deliver([[1]], "message") }
      let ready = try poller.wait(timeout: .zero)
      try #require(ready == 1, "message \(number)")
      #expect(try pair.left.receive() == [[UInt8(number)]])
    }
  }

  @Test func twoPollersFindTheSameMessage() throws {
    let pair = try pair()
    var first = Poller()
    var second = Poller()
    first.add(pair.left, token: 1, events: .readable)
    second.add(pair.left, token: 1, events: .readable)
    let before = (try first.wait(timeout: .zero), try second.wait(timeout: .zero))
    #expect(before == (0, 0))
    try pair.right.deliver([[1]], "message")
    let after = (try first.wait(timeout: deadline), try second.wait(timeout: deadline))
    #expect(after == (1, 1))
  }

  @Test(arguments: [16, 17])
  func manyEntriesWork(_ count: Int) throws {
    let pipe = try Pipe()
    let last = try Pipe()
    var poller = Poller()
    for token in 1..<count { poller.add(descriptor: pipe.reading, token: token, events: .readable) }
    poller.add(descriptor: last.reading, token: count, events: .readable)
    last.write()
    let ready = try poller.wait(timeout: deadline)
    #expect(ready == 1)
    #expect(poller.isReady(token: count) == .readable)
  }

  @Test func hangUpIsReported() throws {
    var pipe = try Pipe()
    var poller = Poller()
    poller.add(descriptor: pipe.reading, token: 1, events: .readable)
    pipe.closeWriting()
    let ready = try poller.wait(timeout: deadline)
    #expect(ready == 1)
    #expect(poller.isReady(token: 1).contains(.failed))
  }

  @Test func timeoutsAreKept() throws {
    var poller = Poller()
    let socket = try Socket(.dealer, in: context)
    poller.add(socket, token: 1, events: .readable)
    for (timeout, least) in [
      (Duration.seconds(-1), Duration.zero), (.zero, .zero),
      (.microseconds(1), .microseconds(1)), (.milliseconds(30), .milliseconds(30)),
    ] {
      var ready = -1
      let passed = try ContinuousClock().measure { ready = try poller.wait(timeout: timeout) }
      #expect(ready == 0)
      #expect(passed >= least)
    }
  }

  @Test func signalsNeitherEndNorProlongAWait() throws {
    let socket = try Socket(.dealer, in: context)
    var poller = Poller()
    poller.add(socket, token: 1, events: .readable)
    let timeout = Duration.milliseconds(50)
    let signals = SignalStorm()
    try eventually("enough signals came while waiting") {
      var ready = -1
      let passed = try ContinuousClock().measure { ready = try poller.wait(timeout: timeout) }
      #expect(ready == 0)
      #expect(passed >= timeout)
      return signals.count > 10
    }
    try signals.stop()
  }

  @Test func signalsDoNotDisturbMessages() throws {
    let directory = try TemporaryDirectory("zmq")
    var router = try Socket(.router, in: context)
    try router.bind(directory.endpoint("input"))
    let dealer = try Socket(.dealer, in: context)
    try dealer.connect(directory.endpoint("input"))
    let signals = SignalStorm()
    var number: UInt8 = 0
    while signals.count < 50 {
      try dealer.deliver([[number], []], "message \(number)")
      let message = try router.next("message \(number)")
      #expect(message.dropFirst() == [[number], []])
      number &+= 1
    }
    try signals.stop()
  }
}

private struct ConnectedPair: ~Copyable {
  let left: Socket
  let right: Socket
}

private struct Pipe: ~Copyable {
  let reading: Int32
  private(set) var writing: Int32

  init() throws {
    var ends: [Int32] = [0, 0]
    let result = pipe(&ends)
    try #require(result == 0)
    reading = ends[0]
    writing = ends[1]
  }

  deinit {
    close(reading)
    if writing >= 0 { close(writing) }
  }

  func write() { _ = Glibc.write(writing, "x", 1) }

  func read() {
    var byte: UInt8 = 0
    _ = Glibc.read(reading, &byte, 1)
  }

  mutating func closeWriting() {
    close(writing)
    writing = -1
  }
}

private let handledSignals = Atomic(0)

/// Sends signals continuously to the thread that made it; the handler counts them.
private final class SignalStorm {
  private let isOver = SharedFlag()
  private let thread: TestThread
  private let before: Int

  init() {
    before = handledSignals.load(ordering: .relaxed)
    signal(SIGUSR1) { _ in handledSignals.wrappingAdd(1, ordering: .relaxed) }
    var mask = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, SIGUSR1)
    pthread_sigmask(SIG_UNBLOCK, &mask, nil)
    let target = pthread_self()
    let isOver = isOver
    thread = TestThread {
      while !isOver.value.load(ordering: .acquiring) {
        pthread_kill(target, SIGUSR1)
        poll(nil, 0, 1)
      }
    }
  }

  /// The number of handled signals.
  var count: Int { handledSignals.load(ordering: .relaxed) - before }

  func stop() throws {
    isOver.value.store(true, ordering: .releasing)
    try thread.waitUntilDone("the signals stop")
  }
}

private final class SharedFlag: Sendable {
  let value = Atomic(false)
}

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
