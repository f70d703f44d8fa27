/// When a viewer may give its terminal the next frame.
///
/// Laws:
/// - No more frames than asked for in a second, and the first one after a rest at once.
/// - A terminal that has not taken a frame gets no other one: what changes meanwhile is in the next frame, which
///   always comes, so the last one that is shown is the newest.
/// - A kernel, a multiplexer or a network in between takes far more than the terminal has shown. So behind every
///   `receiptSize` bytes a terminal that answers is asked whether it has read them, and the next frame waits for
///   that. A receipt that never comes is given up after `receiptPatience`; from then on only what can be written
///   counts, until the terminal has answered for all it was asked.
///
/// Nothing is ever written for the sake of pacing alone: without frames there are no questions.
package struct FramePacer: Hashable, Sendable {
  package enum Verdict: Hashable, Sendable {
    /// Compose the newest and write it.
    case paint
    /// Not before this moment.
    case wait(until: Duration)
    /// The terminal has not taken the last frame; this is when that no longer counts, nil for never.
    case busy(until: Duration?)
  }

  package static let rates = 1...240
  package static let standardRate = 60
  /// After how many bytes a receipt is asked for.
  package static let receiptSize = 4096
  package static let receiptPatience = Duration.seconds(1)
  /// The question that is written behind a frame, and answered by `TerminalReport.ready`.
  package static let question = "\u{1B}[5n"

  /// Whether the terminal is known to answer.
  package var hasReceipts = false
  private let interval: Duration
  /// When the next frame may come; nil before the first.
  private var due: Duration?
  /// Bytes since the last question.
  private var unasked = 0
  /// Questions that are not answered.
  package private(set) var unanswered = 0
  /// When the newest of them was asked; nil when nobody waits for its answer.
  private var askedAt: Duration?
  /// What `verdict` said last; nil when a frame was allowed or none is wanted.
  private var heldUntil: Duration?

  /// - Parameter framesPerSecond: one of `rates`.
  package init(framesPerSecond: Int = Self.standardRate) {
    precondition(Self.rates.contains(framesPerSecond), "cannot show \(framesPerSecond) frames/s")
    interval = .nanoseconds(1_000_000_000 / framesPerSecond)
  }

  /// A frame is wanted: whether it may go out now.
  ///
  /// - Parameters:
  ///   - now: the time.
  ///   - hasOutput: whether bytes of the last frame wait for the terminal to become writable.
  /// - Returns: whether to paint, or what is waited for.
  package mutating func verdict(at now: Duration, hasOutput: Bool) -> Verdict {
    heldUntil = nil
    if let askedAt {
      let end = askedAt + Self.receiptPatience
      guard now >= end else {
        heldUntil = end
        return .busy(until: end)
      }
      self.askedAt = nil
    }
    if hasOutput { return .busy(until: nil) }
    if let due, now < due {
      heldUntil = due
      return .wait(until: due)
    }
    return .paint
  }

  /// No frame is wanted.
  package mutating func rest() {
    heldUntil = nil
  }

  /// When a frame that is held may go out; nil when none is, or when the terminal decides.
  package var nextWake: Duration? { heldUntil }

  /// A frame is being written.
  ///
  /// - Returns: whether `question` goes out behind it.
  package mutating func painted(_ count: Int, at now: Duration) -> Bool {
    // A late frame does not put off all that follow, and none comes at its heels.
    due = max((due ?? now) + interval, now + interval / 2)
    unasked += count
    guard hasReceipts, unanswered == 0, unasked >= Self.receiptSize else { return false }
    unasked = 0
    unanswered += 1
    askedAt = now
    return true
  }

  /// The terminal has answered a question.
  package mutating func received() {
    guard unanswered > 0 else { return }
    unanswered -= 1
    askedAt = nil
  }

  /// Whether the terminal is known to have less than was written.
  package var isAwaitingReceipt: Bool { askedAt != nil }
}
