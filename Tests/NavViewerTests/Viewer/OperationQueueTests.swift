import NavBase
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavViewer

@Suite("Operations that wait for their replies")
struct OperationQueueTests {
  private static let start = Duration.seconds(100)

  private static func client(_ seed: UInt64) -> ClientID {
    var generator = SplitMix64(seed: seed)
    return ClientID(random: &generator)
  }

  /// A distinguishable operation.
  private static func body(_ page: Int) -> Request.Body {
    .input(Request.Input(session: .id(7), viewer: 9, action: .command(.goTo(page))))
  }

  private static func queue(holding count: Int, epoch: UInt64 = 1) -> OperationQueue {
    var queue = OperationQueue(client: client(1))
    for page in 0..<count {
      _ = queue.add(body(page + 1), id: UInt64(page + 10), epoch: epoch, at: start)
    }
    return queue
  }

  private static func sequence(_ bytes: [[UInt8]]) throws -> [UInt64] {
    try bytes.map { try Request(decoding: $0).seq }
  }

  @Test("operations are numbered from 1 and sent as given")
  func numbering() throws {
    var queue = OperationQueue(client: Self.client(1))
    for page in 1...3 {
      let bytes = queue.add(Self.body(page), id: UInt64(page + 10), epoch: 1, at: Self.start)
      let expected = Request(
        id: UInt64(page + 10),
        client: Self.client(1),
        seq: UInt64(page),
        body: Self.body(page)
      )
      #expect(try Request(decoding: bytes) == expected)
    }
  }

  @Test("unanswered operations are sent again in order, after pauses that double to 5 s")
  func resending() throws {
    var queue = Self.queue(holding: 3)
    var now = Self.start
    for pause in [250, 500, 1_000, 2_000, 4_000, 5_000, 5_000] {
      #expect(queue.nextWake == now + .milliseconds(pause))
      #expect(queue.due(at: now + .milliseconds(pause - 1)) == [])
      now += .milliseconds(pause)
      #expect(try Self.sequence(queue.due(at: now)) == [1, 2, 3])
    }
  }

  @Test("replies may come in any order, and twice")
  func answersOutOfOrder() throws {
    var queue = Self.queue(holding: 3)
    let now = Self.start + .milliseconds(100)
    let answers: [(seq: UInt64, isNew: Bool)] = [
      (2, true), (2, false), (4, false), (0, false), (1, true),
    ]
    for answer in answers {
      #expect(queue.isWaiting(for: answer.seq) == answer.isNew)
      let isNew = queue.answered(answer.seq, at: now)
      #expect(isNew == answer.isNew, "\(answer.seq)")
    }
    #expect(queue.nextWake == now + .milliseconds(250))
    #expect(try Self.sequence(queue.due(at: now + .milliseconds(250))) == [3])
    let isNew = queue.answered(3, at: now)
    #expect(isNew)
    #expect(queue.nextWake == nil)
    #expect(queue.due(at: now + .seconds(60)) == [])
  }

  @Test("after a reply the pause is the first one again")
  func pauseAfterAnswer() {
    var queue = Self.queue(holding: 2)
    for second in 1...4 { _ = queue.due(at: Self.start + .seconds(5 * second)) }
    _ = queue.answered(1, at: Self.start + .seconds(21))
    #expect(queue.nextWake == Self.start + .milliseconds(21_250))
  }

  @Test("an operation is sent again even if later ones are answered")
  func overtaken() throws {
    var queue = Self.queue(holding: 1)
    var repeated: [Duration] = []
    for step in 1...60 {
      let now = Self.start + .milliseconds(10 * step)
      _ = queue.add(Self.body(1), id: UInt64(step + 20), epoch: 1, at: now)
      if try Self.sequence(queue.due(at: now)).first == 1 { repeated.append(now - Self.start) }
      let isNew = queue.answered(UInt64(step + 1), at: now)
      #expect(isNew)
    }
    #expect(repeated == [.milliseconds(250), .milliseconds(500)])
  }

  @Test("new operations wait for the oldest one before the daemon drops its reply")
  func window() {
    for answered in [UInt64(1), 2] {
      var queue = Self.queue(holding: 2)
      let other = 3 - answered
      _ = queue.answered(answered, at: Self.start)
      var newest: UInt64 = 2
      while !queue.isFull {
        newest += 1
        _ = queue.add(Self.body(1), id: newest + 20, epoch: 1, at: Self.start)
        let isNew = queue.answered(newest, at: Self.start)
        #expect(isNew)
      }
      // The daemon keeps the replies of the newest 64.
      #expect(newest - other == 63)
      _ = queue.answered(other, at: Self.start)
      #expect(!queue.isFull)
    }
  }

  @Test("operations of this epoch are sent under a new ID, older ones have an unknown outcome")
  func restart() throws {
    var queue = Self.queue(holding: 2, epoch: 1)
    _ = queue.add(Self.body(3), id: 20, epoch: 2, at: Self.start)
    _ = queue.add(Self.body(4), id: 21, epoch: 2, at: Self.start)
    let now = Self.start + .seconds(1)
    let (resent, unknown) = queue.restart(as: Self.client(2), epoch: 2, at: now)
    #expect(unknown == 2)
    #expect(
      try resent.map { try Request(decoding: $0) } == [
        Request(id: 20, client: Self.client(2), seq: 1, body: Self.body(3)),
        Request(id: 21, client: Self.client(2), seq: 2, body: Self.body(4)),
      ]
    )
    #expect(queue.client == Self.client(2))
    #expect(queue.nextWake == now + .milliseconds(250))
    #expect(queue.due(at: now + .milliseconds(250)) == resent)
  }

  @Test("if all operations are of older epochs, nothing is left to send")
  func restartWithNothingLeft() {
    var queue = Self.queue(holding: 3, epoch: 1)
    let (resent, unknown) = queue.restart(as: Self.client(2), epoch: 2, at: Self.start)
    #expect(resent == [])
    #expect(unknown == 3)
    #expect(queue.nextWake == nil)
  }

  @Test("operations are held back as long as the daemon asks, then all are sent in order")
  func slowDown() throws {
    for (wait, held) in [
      (Duration.milliseconds(700), Duration.milliseconds(700)), (.zero, .milliseconds(1)),
      (.seconds(5), .seconds(5)), (.seconds(6), .seconds(5)),
    ] {
      var queue = Self.queue(holding: 2)
      #expect(!queue.isHeld(at: Self.start))
      queue.hold(for: wait, at: Self.start)
      // Neither a reply to another operation nor a new operation shortens the wait.
      _ = queue.answered(1, at: Self.start)
      _ = queue.add(Self.body(3), id: 20, epoch: 1, at: Self.start)
      let before = Self.start + held - .milliseconds(1)
      #expect(held == .milliseconds(1) || queue.isHeld(at: before))
      #expect(queue.due(at: before) == [])
      // The pause after a reply counts as well.
      let end = Self.start + max(held, .milliseconds(250))
      #expect(queue.nextWake == end)
      #expect(!queue.isHeld(at: end))
      #expect(try Self.sequence(queue.due(at: end)) == [2, 3])
    }
  }

  @Test("of two requests to wait the later end counts")
  func slowDownTwice() {
    var queue = Self.queue(holding: 1)
    queue.hold(for: .seconds(2), at: Self.start)
    queue.hold(for: .milliseconds(10), at: Self.start + .seconds(1))
    #expect(queue.nextWake == Self.start + .seconds(2))
  }
}
