import NavWire

/// Somebody in a quiet session who asks, again and again, whether the daemon's loop still turns.
final class Witness {
  private let participant: Participant
  private var turns: UInt64 = 0
  private var lookedAt = Duration.zero
  /// From each question to its answer.
  private(set) var times: [Duration] = []
  /// What the daemon has said of its loop last.
  private(set) var loop = LoopFigures()

  private static let session = "quiet"

  init(of daemon: Navd) throws {
    participant = try Participant(of: daemon)
    _ = try participant.ask(.newSession(name: Self.session, .tour(command: "")))
    try look()
  }

  /// Asks once.
  ///
  /// - Throws: where no answer comes, or the loop has not turned since the last one.
  func look() throws {
    let answer = try participant.ask(.getStatus(.name(Self.session)))
    guard case .status(let status) = answer.body else {
      throw BenchError("navd does not say how it is: build navd and navbench from one checkout")
    }
    guard status.loop.turns > turns || times.isEmpty else {
      throw BenchError("navd's loop has not turned since the last answer, \(turns) turns")
    }
    (turns, loop) = (status.loop.turns, status.loop)
    lookedAt = monotonicNow()
    times.append(answer.time)
  }

  /// Asks until somebody else has been answered.
  ///
  /// - Parameters:
  ///   - body: what that one asks.
  ///   - other: who it is.
  /// - Returns: the answer, a refusal too.
  /// - Throws: where no answer comes, or the loop does not turn.
  func watch(_ body: Request.Body, by other: Participant) throws -> Reply.Body {
    try other.post(body)
    let deadline = monotonicNow() + Self.patience
    while monotonicNow() < deadline {
      if monotonicNow() >= lookedAt + Self.pause { try look() }
      if let answer = try other.reply(within: Self.pause) { return answer }
    }
    throw BenchError("no answer within 60 s, while the loop turns")
  }

  private static let patience = Duration.seconds(60)
  /// Between two questions: the daemon answers 500 a second for ever.
  private static let pause = Duration.milliseconds(3)
}
