import NavModel
import NavSystem
import NavWire

/// A client in a quiet session that checks repeatedly whether the daemon's loop still turns.
final class Witness {
  private let participant: Participant
  private var turns: UInt64 = 0
  private var lookedAt = Duration.zero
  /// The time from each request to its reply.
  private(set) var times: [Duration] = []
  /// The daemon's latest loop statistics.
  private(set) var loop = LoopFigures()

  private static let session = "quiet"

  init(of daemon: Navd) throws {
    participant = try Participant(of: daemon)
    _ = try participant.ask(.newSession(name: Self.session, .tour(command: "")))
    try look()
  }

  /// Sends one request.
  ///
  /// - Throws: `BenchError` if no reply arrives, or if the loop has not turned since the last one.
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

  /// Sends requests until another client has its reply.
  ///
  /// - Parameters:
  ///   - body: the request of the other client.
  ///   - other: the other client.
  /// - Returns: the other client's reply, possibly a failure.
  /// - Throws: `BenchError` if no reply arrives, or if the loop does not turn.
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
  /// The pause between two requests: the daemon allows 500 per second sustained.
  private static let pause = Duration.milliseconds(3)
}
