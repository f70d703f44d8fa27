import NavBase
import NavScene
import NavWire

/// Unanswered operations; they are resent in order until they are answered (proto/README.md: Input, exactly once).
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
    /// The number of times that it was sent.
    var transmissions: Int
  }

  private(set) var client: ClientID
  private var nextSeq: UInt64 = 1
  private var unanswered: [Entry] = []
  /// When the unanswered operations are sent again.
  private var timer: RetryTimer
  /// The end of the pause that the daemon asked for; nil if there was none.
  private var heldUntil: Duration?
  private let firstPause: Duration

  /// The most unanswered operations.
  static let capacity = 32
  /// The most sequence numbers from the oldest unanswered operation to the newest: the daemon keeps a limited number of
  /// replies (input.proto: OPERATIONS).
  static let window = StoreLimits.repliesPerClient
  package static let firstPause = RequestRetry.firstPause

  /// - Parameters:
  ///   - client: the client id under which they are sent.
  ///   - firstPause: the first pause without an answer after which they are resent.
  init(client: ClientID, firstPause: Duration = Self.firstPause) {
    self.client = client
    self.firstPause = firstPause
    timer = RetryTimer(firstPause: firstPause)
  }

  /// The number of operations that may be added before an answer arrives.
  var room: Int {
    let numbers = Int(clamping: nextSeq - (oldest ?? nextSeq))
    return max(0, min(Self.capacity - unanswered.count, Int(Self.window) - numbers))
  }

  /// Whether no operation may be added before an answer arrives.
  var isFull: Bool { room == 0 }

  /// Assigns a sequence number to an operation and keeps it until it is answered.
  ///
  /// - Returns: the bytes to send; while `isHeld`, they are sent with all others after the pause.
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
        sentAt: now,
        transmissions: isHeld(at: now) ? 0 : 1
      )
    )
    nextSeq += 1
    if timer.nextAttempt == nil { scheduleResend(after: now, by: nil) }
    return bytes
  }

  /// Handles an answer; returns false if no such operation is unanswered (a repeated reply).
  ///
  /// An answer to a later operation does not delay the resending of the oldest one.
  mutating func answered(_ seq: UInt64, at now: Duration) -> Bool {
    guard let index = unanswered.firstIndex(where: { $0.seq == seq }) else { return false }
    unanswered.remove(at: index)
    timer.reset()
    if unanswered.isEmpty {
      timer.cancel()
    } else {
      scheduleResend(after: now, by: index == 0 ? nil : timer.nextAttempt)
    }
    return true
  }

  /// Schedules the next transmission after a pause, but not before the daemon's pause ends.
  ///
  /// - Parameters:
  ///   - now: the time.
  ///   - latest: a time after which it is not delayed; nil for none.
  private mutating func scheduleResend(after now: Duration, by latest: Duration?) {
    timer.attempted(at: now)
    let next = [timer.nextAttempt, latest].compactMap(\.self).min() ?? now
    timer.schedule(at: max(next, heldUntil ?? .zero))
  }

  /// Holds operations back: all unanswered ones are sent in order after the pause that the daemon asked for.
  ///
  /// - Parameters:
  ///   - wait: the pause; limited to `RetryTimer.longestPause`.
  ///   - now: the time.
  mutating func hold(for wait: Duration, at now: Duration) {
    let end = max(heldUntil ?? .zero, now + RetryTimer.bounded(wait))
    heldUntil = end
    if !unanswered.isEmpty { timer.schedule(at: end) }
  }

  /// Whether operations that are added now have to wait.
  func isHeld(at now: Duration) -> Bool {
    heldUntil.map { now < $0 } ?? false
  }

  func isWaiting(for seq: UInt64) -> Bool {
    unanswered.contains { $0.seq == seq }
  }

  /// Whether an operation moves the view of this viewer; false if it was answered.
  func isInput(_ seq: UInt64) -> Bool {
    unanswered.contains { entry in
      if entry.seq == seq, case .input = entry.body { true } else { false }
    }
  }

  /// Whether an operation asks for control; false if it was answered.
  func asksForControl(_ seq: UInt64) -> Bool {
    unanswered.contains { $0.seq == seq && $0.body.asksForControl }
  }

  /// Whether an operation asks a question; false if it was answered.
  func asksQuestion(_ seq: UInt64) -> Bool {
    unanswered.contains { $0.seq == seq && $0.body.asksQuestion }
  }

  /// Whether an unanswered operation may move the focus.
  var mayMoveFocus: Bool { unanswered.contains { $0.body.mayMoveFocus } }

  /// Whether an operation may move the focus; false if it was answered.
  func mayMoveFocus(_ seq: UInt64) -> Bool {
    unanswered.contains { $0.seq == seq && $0.body.mayMoveFocus }
  }

  /// The sequence number of the oldest unanswered operation; nil if there is none.
  package var oldest: UInt64? { unanswered.first?.seq }

  /// When the oldest unanswered operation was first sent.
  var oldestSentAt: Duration? { unanswered.first?.sentAt }

  /// The time at which `due(at:)` returns operations to resend; nil for never.
  var nextWake: Duration? { timer.nextAttempt }

  /// Returns all unanswered operations if it is time to resend them.
  mutating func due(at now: Duration) -> [[UInt8]] {
    guard timer.isDue(at: now) else { return [] }
    timer.attempted(at: now)
    for index in unanswered.indices { unanswered[index].transmissions += 1 }
    return unanswered.map(\.bytes)
  }

  /// Starts over under a new client id, because the daemon does not know the old one, or knows less of it.
  ///
  /// Operations that were certainly not executed are resent: those first sent in this epoch, and if the daemon may have
  /// forgotten this client within the epoch, of these only the refused one and those behind it, if they were sent once.
  /// The outcome of the others is unknown.
  ///
  /// - Parameters:
  ///   - client: the new id.
  ///   - epoch: the daemon's epoch.
  ///   - refused: the number of the operation that was refused because the client is unknown; nil after another refusal.
  ///   - now: the time.
  /// - Returns: the bytes to send, and the number of operations with an unknown outcome.
  mutating func restart(
    as client: ClientID,
    epoch: UInt64,
    unknownAt refused: UInt64? = nil,
    at now: Duration
  ) -> (resent: [[UInt8]], unknown: Int) {
    let entries = unanswered
    self = OperationQueue(client: client, firstPause: firstPause)
    let safe = entries.filter { entry in
      entry.epoch == epoch
        && refused.map { entry.seq >= $0 && entry.transmissions <= 1 } ?? true
    }
    let resent = safe.map { entry in
      add(entry.body, if: entry.precondition, id: entry.request, epoch: epoch, at: now)
    }
    return (resent, entries.count - safe.count)
  }
}

extension Request.Body {
  /// Whether another container may have the focus after it, in which keys have another meaning.
  fileprivate var mayMoveFocus: Bool {
    if case .input(let input) = self { input.action.mayMoveFocus } else { false }
  }

  fileprivate var asksQuestion: Bool {
    if case .talk(let talk) = self, case .ask = talk.action { true } else { false }
  }

  fileprivate var asksForControl: Bool {
    if case .control(let control) = self { control.action == .request } else { false }
  }
}

extension SessionAction {
  fileprivate var mayMoveFocus: Bool {
    switch self {
    case .command(let command): command.traits.mayMoveFocus
    case .tap, .follow, .visit, .keys, .replay: true
    case .release: false
    }
  }
}

/// The viewer's outgoing actions, in order, and the numbers of its requests.
struct Outbox: Sendable {
  /// The client id of requests that are not operations, constant for the life of the process.
  let client: ClientID
  /// The invitation that the viewer shows when it attaches; nil for none.
  let credential: Credential?
  private var lastRequest: UInt64 = 0
  private var actions: [ClientAction] = []

  init(client: ClientID, credential: Credential? = nil) {
    self.client = client
    self.credential = credential
  }

  /// Returns the number for the next request.
  mutating func nextRequest() -> UInt64 {
    lastRequest += 1
    return lastRequest
  }

  /// Sends a request that is not an operation; returns its number.
  @discardableResult
  mutating func send(_ body: Request.Body) -> UInt64 {
    let id = nextRequest()
    var request = Request(id: id, client: client, seq: 0, body: body)
    if case .attach = body { request.credential = credential }
    actions.append(.send(request.encoded()))
    return id
  }

  mutating func append(_ action: ClientAction) {
    actions.append(action)
  }

  mutating func append(_ more: some Sequence<ClientAction>) {
    actions += more
  }

  /// Returns and clears the actions.
  mutating func take() -> [ClientAction] {
    defer { actions = [] }
    return actions
  }
}
