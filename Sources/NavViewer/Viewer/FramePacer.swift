/// Decides when a viewer may write the next frame to its terminal.
///
/// Laws:
/// - The frame rate is at most the configured one, and the first frame after a pause is written at once.
/// - While the terminal has not accepted a frame, no other one is written. Changes in the meantime are part of the next
///   frame, which always follows, so the last frame shown is the newest.
/// - A kernel, a multiplexer or a network accepts far more bytes than the terminal has displayed. So after every
///   `receiptSize` bytes the terminal, if it supports that, is asked for a status report (DSR 5), and the next frame
///   waits for the answer. After `receiptTimeout` without an answer, only writability counts until the terminal has
///   answered all requests.
///
/// Nothing is written for pacing alone: without frames there are no requests.
package struct FramePacer: Hashable, Sendable {
  package enum Decision: Hashable, Sendable {
    /// Paint and write the newest frame.
    case paint
    /// Wait until this time.
    case wait(until: Duration)
    /// The terminal has not accepted the last frame; `until` is the end of the wait for a receipt, nil if there is
    /// none.
    case busy(until: Duration?)
  }

  package static let rates = 1...240
  package static let standardRate = 60
  /// The number of bytes after which a receipt is requested.
  package static let receiptSize = 4096
  package static let receiptTimeout = Duration.seconds(1)
  /// The status request that is written after a frame; the answer is `TerminalReport.ready`.
  package static let statusQuery = "\u{1B}[5n"

  /// Whether the terminal is known to answer status requests.
  package var hasReceipts = false
  private let interval: Duration
  /// The earliest time of the next frame; nil before the first.
  private var due: Duration?
  /// The number of bytes since the last request.
  private var bytesSinceQuery = 0
  /// The number of requests without an answer.
  package private(set) var pendingQueries = 0
  /// When the newest request was written; nil if its answer is not awaited any more.
  private var queriedAt: Duration?
  /// The time in the last decision; nil if a frame was allowed or none is wanted.
  private var heldUntil: Duration?

  /// - Parameter framesPerSecond: one of `rates`.
  package init(framesPerSecond: Int = Self.standardRate) {
    precondition(Self.rates.contains(framesPerSecond), "cannot show \(framesPerSecond) frames/s")
    interval = .nanoseconds(1_000_000_000 / framesPerSecond)
  }

  /// Decides whether a wanted frame may be written now.
  ///
  /// - Parameters:
  ///   - now: the time.
  ///   - hasOutput: whether bytes of the last frame are still pending.
  /// - Returns: whether to paint, or until when to wait.
  package mutating func decide(at now: Duration, hasOutput: Bool) -> Decision {
    heldUntil = nil
    if let queriedAt {
      let end = queriedAt + Self.receiptTimeout
      guard now >= end else {
        heldUntil = end
        return .busy(until: end)
      }
      self.queriedAt = nil
    }
    if hasOutput { return .busy(until: nil) }
    if let due, now < due {
      heldUntil = due
      return .wait(until: due)
    }
    return .paint
  }

  /// The time before which no frame is written; nil for none.
  package var nextFrame: Duration? { due }

  /// Records that no frame is wanted.
  package mutating func skipFrame() {
    heldUntil = nil
  }

  /// The time at which a delayed frame may be written; nil if there is none, or if the terminal decides.
  package var nextWake: Duration? { heldUntil }

  /// Records that a frame of `count` bytes is being written.
  ///
  /// - Returns: whether to write `statusQuery` after it.
  package mutating func painted(_ count: Int, at now: Duration) -> Bool {
    // A late frame does not delay all following ones, and none follows it immediately.
    due = max((due ?? now) + interval, now + interval / 2)
    bytesSinceQuery += count
    guard hasReceipts, pendingQueries == 0, bytesSinceQuery >= Self.receiptSize else {
      return false
    }
    bytesSinceQuery = 0
    pendingQueries += 1
    queriedAt = now
    return true
  }

  /// Records that the terminal has answered a request.
  package mutating func receivedReceipt() {
    guard pendingQueries > 0 else { return }
    pendingQueries -= 1
    queriedAt = nil
  }

  /// Whether the terminal is known not to have processed all output.
  package var isAwaitingReceipt: Bool { queriedAt != nil }
}
