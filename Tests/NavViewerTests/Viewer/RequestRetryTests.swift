import NavBase
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavViewer

/// When a command's request is sent, repeated and abandoned.
@Suite struct ExchangeTests {
  /// Runs an exchange with a daemon that never answers; returns its actions with times in milliseconds.
  private static func diary(
    of body: Request.Body,
    until end: Int64,
    connectedAfter connection: Int64 = 0,
    allowance: Duration = .zero,
    within bound: WaitTimeout? = nil,
    answering: (_ request: Request, _ now: Int64) -> Reply.Body? = { _, _ in nil }
  ) -> [String] {
    let start = Duration.seconds(100)
    var exchange = RequestRetry(
      request(body),
      connectionAllowance: allowance,
      within: bound,
      at: start
    )
    var lines: [String] = []
    var now: Int64 = 0
    while now <= end {
      switch exchange.next(at: start + .milliseconds(now)) {
      case .send(let request):
        let isSent = now >= connection
        exchange.sent(isSent, at: start + .milliseconds(now))
        if isSent { lines.append("\(now) send\(timeout(of: request))") }
        guard isSent, let answer = answering(request, now) else { continue }
        let reply = Reply(id: request.id, client: nil, seq: 0, body: answer)
        if exchange.receive(reply, at: start + .milliseconds(now)) != nil {
          return lines + ["\(now) answer"]
        }
      case .explain(let text): lines.append("\(now) \(text)")
      case .giveUp(let exit): return lines + ["\(now) \(exit.code)"]
      case .wait(let until): now = max(now + 1, (until - start).milliseconds)
      }
    }
    return lines
  }

  private static func request(_ body: Request.Body) -> Request {
    Request(id: 7, client: .none, seq: 0, body: body)
  }

  private static func timeout(of request: Request) -> String {
    guard case .wait(let wait) = request.body else { return "" }
    return " \(wait.timeout.milliseconds)"
  }

  private static func wait(_ timeout: Duration) -> Request.Body {
    .wait(Request.Wait(session: .name("a"), condition: .page("B"), timeout: timeout))
  }

  private static let input = Request.Body.input(
    Request.Input(session: .name("a"), action: .command(.forward))
  )

  @Test func aReadIsRepeatedWithGrowingPausesFor5Seconds() {
    #expect(
      Self.diary(of: .listSessions, until: 20_000) == [
        "0 send", "250 send", "300 waiting for navd…", "750 send", "1750 send", "3750 send",
        "5000 timeout",
      ]
    )
  }

  @Test func overANetworkMakingTheConnectionMayTakeLonger() {
    func diary(allowance: Duration) -> [String] {
      Self.diary(of: .listSessions, until: 20_000, connectedAfter: 6_000, allowance: allowance) {
        $1 >= 6_250 ? .done : nil
      }
    }
    #expect(diary(allowance: .zero).last == "5000 timeout")
    #expect(diary(allowance: .seconds(10)).suffix(2) == ["6250 send", "6250 answer"])
    let never = Self.diary(of: .listSessions, until: 20_000, allowance: .seconds(10))
    #expect(never.last == "15000 timeout")
  }

  @Test(arguments: [input, .newSession(name: "a", .tree(path: "/tmp"))])
  func whatNeedsADiskMayTake15Seconds(body: Request.Body) {
    #expect(
      Self.diary(of: body, until: 20_000) == [
        "0 send", "250 send", "300 waiting for navd…", "750 send", "1750 send", "3750 send",
        "7750 send", "12750 send", "15000 timeout",
      ]
    )
  }

  @Test func whatIsInProgressIsWaitedForUntilItIsDoneOrItsTimeIsOver() throws {
    let work = Reply.Body.failure(Reply.Failure(.inProgress, "searching a: 40 % of 1 MB"))
    func diary(until end: Int64, within bound: WaitTimeout? = nil) -> [String] {
      Self.diary(of: Self.input, until: 100_000, within: bound) { _, now in
        now == 0 ? nil : now < end ? work : end < 60_000 ? nil : .accepted(version: 1)
      }
    }
    let done = diary(until: 60_000)
    #expect(done.last == "62750 answer")
    #expect(
      done.prefix(6) == [
        "0 send", "250 send", "300 searching a: 40 % of 1 MB…", "750 send",
        "750 searching a: 40 % of 1 MB…", "1750 send",
      ]
    )
    // A daemon that falls silent is given up after the usual time.
    #expect(diary(until: 20_000).last == "32750 timeout")
    #expect(try diary(until: 60_000, within: WaitTimeout("10s")).last == "10000 timeout")
    #expect(try diary(until: 60_000, within: WaitTimeout("0s")).last == "250 timeout")
    #expect(try diary(until: 0, within: WaitTimeout("1s")).last == "15000 timeout")
  }

  @Test func aRepeatedWaitHasTheRemainingTime() {
    #expect(
      Self.diary(of: Self.wait(.milliseconds(2_500)), until: 20_000) == [
        "0 send 2500", "300 waiting for page \"B\"…", "1000 send 1500", "2000 send 500",
        "3000 send 0", "4000 send 0", "5000 send 0", "5500 timeout",
      ]
    )
  }

  @Test func theLongestWaitIsAnsweredInTime() {
    let answered = Self.diary(of: Self.wait(.seconds(60)), until: 100_000) { request, now in
      now == 60_000 ? .waited(version: 1) : nil
    }
    #expect(answered.last == "60000 answer")
    #expect(answered.first == "0 send 60000")
    #expect(Self.diary(of: Self.wait(.seconds(60)), until: 100_000).last == "63000 timeout")
  }

  /// The daemon waits for at most a minute per request, however long the client's timeout is.
  @Test func aLongerWaitIsRepeatedUntilItsTimeIsOver() {
    let over = Reply.Body.failure(Reply.Failure(.timedOut, "too late"))
    var asked: [Int64] = []
    var overAt: Int64 = 60_000
    let diary = Self.diary(of: Self.wait(.seconds(150)), until: 300_000) { request, now in
      guard case .wait(let wait) = request.body else { return nil }
      asked.append(wait.timeout.milliseconds)
      // A request's time ends at the first repetition after it; then the next request begins.
      guard now >= overAt else { return nil }
      overAt = now + wait.timeout.milliseconds
      return over
    }
    // Each new request delays the repetitions, one per second, by a pause of 100 ms.
    #expect(diary.last == "150200 answer")
    #expect(asked.max() == 60_000)
    #expect(asked.first == 60_000 && asked.last == 0)
    let early = Self.diary(of: Self.wait(.seconds(150)), until: 300_000) { _, now in
      now >= 90_000 ? .waited(version: 1) : now == 60_000 ? over : nil
    }
    #expect(early.last == "90100 answer")
  }

  @Test func aWaitIsRepeatedWhenTheDaemonStops() {
    let retry = Reply.Body.failure(Reply.Failure(.retry, "navd stops"))
    let diary = Self.diary(of: Self.wait(.seconds(1)), until: 20_000) { _, now in
      now < 250 ? retry : .waited(version: 4)
    }
    #expect(diary == ["0 send 1000", "100 send 900", "200 send 800", "300 send 700", "300 answer"])
    // After the timeout, `retry` is an answer like any other.
    let over = Self.diary(of: Self.wait(.milliseconds(150)), until: 20_000) { _, _ in retry }
    #expect(over == ["0 send 150", "100 send 50", "150 send 0", "150 answer"])
  }

  @Test func whatIsRefusedWithRetryIsRequestedAgainUntilTheDeadline() {
    let retry = Reply.Body.failure(Reply.Failure(.retry, "it is being opened"))
    let diary = Self.diary(of: .listSessions, until: 20_000) { _, now in now < 300 ? retry : .done }
    #expect(diary == ["0 send", "100 send", "300 send", "300 answer"])
    // The last refusal is the answer.
    let over = Self.diary(of: .listSessions, until: 20_000) { _, _ in retry }
    let sent = [0, 100, 300, 700, 1_500, 2_500, 3_500, 4_500].map { "\($0) send" }
    #expect(over.filter { $0.hasSuffix("send") } == sent)
    #expect(over.last == "4500 answer")
  }

  /// A refusal with `retry` consumes the number of an operation (proto/README.md: Input, exactly once).
  @Test func whatIsRefusedWithRetryIsRequestedUnderTheNextNumbers() {
    var generator = SplitMix64(seed: 1)
    for (body, seq) in [(Self.input, 4), (.listSessions, 0)] as [(Request.Body, UInt64)] {
      let client = ClientID(random: &generator)
      let first = Request(id: 7, client: client, seq: seq, body: body)
      var exchange = RequestRetry(first, at: .zero)
      #expect(exchange.next(at: .zero) == .send(first))
      exchange.sent(true, at: .zero)
      let failure = Reply.Body.failure(Reply.Failure(.retry, "try again"))
      let refusal = Reply(id: 7, client: client, seq: seq, body: failure)
      #expect(exchange.receive(refusal, at: .zero) == nil)
      // The same refusal of a repetition that crossed it.
      #expect(exchange.receive(refusal, at: .milliseconds(20)) == nil)
      var second = first
      second.id = 8
      if seq > 0 { second.seq = 5 }
      #expect(exchange.next(at: .milliseconds(99)) == .wait(until: .milliseconds(100)))
      #expect(exchange.next(at: .milliseconds(100)) == .send(second))
      exchange.sent(true, at: .milliseconds(100))
      // Nothing was done under the first number, and this one was sent once.
      let unknown = Reply.Body.failure(Reply.Failure(.unknownClient, "who?"))
      let answer = Reply(id: 8, client: client, seq: second.seq, body: unknown)
      #expect(exchange.receive(answer, at: .milliseconds(101)) == answer)
      #expect(exchange.isUnknownClient(answer))
    }
  }

  @Test func aFileThatIsNoLongerKeptIsNotRequestedAgain() {
    let retry = Reply.Body.failure(Reply.Failure(.retry, "export again"))
    for (part, last) in [(0, "100 answer"), (1, "0 answer")] {
      let export = Request.Export(session: .name("a"), format: .html, key: 1, part: part)
      let diary = Self.diary(of: .export(export), until: 20_000) { _, now in
        now < 100 ? retry : .done
      }
      #expect(diary.last == last)
    }
  }

  @Test func withoutAConnectionItIsRepeatedSoon() {
    #expect(
      Self.diary(of: .listSessions, until: 260, connectedAfter: 12) == ["15 send"]
    )
  }

  @Test func aDaemonThatIsAwayForASecondIsAskedForLessOften() {
    #expect(
      Self.diary(of: .listSessions, until: 1_060, connectedAfter: 1_012) == [
        "300 waiting for navd…", "1050 send",
      ]
    )
  }

  @Test func answersToOtherRequestsAreIgnored() {
    var exchange = RequestRetry(Self.request(.listSessions), at: .zero)
    for id in [6, 8] as [UInt64] {
      #expect(exchange.receive(Reply(id: id, client: nil, seq: 0, body: .done), at: .zero) == nil)
    }
    let failure = Reply.Body.failure(Reply.Failure(.noSuchSession, "no session"))
    let reply = Reply(id: 7, client: nil, seq: 0, body: failure)
    #expect(exchange.receive(reply, at: .zero) == reply)
  }

  @Test func slowDownIsObeyed() {
    var slowDown = Reply.Failure(.slowDown, "too many requests")
    slowDown.wait = .milliseconds(1_200)
    for body in [Request.Body.listSessions, Self.input, Self.wait(.seconds(9))] {
      let diary = Self.diary(of: body, until: 20_000) { _, now in
        now < 2_000 ? .failure(slowDown) : .done
      }
      let sent = diary.filter { $0.contains("send") }.map { $0.split(separator: " ")[0] }
      #expect(sent == ["0", "1200", "2400"], "\(diary)")
      #expect(diary.last == "2400 answer")
    }
    // A wait beyond the client's patience is not accepted.
    slowDown.wait = .seconds(5)
    #expect(
      Self.diary(of: .listSessions, until: 20_000) { _, _ in .failure(slowDown) }
        == ["0 send", "0 answer"]
    )
    slowDown.wait = .zero
    let hasty = Self.diary(of: .listSessions, until: 100) { _, now in
      now < 10 ? .failure(slowDown) : .done
    }
    #expect(hasty == ["0 send", "5 send", "10 send", "10 answer"])
  }
}

@Suite("The timer of everything that is repeated until it succeeds")
struct RetryTimerTests {
  private static let start = Duration.seconds(10)

  private static var timer: RetryTimer {
    RetryTimer(firstPause: .milliseconds(100), longestPause: .milliseconds(500))
  }

  @Test("a timer without a scheduled attempt is never due")
  func idle() {
    var timer = Self.timer
    #expect(timer.nextAttempt == nil && !timer.isDue(at: .seconds(1_000_000)))
    timer.schedule(at: Self.start)
    #expect(!timer.isDue(at: Self.start - .nanoseconds(1)) && timer.isDue(at: Self.start))
    timer.cancel()
    #expect(timer.nextAttempt == nil && !timer.isDue(at: Self.start))
  }

  @Test("pauses double up to the longest; reset begins with the first again")
  func pauses() {
    var timer = Self.timer
    for pause in [100, 200, 400, 500, 500] {
      timer.attempted(at: Self.start)
      #expect(timer.nextAttempt == Self.start + .milliseconds(pause))
    }
    timer.reset()
    timer.attempted(at: Self.start)
    #expect(timer.nextAttempt == Self.start + .milliseconds(100))
  }

  @Test("a scheduled time does not change the pauses")
  func scheduling() {
    var timer = Self.timer
    timer.attempted(at: Self.start)
    timer.schedule(at: Self.start + .seconds(9))
    timer.attempted(at: Self.start)
    #expect(timer.nextAttempt == Self.start + .milliseconds(200))
  }

  @Test("pauses after failures are shortened at random, by a half at most")
  func failures() throws {
    try forSeeds(0..<50) { generator in
      var timer = Self.timer
      for pause in [100, 200, 400, 500, 500] {
        timer.failed(at: Self.start, using: &generator)
        let next = try #require(timer.nextAttempt) - Self.start
        try demand(next >= .milliseconds(pause) / 2 && next <= .milliseconds(pause))
      }
    }
  }

  @Test(
    "a pause that a daemon asks for is limited at both ends",
    arguments: [
      (Duration.zero, Duration.milliseconds(1)), (.seconds(-3), .milliseconds(1)),
      (.milliseconds(1), .milliseconds(1)), (.seconds(5), .seconds(5)),
      (.seconds(5) + .nanoseconds(1), .seconds(5)),
    ]
  )
  func bounds(asked: Duration, kept: Duration) {
    #expect(RetryTimer.bounded(asked) == kept)
  }
}
