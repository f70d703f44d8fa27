import NavWire

/// Operations that were sent and not answered yet: they are sent again, in order, until they are
/// (protocol.md: Input, exactly once).
package struct OperationQueue: Sendable {
  private struct Entry {
    let seq: UInt64
    let bytes: [UInt8]
    let request: UInt64
    let body: Request.Body
    let precondition: Request.Precondition?
    /// The daemon's epoch when it was first sent.
    let epoch: UInt64
    let sentAt: Duration
  }

  private(set) var client: ClientID
  private var nextSeq: UInt64 = 1
  private var unanswered: [Entry] = []
  private var resendAt: Duration?
  /// Until when the daemon wants to hear of none.
  private var heldUntil: Duration?
  private var pause: Duration
  private let firstPause: Duration

  /// The most that wait.
  static let capacity = 32
  /// How far the newest may be ahead of the one that waits longest: of older ones the daemon may have forgotten the
  /// answers (input.proto: OPERATIONS).
  static let window: UInt64 = 64
  package static let firstPause = Duration.milliseconds(250)
  static let longestPause = Duration.seconds(5)

  /// - Parameters:
  ///   - client: under whose id they are sent.
  ///   - firstPause: after which silence they are sent again first.
  init(client: ClientID, firstPause: Duration = Self.firstPause) {
    self.client = client
    self.firstPause = firstPause
    pause = firstPause
  }

  /// Whether none may be added before an answer has come.
  var isFull: Bool {
    unanswered.count >= Self.capacity || nextSeq - (oldest ?? nextSeq) >= Self.window
  }

  /// Numbers an operation and keeps it until it is answered.
  ///
  /// - Returns: the bytes to send, unless operations are held back: then they go with all others.
  mutating func add(
    _ body: Request.Body,
    if precondition: Request.Precondition? = nil,
    id: UInt64,
    epoch: UInt64,
    at now: Duration
  ) -> [UInt8] {
    Swift.precondition(!isFull, "cannot send operation \(nextSeq) before an answer has come")
    let request = Request(
      id: id,
      client: client,
      seq: nextSeq,
      precondition: precondition,
      body: body
    )
    let bytes = request.encoded()
    unanswered.append(
      Entry(
        seq: nextSeq,
        bytes: bytes,
        request: id,
        body: body,
        precondition: precondition,
        epoch: epoch,
        sentAt: now
      )
    )
    nextSeq += 1
    if resendAt == nil { resendAt = max(now + pause, heldUntil ?? .zero) }
    return bytes
  }

  /// An answer came; false when it is of no operation that waits (a repetition).
  ///
  /// Answers that overtake that of the oldest operation do not put off its repetition.
  mutating func answered(_ seq: UInt64, at now: Duration) -> Bool {
    guard let index = unanswered.firstIndex(where: { $0.seq == seq }) else { return false }
    unanswered.remove(at: index)
    pause = firstPause
    guard !unanswered.isEmpty else {
      resendAt = nil
      return true
    }
    let latest = now + pause
    let due = index == 0 ? latest : min(resendAt ?? latest, latest)
    resendAt = max(due, heldUntil ?? .zero)
    return true
  }

  /// The daemon asks for a pause: all that is unanswered is sent after it, in order, and nothing
  /// before.
  ///
  /// - Parameters:
  ///   - wait: how long; at most `longestPause` counts.
  ///   - now: the time.
  mutating func hold(for wait: Duration, at now: Duration) {
    let end = max(heldUntil ?? .zero, now + Self.bounded(wait))
    heldUntil = end
    if !unanswered.isEmpty { resendAt = end }
  }

  /// Whether operations that are added now have to wait for others.
  func isHeld(at now: Duration) -> Bool {
    heldUntil.map { now < $0 } ?? false
  }

  /// A pause that a daemon may ask for.
  static func bounded(_ wait: Duration) -> Duration {
    min(max(.milliseconds(1), wait), longestPause)
  }

  func isWaiting(for seq: UInt64) -> Bool {
    unanswered.contains { $0.seq == seq }
  }

  /// The number of the operation that waits longest; nil when none does.
  package var oldest: UInt64? { unanswered.first?.seq }

  /// When the operation was first sent that waits longest.
  var oldestSentAt: Duration? { unanswered.first?.sentAt }

  /// When to look for what is to be sent again.
  var nextWake: Duration? { resendAt }

  /// Everything unanswered, once its time has come.
  mutating func due(at now: Duration) -> [[UInt8]] {
    guard let resendAt, now >= resendAt else { return [] }
    pause = min(pause * 2, Self.longestPause)
    self.resendAt = now + pause
    return unanswered.map(\.bytes)
  }

  /// The daemon does not know this client (it was restarted): begins again under a new id.
  ///
  /// What was first sent in this epoch has certainly not happened and is sent once more; of what is older
  /// nobody knows.
  ///
  /// - Returns: the bytes to send, and how many operations have an unknown outcome.
  mutating func restart(
    as client: ClientID,
    epoch: UInt64,
    at now: Duration
  ) -> (resent: [[UInt8]], unknown: Int) {
    let entries = unanswered
    self = OperationQueue(client: client, firstPause: firstPause)
    let safe = entries.filter { $0.epoch == epoch }
    let resent = safe.map { entry in
      add(entry.body, if: entry.precondition, id: entry.request, epoch: epoch, at: now)
    }
    return (resent, entries.count - safe.count)
  }
}
