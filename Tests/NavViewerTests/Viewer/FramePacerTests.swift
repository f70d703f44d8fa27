import NavClient
import NavTestKit
import NavViewer
import Testing

@Suite struct FramePacerTests {
  private static let start = Duration.seconds(100)

  // MARK: Rate

  @Test(arguments: [1, 30, 60, 240]) func theFrameRateIsLimited(rate: Int) {
    var pacer = FramePacer(framesPerSecond: rate)
    var now = Self.start
    var frames = 0
    // A frame is always due, for ten seconds of a clock read in irregular steps, as on a busy machine.
    var step = 0
    while now < Self.start + .seconds(10) {
      if pacer.decide(at: now, hasOutput: false) == .paint {
        frames += 1
        #expect(pacer.painted(100_000, at: now) == false)
      }
      step = (step * 5 + 3) % 16
      now += .microseconds(300 + 100 * step)
    }
    // One extra frame at the start, and one if the first was late.
    #expect(frames <= 10 * rate + 2, "\(frames) frames")
    #expect(frames >= min(10 * rate, 4 * 240) * 9 / 10, "\(frames) frames")
  }

  @Test func theFirstFrameAfterAPauseIsImmediate() {
    var pacer = FramePacer(framesPerSecond: 10)
    #expect(pacer.decide(at: Self.start, hasOutput: false) == .paint)
    _ = pacer.painted(100, at: Self.start)
    let next = Self.start + .milliseconds(100)
    #expect(
      pacer.decide(at: Self.start + .milliseconds(1), hasOutput: false) == .wait(until: next)
    )
    #expect(pacer.nextWake == next)
    #expect(pacer.decide(at: next - .nanoseconds(1), hasOutput: false) == .wait(until: next))
    #expect(pacer.decide(at: next, hasOutput: false) == .paint)
    #expect(pacer.nextWake == nil)
    _ = pacer.painted(100, at: next)
    let later = next + .seconds(5)
    #expect(pacer.decide(at: later, hasOutput: false) == .paint)
  }

  @Test func withoutAHeldFrameThereIsNoWakeUp() {
    var pacer = FramePacer(framesPerSecond: 1)
    _ = pacer.painted(1, at: Self.start)
    _ = pacer.decide(at: Self.start, hasOutput: false)
    #expect(pacer.nextWake != nil)
    pacer.skipFrame()
    #expect(pacer.nextWake == nil)
  }

  // MARK: Receipts

  @Test func unwrittenBytesHoldTheNextFrame() {
    var pacer = FramePacer()
    #expect(pacer.decide(at: Self.start, hasOutput: true) == .busy(until: nil))
    #expect(pacer.nextWake == nil)
    #expect(pacer.decide(at: Self.start, hasOutput: false) == .paint)
  }

  /// The limit counts the bytes since the last query, over any number of frames.
  @Test(
    arguments: [
      ([FramePacer.receiptSize], [true]), ([FramePacer.receiptSize - 1], [false]),
      ([FramePacer.receiptSize - 1, 1], [false, true]), ([1, 1, 1], [false, false, false]),
    ]
  )
  func aReceiptIsAskedForBehindSoManyBytes(_ sizes: [Int], asks: [Bool]) {
    var pacer = FramePacer()
    pacer.hasReceipts = true
    var now = Self.start
    for (size, isAsked) in zip(sizes, asks) {
      #expect(pacer.decide(at: now, hasOutput: false) == .paint)
      #expect(pacer.painted(size, at: now) == isAsked)
      now += .seconds(1)
    }
  }

  @Test func aSilentTerminalIsNotQueried() {
    var pacer = FramePacer()
    #expect(pacer.painted(1 << 20, at: Self.start) == false)
    #expect(pacer.pendingQueries == 0)
  }

  @Test func theNextFrameWaitsForTheReceipt() {
    var pacer = asked()
    let soon = Self.start + .milliseconds(500)
    let end = Self.start + FramePacer.receiptTimeout
    #expect(pacer.decide(at: soon, hasOutput: false) == .busy(until: end))
    #expect(pacer.nextWake == end)
    #expect(pacer.isAwaitingReceipt)
    pacer.receivedReceipt()
    #expect(!pacer.isAwaitingReceipt)
    #expect(pacer.decide(at: soon, hasOutput: false) == .paint)
    #expect(pacer.painted(FramePacer.receiptSize, at: soon) == true)
  }

  @Test func aMissingReceiptIsGivenUp() {
    var pacer = asked()
    let end = Self.start + FramePacer.receiptTimeout
    #expect(pacer.receiptEnd == end)
    #expect(pacer.decide(at: end - .nanoseconds(1), hasOutput: false) == .busy(until: end))
    #expect(pacer.decide(at: end, hasOutput: false) == .paint)
    #expect(pacer.receiptEnd == nil)
    // From now on only the writable output counts, and no queries are sent.
    for second in 1...5 {
      let now = end + .seconds(second)
      #expect(pacer.decide(at: now, hasOutput: false) == .paint)
      #expect(pacer.painted(1 << 20, at: now) == false)
    }
    #expect(pacer.pendingQueries == 1)
    // The answer was only slow.
    pacer.receivedReceipt()
    #expect(pacer.painted(FramePacer.receiptSize, at: end + .seconds(10)) == true)
  }

  @Test func answersToOtherQueriesAreNoReceipts() {
    var pacer = FramePacer()
    pacer.hasReceipts = true
    pacer.receivedReceipt()
    #expect(pacer.pendingQueries == 0)
    #expect(pacer.painted(FramePacer.receiptSize, at: Self.start) == true)
    #expect(pacer.pendingQueries == 1)
  }

  // MARK: Slow terminals

  /// Ten slides in a row on a link of 20 kB/s with a buffer of 64 kB: at the end, at most one frame and the data
  /// written without a receipt are in flight.
  @Test(arguments: [600, 2000, 6000], [0, 40]) func aSlowLinkIsNeverFarBehind(
    frame: Int,
    roundTrip: Int
  ) {
    let link = SlowLink(roundTrip: .milliseconds(roundTrip))
    let slow = link.slides(frame: frame, hasReceipts: true)
    // A frame, the data written without a query, the query, and the data sent while the answer travels.
    let limit = max(frame, FramePacer.receiptSize) + frame + 4 + 20 * roundTrip
    #expect(slow.behind <= limit, "\(slow.behind) bytes behind")
    #expect(slow.lastIsNewest)
    #expect(slow.frames > 5, "\(slow.frames) frames")
    // Without receipts the buffer fills.
    let blind = link.slides(frame: frame, hasReceipts: false)
    #expect(blind.lastIsNewest)
    if frame > 600 { #expect(blind.behind > 3 * limit, "\(blind.behind) bytes behind") }
  }

  private func asked() -> FramePacer {
    var pacer = FramePacer()
    pacer.hasReceipts = true
    #expect(pacer.decide(at: Self.start, hasOutput: false) == .paint)
    #expect(pacer.painted(FramePacer.receiptSize, at: Self.start) == true)
    return pacer
  }
}

/// A terminal behind a link of 20 kB/s with a large buffer, in simulated time.
private struct SlowLink {
  let roundTrip: Duration
  private let bytesPerMillisecond = 20
  private let room = 64 << 10

  struct Result {
    /// The bytes in flight when the last change was written.
    var behind = 0
    var lastIsNewest = false
    var frames = 0
  }

  /// Runs ten motions of 0.4 s one after the other, at 60 changes per second.
  func slides(frame: Int, hasReceipts: Bool) -> Result {
    var pacer = FramePacer()
    pacer.hasReceipts = hasReceipts
    var result = Result()
    var held = 0
    var waiting = 0
    /// The bytes ahead of the query, and the time of its answer.
    var question: Int?
    var answerAt: Int?
    var shown = 0
    let last = 4000
    for millisecond in 0..<20_000 {
      let taken = min(held, bytesPerMillisecond)
      held -= taken
      question = question.map { $0 - taken }
      if let left = question, left <= 0 {
        question = nil
        answerAt = millisecond + Int(roundTrip / .milliseconds(1))
      }
      if let due = answerAt, millisecond >= due {
        answerAt = nil
        pacer.receivedReceipt()
      }
      let moved = min(waiting, room - held)
      held += moved
      waiting -= moved
      let change = min(millisecond, last) * 60 / 1000
      guard change > shown || millisecond == 0 else {
        pacer.skipFrame()
        continue
      }
      let now = Duration.seconds(100) + .milliseconds(millisecond)
      guard pacer.decide(at: now, hasOutput: waiting > 0) == .paint else { continue }
      shown = change
      result.frames += 1
      waiting += frame
      if pacer.painted(frame, at: now) { question = held + waiting }
      if change == last * 60 / 1000 { result.behind = held + waiting }
    }
    result.lastIsNewest = shown == last * 60 / 1000
    return result
  }
}
