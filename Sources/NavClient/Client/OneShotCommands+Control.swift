import Glibc
package import NavBase
import NavSystem
package import NavViewer
package import NavWire

/// The control of a session, on behalf of scripts (proto/README.md: Control).
extension OneShotCommands {
  /// The longest wait of `navclient drive` by default.
  package static let controlTimeout = (try? WaitTimeout("30s")) ?? .longest

  /// The interval at which a waiting script asks again.
  private static let renewal = Duration.seconds(20)

  /// Changes the control of a session.
  ///
  /// - Parameters:
  ///   - action: the change; a request does not wait for its answer.
  ///   - name: the session; nil for the only one.
  /// - Returns: a warning for the user; nil if there is none.
  /// - Throws: the daemon's refusal, or `.timeout`.
  package mutating func control(
    _ action: Request.Control.Action,
    in name: String?
  ) throws(ClientExit) -> String? {
    let change = Request.Control(session: .name(try session(name)), action)
    return try requester.operate(.control(change)).warning
  }

  /// Gets control of a session for scripts.
  ///
  /// - Parameters:
  ///   - name: the session; nil for the only one.
  ///   - isTaking: whether to take control at once instead of asking for it.
  ///   - timeout: how long to wait until it is granted.
  /// - Returns: what came of it.
  /// - Throws: `.notPermitted` if it is refused; `.timeout` after the request was taken back.
  package mutating func drive(
    _ name: String?,
    taking isTaking: Bool,
    timeout: WaitTimeout
  ) throws(ClientExit) -> ControlGrant {
    // By id, so that a rename in the meantime does not matter. Even an open session is not moved by everybody.
    let session = SessionReference.id(try status(of: name).session.id)
    let change = Request.Control(session: session, isTaking ? .take : .request)
    let reply = try requester.reply(to: .control(change))
    if case .failure(let failure) = reply.body {
      guard failure.code == .rejected, try isOpen(session) else { throw ClientExit(failure) }
      return .needless
    }
    if isTaking { return .granted(warning: reply.warning) }
    return try awaitControl(of: session, timeout, reply.warning)
  }

  private mutating func isOpen(_ session: SessionReference) throws(ClientExit) -> Bool {
    try status(of: session).control.policy == .open
  }

  /// Waits until the request of scripts is answered.
  private mutating func awaitControl(
    of session: SessionReference,
    _ timeout: WaitTimeout,
    _ warning: String?
  ) throws(ClientExit) -> ControlGrant {
    var askedAt = monotonicNow()
    let deadline = askedAt + timeout.duration
    defer { requester.purpose = nil }
    while true {
      let status = try status(of: session)
      let control = status.control
      switch control.standing {
      case .moves: return .needless
      case .drives: return .granted(warning: warning)
      case .asks: break
      case .follows, .readOnly:
        let driver = control.driver.map { "\($0) refused" } ?? "control was refused"
        throw ClientExit(.notPermitted, sanitized(driver))
      }
      let timeLeft = deadline - monotonicNow()
      let driver = control.driver.map { "\($0) drives" } ?? "nobody drives"
      guard timeLeft > .zero else {
        try withdraw(from: session)
        throw ClientExit(
          .timeout,
          sanitized("waited \(timeout) for control: \(driver), and the request was taken back")
        )
      }
      if monotonicNow() - askedAt >= Self.renewal {
        // The daemon forgets the request of a script that was not heard of for a minute.
        _ = try requester.operate(.control(Request.Control(session: session, .request)))
        askedAt = monotonicNow()
      }
      requester.purpose = "\(driver): waiting for control…"
      try awaitChange(
        of: session,
        after: status.session.version,
        atMost: min(timeLeft, Self.renewal)
      )
    }
  }

  /// Takes the request of scripts back, if it was not refused meanwhile.
  private mutating func withdraw(from session: SessionReference) throws(ClientExit) {
    let change = Request.Control(session: session, .release)
    let answer = try requester.answer(to: .control(change))
    if case .failure(let failure) = answer, failure.code != .rejected { throw ClientExit(failure) }
  }

  /// The shortest time from one look at a session to the next: a daemon may say at once that it has changed.
  private static let shortestWait = Duration.milliseconds(50)

  /// Waits until a session has changed, or some time has passed, but for at least another time.
  ///
  /// - Throws: the daemon's refusal; `.timeout` at the limit of open waits, or without an answer.
  mutating func awaitChange(
    of session: SessionReference,
    after version: UInt64,
    atMost timeLeft: Duration,
    atLeast shortestWait: Duration = Self.shortestWait
  ) throws(ClientExit) {
    let wait = Request.Wait(
      session: session,
      condition: .version(version &+ 1),
      timeout: timeLeft
    )
    let end = monotonicNow() + min(shortestWait, timeLeft)
    let answer = try requester.answer(to: .wait(wait))
    if case .failure(let failure) = answer, failure.code != .timedOut { throw ClientExit(failure) }
    usleep(useconds_t(max(.zero, end - monotonicNow()).microseconds))
  }
}

/// Questions to the speaker, and the timer, on behalf of scripts (proto/README.md: Speaker's view).
extension OneShotCommands {
  /// Sends a request about the talk of a session.
  ///
  /// - Parameters:
  ///   - action: the question or the change.
  ///   - session: the session; nil for the only one.
  ///   - name: the name of who asks; nil for the user's own.
  /// - Returns: a warning for the user; nil if there is none.
  /// - Throws: the daemon's refusal, or `.timeout`.
  package mutating func talk(
    _ action: Request.Talk.Action,
    in session: String?,
    as name: ViewerName? = nil
  ) throws(ClientExit) -> String? {
    let talk = Request.Talk(
      session: .name(try self.session(session)),
      action,
      name: name ?? ViewerName.ofThisUser
    )
    return try requester.operate(.talk(talk)).warning
  }
}

/// The result of `navclient drive`.
package enum ControlGrant: Hashable, Sendable {
  /// Scripts drive; with a warning for the user if there is one.
  case granted(warning: String?)
  /// Everybody may move the session, so there is no control to get.
  case needless
}
