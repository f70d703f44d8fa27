package import NavWire

/// One request of a command and the way to its answer: when it is sent, and again, and given up.
///
/// A value that decides; `Requester` does what it says. A request that is answered with `retry` fails,
/// but a wait is asked again until its time is over. Every sending of a wait carries the time that is
/// left, so that a repetition does not make it longer, and no more than a daemon waits at once. Whatever
/// is answered with `slowDown` is sent again when the daemon wants to hear of it, if that is early
/// enough.
package struct Exchange {
  /// What to do next.
  package enum Action: Hashable {
    /// Send it, then say whether it went out.
    case send(Request)
    /// Wait for a reply until then at most.
    case wait(until: Duration)
    /// Tell the user what is being waited for, which is said once.
    case explain(String)
    case giveUp(ClientExit)
  }

  private let request: Request
  private let startedAt: Duration
  private let patience: Duration
  private var sendAt: Duration
  private var pause: Duration
  private var isExplained = false

  /// How long an answer is waited for.
  package static let patience = Duration.seconds(5)
  /// The same where the daemon may have to wait for a disk: it answers within 10 s.
  package static let diskPatience = Duration.seconds(15)
  /// The same where all that a session shows has to be read: the daemon gives that up after 30 s.
  package static let exportPatience = Duration.seconds(35)
  /// How much longer than its own time an answer to a wait may take.
  package static let waitGrace = Duration.seconds(3)
  /// A wait longer than this is explained (experience.md: Programs).
  package static let quiet = Duration.milliseconds(300)
  package static let firstPause = Duration.milliseconds(250)
  private static let longestPause = Duration.seconds(5)
  /// A daemon that was killed has forgotten who waited.
  private static let waitPause = Duration.seconds(1)
  /// Until the connection stands there is nowhere to send to: look again soon.
  private static let unsentPause = Duration.milliseconds(5)
  /// A daemon that stops needs a moment, and so does the one after it.
  private static let retryPause = Duration.milliseconds(100)

  /// - Parameters:
  ///   - request: what is asked.
  ///   - firstPause: after which silence it is sent again first.
  ///   - now: the present time.
  package init(_ request: Request, firstPause: Duration = Self.firstPause, at now: Duration) {
    self.request = request
    startedAt = now
    sendAt = now
    switch request.body {
    case .wait(let wait):
      patience = wait.timeout + Self.waitGrace
      pause = max(Self.waitPause, firstPause)
    case .input, .newSession:
      patience = Self.diskPatience
      pause = firstPause
    case .export:
      patience = Self.exportPatience
      pause = firstPause
    case .attach, .leave, .alive, .killSession, .listSessions, .takeSnapshot,
      .getStatus, .listViewers, .renameSession, .pan, .outline, .page, .find:
      patience = Self.patience
      pause = firstPause
    }
  }

  /// What to do now; called again after each action.
  package mutating func next(at now: Duration) -> Action {
    let deadline = startedAt + patience
    if now >= deadline { return .giveUp(ClientExit(.timeout, silence)) }
    if now >= sendAt { return .send(request(at: now)) }
    let explainAt = startedAt + Self.quiet
    if !isExplained, now >= explainAt {
      isExplained = true
      return .explain(explanation)
    }
    let wakes = [deadline, sendAt] + (isExplained ? [] : [explainAt])
    return .wait(until: wakes.min() ?? deadline)
  }

  /// The request went out, or found no connection.
  package mutating func sent(_ isSent: Bool, at now: Duration) {
    guard isSent else {
      sendAt = now + Self.unsentPause
      return
    }
    sendAt = now + pause
    if !isWait { pause = min(pause * 2, Self.longestPause) }
  }

  /// The answer, failures included; nil for what is none, or none yet.
  package mutating func receive(_ reply: Reply, at now: Duration) -> Reply? {
    guard reply.id == request.id else { return nil }
    guard case .failure(let failure) = reply.body else { return reply }
    let timeLeft = timeLeft(at: now)
    // The daemon waits for a minute at most: until the time is over it is asked again.
    if [.retry, .timedOut].contains(failure.code), timeLeft > .zero {
      sendAt = now + min(Self.retryPause, timeLeft)
      return nil
    }
    if failure.code == .slowDown {
      let next = now + max(Self.unsentPause, failure.wait)
      guard next < startedAt + patience else { return reply }
      sendAt = next
      return nil
    }
    return reply
  }

  private var isWait: Bool {
    guard case .wait = request.body else { return false }
    return true
  }

  /// What is left of a wait's time; zero for everything else.
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
    if case .export = request.body { return "navd reads the content…" }
    guard case .wait(let wait) = request.body else { return "waiting for navd…" }
    return "waiting for \(wait.condition.inWords)…"
  }

  private var silence: String {
    "navd did not answer within \(patience.components.seconds) s: try again, and look at its log"
  }
}
