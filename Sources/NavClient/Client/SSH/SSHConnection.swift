import NavViewer
import NavWire

/// The decisions about a connection through ssh: a login finds the daemon, its sockets are forwarded, and after a loss a
/// viewer logs in again, with growing pauses.
///
/// The first login may ask the user; a further one can't, because the terminal is in use then.
struct SSHConnection: Sendable {
  enum Action: Hashable, Sendable {
    /// Start the login, with or without options that an old ssh does not know (`SSHCommands.login`).
    case logIn(asking: Bool, overriding: Bool)
    /// Start the forwarding of the sockets in a directory there.
    case forward(of: String)
    /// End both programs.
    case end
    /// Tell the user.
    case report(String)
    /// End the client.
    case exit(ClientExit)
  }

  private enum State: Sendable {
    case idle
    case loggingIn(since: Duration)
    case forwarding(since: Duration)
    case open(since: Duration)
    /// A login follows when the timer is due.
    case lost
    case ended
  }

  /// The limit of the forwarding, and of a login that can't ask the user.
  static let loginTimeout = Duration.seconds(30)
  /// The age from which on the loss of a connection is followed by a login at once.
  static let stableTime = Duration.seconds(10)
  /// The most bytes of output before the daemon is found.
  private static let outputLimit = 1 << 16
  /// The bytes of ssh's words that are kept, the last ones.
  private static let wordLimit = 1 << 12

  private struct Purpose: Sendable {
    /// Whether a lost connection is followed by another one.
    let isLasting: Bool
    /// Whether the first login may take any time, because there is a user who may be asked.
    let hasUser: Bool
  }

  private let address: SSHAddress
  private let purpose: Purpose
  private var state = State.idle
  private var wasOpen = false
  /// Whether ssh does not know the options by which `SSHCommands.login` overrides configurations.
  private var isOld = false
  private var daemon: RemoteDaemon?
  private var output: [UInt8] = []
  private var words: [UInt8] = []
  private var timer = RetryTimer(firstPause: .milliseconds(500), longestPause: .seconds(10))
  private var reported: String?

  init(to address: SSHAddress, lasting: Bool, hasUser: Bool = true) {
    self.address = address
    purpose = Purpose(isLasting: lasting, hasUser: hasUser)
  }

  /// Whether the sockets are forwarded.
  var isOpen: Bool {
    if case .open = state { true } else { false }
  }

  /// The time of the next `tick`; nil if none is needed.
  var nextWake: Duration? {
    switch state {
    case .loggingIn(let since): wasOpen || !purpose.hasUser ? since + Self.loginTimeout : nil
    case .forwarding(let since): since + Self.loginTimeout
    case .lost: timer.nextAttempt
    case .idle, .open, .ended: nil
    }
  }

  // MARK: Events

  /// Begins with the login that may ask the user.
  mutating func begin(at now: Duration) -> [Action] { logIn(at: now) }

  /// Takes what the login has written to its standard output.
  mutating func receive(output more: [UInt8], at now: Duration) -> [Action] {
    guard case .loggingIn = state else { return [] }
    output += more
    guard let found = RemoteDaemon(output: output) else {
      guard output.count > Self.outputLimit else { return [] }
      return fail(
        "startup files of \(address) write without end: see `\(address.command) true`",
        at: now
      )
    }
    daemon = found
    switch found {
    case .found(let directory, _):
      state = .forwarding(since: now)
      return [.forward(of: directory)]
    case .missing:
      return fail("no navd listens at \(address): start it there with `navd`", at: now)
    case .unusable(let path):
      return fail(
        "ssh can't forward the sockets in \(path) at \(address): set XDG_RUNTIME_DIR there to a short path of letters "
          + "and digits",
        at: now
      )
    }
  }

  /// Takes what ssh has written to its standard error.
  mutating func receive(words more: [UInt8]) {
    words += more
    if words.count > Self.wordLimit { words.removeFirst(words.count - Self.wordLimit) }
  }

  /// Handles the end of the login.
  ///
  /// - Parameters:
  ///   - code: its exit code; 255 is ssh's own, any other one is of the command there.
  ///   - now: the time.
  /// - Returns: the actions.
  mutating func loginEnded(code: Int32, at now: Duration) -> [Action] {
    switch state {
    case .idle, .lost, .ended: return []
    case .loggingIn, .forwarding, .open: break
    }
    if case .loggingIn = state, code != Self.ownCode {
      let said = SSHFailure(output).words
      let text = said.isEmpty ? "" : " (\(said))"
      return fail(
        "the login at \(address) does not run sh\(text): navclient needs an account that runs commands",
        at: now
      )
    }
    if case .loggingIn = state, !isOld, SSHFailure.isUnknownOption(words) {
      isOld = true
      return logIn(at: now)
    }
    return lose(SSHFailure(words), at: now)
  }

  /// Handles the end of the forwarding, which has ended by itself.
  mutating func forwardingEnded(code: Int32, at now: Duration) -> [Action] {
    guard case .forwarding = state else { return [] }
    guard code == 0 else { return lose(SSHFailure(words), at: now) }
    state = .open(since: now)
    wasOpen = true
    reported = nil
    // Words of ssh and of the startup files there until now are no reason of a later loss.
    words = []
    return []
  }

  /// Handles a program that can't be started.
  mutating func startFailed(_ exit: ClientExit) -> [Action] {
    state = .ended
    return [.end, .exit(exit)]
  }

  /// Handles the passing of time.
  mutating func tick(at now: Duration) -> [Action] {
    guard let wake = nextWake, wake <= now else { return [] }
    if case .lost = state { return logIn(at: now) }
    let seconds = Self.loginTimeout.components.seconds
    return fail("ssh: no answer in \(seconds) s", at: now)
  }

  /// Returns the reason why the daemon does not answer through the forwarded sockets.
  ///
  /// OpenSSH's sshd answers in the same way if it forwards no sockets, and if nobody listens.
  ///
  /// - Parameters:
  ///   - exit: the failure of the check.
  ///   - isKept: whether the connection is kept, so that ssh's words about it are lost.
  /// - Returns: the failure in terms of the other machine.
  func explanation(of exit: ClientExit, isKept: Bool = false) -> ClientExit {
    guard SSHFailure.isChannelRefused(words) || isKept && exit.code == .unreachable else {
      return exit
    }
    guard case .found(let directory, let isListening) = daemon, isListening else {
      return ClientExit(
        .unreachable,
        "no navd listens at \(address): start it there with `navd`; or sshd there forwards no sockets "
          + "(AllowStreamLocalForwarding)"
      )
    }
    return ClientExit(
      .notPermitted,
      "sshd at \(address) does not forward \(directory)/input: set AllowStreamLocalForwarding to yes in sshd_config there"
    )
  }

  // MARK: Consequences

  /// The exit code of ssh's own failures.
  private static let ownCode: Int32 = 255

  private mutating func logIn(at now: Duration) -> [Action] {
    timer.cancel()
    state = .loggingIn(since: now)
    (daemon, output, words) = (nil, [], [])
    return [.logIn(asking: !wasOpen, overriding: !isOld)]
  }

  /// Handles a lost connection, or an attempt that failed for a reason of ssh.
  private mutating func lose(_ failure: SSHFailure, at now: Duration) -> [Action] {
    guard wasOpen else { return startFailed(failure.exit(at: address)) }
    guard purpose.isLasting else { return startFailed(failure.exitOfCommand(at: address)) }
    if let exit = failure.exitOfViewer(at: address) { return startFailed(exit) }
    return tryAgain(telling: failure.report, at: now)
  }

  /// Handles an attempt that failed for another reason.
  private mutating func fail(_ text: String, at now: Duration) -> [Action] {
    guard wasOpen, purpose.isLasting else { return startFailed(ClientExit(.unreachable, text)) }
    return tryAgain(telling: text, at: now)
  }

  private mutating func tryAgain(telling text: String, at now: Duration) -> [Action] {
    if case .open(let since) = state, now - since >= Self.stableTime {
      timer.reset()
      timer.schedule(at: now)
    } else {
      timer.attempted(at: now)
    }
    state = .lost
    guard text != reported else { return [.end] }
    reported = text
    return [.end, .report(text)]
  }
}
