package import NavBase
package import NavWire

/// The retry policy of one command's request: when to send it, to resend it and to give up.
///
/// A value that decides; `Requester` executes the actions. What is answered with `retry` is requested again after a
/// pause that grows, until the deadline; since that answer has consumed the number of an operation, under the next
/// numbers. A wait keeps its number until its time is over: each transmission carries the remaining time, so that a
/// repetition does not extend it, capped at the longest wait that a daemon accepts. A request that is answered with
/// `slowDown` is resent after the pause that the daemon asks for, if that ends before the deadline. While the daemon says
/// that an operation is in progress, it is waited for, at most as long as the user said.
package struct RequestRetry {
  /// The caller's next action.
  package enum Action: Hashable {
    /// Send the request, then call `sent`.
    case send(Request)
    /// Wait for a reply, at most until then.
    case wait(until: Duration)
    /// Tell the user what the command waits for; returned once, and again whenever the daemon says how far it is.
    case explain(String)
    case giveUp(ClientExit)
  }

  /// The request with its present numbers.
  package private(set) var request: Request
  private let startedAt: Duration
  /// The longest wait for an answer.
  private let timeout: Duration
  /// The longest wait for an operation in progress; nil for any.
  private let bound: WaitTimeout?
  /// When the daemon has said last that the operation is in progress; the start if it has not.
  private var heardAt: Duration
  /// The work of the daemon on the operation and its progress, as the daemon words it; nil unless it has said so.
  private var work: String?
  private var timer: RetryTimer
  private var renewal = RetryTimer(firstPause: Self.retryPause, longestPause: .seconds(1))
  private var isExplained = false
  private var transmissions = 0

  /// The longest wait for an answer to any other request.
  package static let standardTimeout = Duration.seconds(5)
  /// The same for requests that may wait for a disk: the daemon answers within 10 s.
  static let diskTimeout = Duration.seconds(15)
  /// The same for requests that read the session's whole content: the daemon gives up after 30 s.
  static let exportTimeout = Duration.seconds(35)
  /// The time that an answer to a wait may take beyond the wait's own time.
  static let waitGrace = Duration.seconds(3)
  /// A longer wait is explained to the user.
  static let explanationDelay = Duration.milliseconds(300)
  package static let firstPause = Duration.milliseconds(250)
  /// The pause between transmissions of a wait: a daemon that was killed has lost the wait.
  private static let waitPause = Duration.seconds(1)
  /// The pause before trying to send again while there is no connection.
  private static let unsentPause = Duration.milliseconds(5)
  /// The same once the daemon has been away for some time.
  private static let longUnsentPause = Duration.milliseconds(50)
  /// The time for which the short pause is used, from the beginning of the request.
  private static let unsentPatience = Duration.seconds(1)
  /// The first pause after `retry`: a stopping daemon and its successor need a moment.
  private static let retryPause = Duration.milliseconds(100)

  /// - Parameters:
  ///   - request: the request.
  ///   - firstPause: the first pause without an answer after which it is resent.
  ///   - allowance: the additional time for an answer while the connection is made.
  ///   - bound: the longest wait for an operation that the daemon says is in progress; nil waits until it is done.
  ///   - now: the current time.
  package init(
    _ request: Request,
    firstPause: Duration = Self.firstPause,
    connectionAllowance allowance: Duration = .zero,
    within bound: WaitTimeout? = nil,
    at now: Duration
  ) {
    self.request = request
    self.bound = bound
    (startedAt, heardAt) = (now, now)
    timer = RetryTimer(firstPause: firstPause)
    var limit: Duration
    switch request.body.kind.traits.patience {
    case .standard, .asked: limit = Self.standardTimeout
    case .disk: limit = Self.diskTimeout
    case .export: limit = Self.exportTimeout
    }
    if case .wait(let wait) = request.body {
      limit = wait.timeout + Self.waitGrace
      let pause = max(Self.waitPause, firstPause)
      timer = RetryTimer(firstPause: pause, longestPause: pause)
    }
    if case .journal(let journal) = request.body {
      // At first the files of the content are read.
      limit = Self.diskTimeout + journal.wait
      let pause = max(Self.waitPause, firstPause)
      timer = RetryTimer(firstPause: pause, longestPause: pause)
    }
    timeout = limit + allowance
    timer.schedule(at: now)
  }

  /// Returns the next action; call again after executing each action.
  package mutating func next(at now: Duration) -> Action {
    if now >= deadline { return .giveUp(ClientExit(.timeout, timeoutMessage)) }
    if timer.isDue(at: now) { return .send(request(at: now)) }
    let explainAt = startedAt + Self.explanationDelay
    if !isExplained, now >= explainAt {
      isExplained = true
      return .explain(explanation)
    }
    let wakes = [deadline, timer.nextAttempt, isExplained ? nil : explainAt]
    return .wait(until: wakes.compactMap(\.self).min() ?? deadline)
  }

  private var deadline: Duration {
    guard work != nil, let bound else { return heardAt + timeout }
    return min(heardAt + timeout, startedAt + bound.duration)
  }

  /// Records that the request was sent, or that there was no connection.
  package mutating func sent(_ isSent: Bool, at now: Duration) {
    if isSent {
      transmissions += 1
      timer.attempted(at: now)
    } else {
      let isEarly = now - startedAt < Self.unsentPatience
      timer.schedule(at: now + (isEarly ? Self.unsentPause : Self.longUnsentPause))
    }
  }

  /// Returns the answer, failures included; nil for another request's reply, or if the request is repeated.
  package mutating func receive(_ reply: Reply, at now: Duration) -> Reply? {
    guard reply.id == request.id else { return nil }
    guard case .failure(let failure) = reply.body else { return reply }
    if failure.code == .inProgress {
      (heardAt, work, isExplained) = (now, failure.text, false)
      return nil
    }
    let timeLeft = timeLeft(at: now)
    // A daemon waits for a minute at most; the wait is repeated until its time is over.
    if [.retry, .timedOut].contains(failure.code), timeLeft > .zero {
      timer.schedule(at: now + min(Self.retryPause, timeLeft))
      return nil
    }
    if failure.code == .retry, renew(at: now) { return nil }
    if failure.code == .slowDown {
      let next = now + max(Self.unsentPause, failure.wait)
      guard next < deadline else { return reply }
      timer.schedule(at: next)
      return nil
    }
    return reply
  }

  /// Requests once more what was refused with `retry`, after a pause.
  ///
  /// - Returns: false if that would be too late or in vain.
  private mutating func renew(at now: Duration) -> Bool {
    if case .wait = request.body { return false }
    // The daemon no longer keeps the file.
    if case .export(let export) = request.body, export.part > 0 { return false }
    renewal.attempted(at: now)
    guard let next = renewal.nextAttempt, next < deadline else { return false }
    request.id += 1
    if request.seq > 0 { request.seq += 1 }
    transmissions = 0
    timer.reset()
    timer.schedule(at: next)
    return true
  }

  /// Whether an answer says that the daemon does not know the client, and it is certain that nothing was done: the
  /// request may be sent again under a new client id.
  package func isUnknownClient(_ answer: Reply) -> Bool {
    guard case .failure(let failure) = answer.body else { return false }
    return failure.code == .unknownClient && transmissions == 1
  }

  /// The remaining time of a wait; zero for other requests.
  private func timeLeft(at now: Duration) -> Duration {
    guard case .wait(let wait) = request.body else { return .zero }
    return max(.zero, wait.timeout - (now - startedAt))
  }

  private func request(at now: Duration) -> Request {
    guard case .wait(var wait) = request.body else { return request }
    wait.timeout = min(timeLeft(at: now), Request.Wait.longest)
    var request = request
    request.body = .wait(wait)
    return request
  }

  private var explanation: String {
    if let work { return "\(work)…" }
    if case .export = request.body { return "navd reads the content…" }
    guard case .wait(let wait) = request.body else { return "waiting for navd…" }
    return "waiting for \(wait.condition.inWords)…"
  }

  private var timeoutMessage: String {
    if let work, let bound, startedAt + bound.duration <= heardAt + timeout {
      return "not done within \(bound) (\(work)): give it more time with --timeout"
    }
    return
      "navd did not answer within \(timeout.components.seconds) s: try again, and look at its log"
  }
}
