import NavBase
import NavScene
package import NavWire

/// A viewer's attachment to a stream of a session: its state, and when the state ends (proto/README.md: Join).
struct Attachment: Sendable {
  /// A consequence of a message about the attachment itself.
  enum Action: Hashable, Sendable {
    /// Attach again at once: under the session's next name, or to another view.
    case attach
    /// Attach again after a pause; nil for one that grows with every failure.
    case retry(after: Duration?)
    /// Drop the keys that were typed for a view or a session that the viewer did not get.
    case dropKeys
    /// Wait for the snapshot on the stream's topics.
    case join(Reply.Attached)
    case leave(viewer: UInt64)
    case show(String)
    case exit(ClientExit)
  }

  /// The action that is due at a time.
  enum Due: Hashable, Sendable {
    case attach
    /// Attach again after a pause: the daemon is silent.
    case retry
    /// Attach again: no keyframe has arrived.
    case reattach(Reply.Attached)
    /// Attach again: the viewer was out of step for too long.
    case repair
    /// Report that the viewer is there.
    case alive(viewer: UInt64)
  }

  private(set) var options: ClientCore.Options
  /// The session's current name; it may have been renamed.
  var session: String
  private(set) var connection: Connection
  /// The previous attachment while the viewer joins again, because of its size or after missed updates.
  ///
  /// Operations name the viewer and not its stream, so they are sent with this one meanwhile, except inputs during a
  /// change of the view (`ViewSelection`).
  private(set) var previous: Reply.Attached?
  private(set) var hasJoinedOnce = false
  /// The session that was joined last; nil before the first join.
  private var joined: JoinedSession?
  /// The view of the session that the viewer shows.
  var views: ViewSelection
  /// Whether the terminal can show pictures.
  var showsPictures = false
  private(set) var content: ContentSpec
  private var backoff = RetryTimer(firstPause: .milliseconds(100))
  /// The time of the next `alive` message.
  private var nextAlive: Duration

  private struct JoinedSession: Sendable {
    var session: Request.Attach.Joined
    /// The viewer's part in it.
    var part: Reply.Attached.Part
    /// The daemon's clock when this one was at zero.
    var clock: Duration
    /// Whether its last scene reported that the daemon can't write its state.
    var isUnsaved: Bool
  }

  /// The interval of `alive` messages.
  static let aliveInterval = Duration.seconds(2)
  /// The silence after which a live connection counts as lost.
  static let silenceLimit = Duration.seconds(3)
  /// The longest wait for the reply to an attach, and then for the snapshot, on this machine.
  static let joinTimeout = Duration.seconds(1)
  /// The range of the random wait for a keyframe, in milliseconds: viewers that missed the same updates attach one
  /// after the other (proto/README.md: Join, step 4).
  static let keyframeWait = 20...150

  init(_ options: ClientCore.Options, at now: Duration) {
    self.options = options
    session = options.session
    content = options.content
    views = ViewSelection(options.view)
    connection = .waiting(next: now)
    nextAlive = now
  }

  var isLive: Bool { connection.isLive }

  /// The longest wait for the reply to an attach, and then for the snapshot: on a network as long as for any reply,
  /// because a round trip may take more than a second there.
  private var joinTimeout: Duration { max(Self.joinTimeout, options.firstPause) }

  /// Whether the last scene reported that the daemon can't write its state.
  ///
  /// If so, the daemon may restart without the session, and the viewer attaches by name instead of by id.
  var isUnsaved: Bool {
    get { joined?.isUnsaved ?? false }
    set { joined?.isUnsaved = newValue }
  }

  /// The viewer's name in the session, which may change with every attach; empty if the daemon has given it none.
  var name: String { joined?.part.name?.description ?? "" }

  /// The name under which the viewer's person drives and asks for control: of one person's terminals, one drives for all.
  var person: String { joined?.part.person?.description ?? name }

  /// Whether the user's rights only permit to watch, whatever the viewer asks for.
  var isGuest: Bool { joined?.part.role == .viewer }

  /// Returns the time on the daemon's clock, late by at most the time that an answer takes.
  func daemonTime(at now: Duration) -> Duration { now + (joined?.clock ?? .zero) }

  /// The attachment with which operations are sent; nil if they can't be.
  var forOperations: Reply.Attached? { connection.attached ?? previous }

  // MARK: Time

  /// Returns what is due.
  ///
  /// - Parameters:
  ///   - now: the time.
  ///   - repairAt: when a viewer that is out of step attaches again; nil while it is in step.
  /// - Returns: what to do; nil for nothing.
  mutating func due(at now: Duration, repairAt: Duration?) -> Due? {
    switch connection {
    case .waiting(let next):
      return now >= next ? .attach : nil
    case .attaching(_, let since), .joining(_, let since):
      return now - since >= joinTimeout ? .retry : nil
    case .live(let attached, let heardAt):
      if now - heardAt >= Self.silenceLimit { return .retry }
      if let repairAt, now >= repairAt { return .repair }
      guard now >= nextAlive else { return nil }
      nextAlive = now + Self.aliveInterval
      return .alive(viewer: attached.viewer)
    case .behind(let attached, let until):
      return now >= until ? .reattach(attached) : nil
    }
  }

  /// Returns the time at which `due` returns something.
  func nextWake(repairAt: Duration?) -> Duration {
    switch connection {
    case .waiting(let next): next
    case .attaching(_, let since), .joining(_, let since): since + joinTimeout
    case .live(_, let heardAt):
      min(heardAt + Self.silenceLimit, nextAlive, repairAt ?? nextAlive)
    case .behind(_, let until): until
    }
  }

  // MARK: Changes of the state

  /// Returns the attach request for a terminal's size.
  func request(for viewport: CellSize) -> Request.Attach {
    Request.Attach(
      session: session,
      viewport: viewport,
      content: content,
      joined: isUnsaved ? nil : joined?.session,
      fit: options.fit.asked,
      name: options.name,
      isReadOnly: options.isReadOnly,
      view: views.choice,
      showsPictures: showsPictures
    )
  }

  /// Records that an attach was sent.
  ///
  /// - Parameters:
  ///   - request: its number.
  ///   - previous: the attachment that it replaces, if operations can go on with that.
  ///   - now: the time.
  mutating func sent(_ request: UInt64, replacing previous: Reply.Attached?, at now: Duration) {
    if let previous { self.previous = previous }
    connection = .attaching(request: request, since: now)
  }

  /// Waits before the next attach.
  ///
  /// - Parameters:
  ///   - now: the time.
  ///   - pause: the pause; nil for one that grows with every failure.
  ///   - random: the source of the variation of growing pauses.
  mutating func wait(
    from now: Duration,
    for pause: Duration?,
    using random: inout some RandomNumberGenerator
  ) {
    if pause == nil { backoff.failed(at: now, using: &random) }
    let next = pause.map { now + $0 } ?? backoff.nextAttempt ?? now
    previous = nil
    connection = .waiting(next: next)
  }

  /// Replaces the command with which others join.
  mutating func setInvitation(_ command: String) {
    options.invitation = command
  }

  /// Handles the loss of the transport connection.
  mutating func connectionLost() {
    previous = nil
  }

  /// Handles a new transport connection; returns whether to attach at once.
  mutating func connectionFound() -> Bool {
    switch connection {
    case .waiting, .attaching:
      backoff.reset()
      return true
    case .joining, .live, .behind: return false
    }
  }

  /// Handles the snapshot of the joined stream.
  mutating func joined(_ attached: Reply.Attached, at now: Duration) {
    previous = nil
    hasJoinedOnce = true
    views.joined()
    backoff.reset()
    nextAlive = now + Self.aliveInterval
    follow(attached, at: now)
  }

  /// Records a message of the followed stream.
  mutating func follow(_ attached: Reply.Attached, at now: Duration) {
    connection = .live(attached, heardAt: now)
  }

  /// Waits a short time for a keyframe after missed updates.
  mutating func fallBehind(at now: Duration, using random: inout some RandomNumberGenerator) {
    guard let attached = connection.attached else { return }
    connection = .behind(attached, until: now + Self.shortPause(using: &random))
  }

  /// Returns a short random pause, so that viewers that missed the same updates do not all attach at once.
  static func shortPause(using random: inout some RandomNumberGenerator) -> Duration {
    .milliseconds(Int.random(in: keyframeWait, using: &random))
  }

  // MARK: The daemon's messages

  /// Handles the reply to an attach.
  mutating func receive(_ body: Reply.Body, at now: Duration) -> [Action] {
    switch body {
    case .attached(let attached): return accept(attached, at: now)
    case .failure(let failure) where failure.code == .slowDown:
      return [.retry(after: RetryTimer.bounded(failure.wait))]
    case .failure(let failure):
      if joined != nil, failure.code == .noSuchSession {
        return [.exit(.ended(session))]
      }
      let isFinal = [.protocolMismatch, .notPermitted].contains(failure.code)
      // A view may not be permitted where the session is.
      if ![.protocolMismatch, .retry].contains(failure.code), views.fallBack(after: failure.code) {
        return [.dropKeys, .show(failure.explanation), .attach]
      }
      guard !hasJoinedOnce && failure.code != .retry || isFinal else {
        return [.show(failure.explanation), .retry(after: nil)]
      }
      return [.exit(ClientExit(failure.code.exitCode, failure.explanation))]
    default:
      return [.retry(after: nil)]
    }
  }

  /// Handles the end of the session or of the daemon.
  func receive(_ bye: Bye) -> Action {
    switch bye.reason {
    case .sessionEnded: .exit(.ended(session, bye.text))
    case .daemonStops: .retry(after: nil)
    }
  }

  private mutating func accept(_ attached: Reply.Attached, at now: Duration) -> [Action] {
    if !hasJoinedOnce, options.isContentAsked, !isRequested(attached.opened.content) {
      return [.leave(viewer: attached.viewer), refuse(attached.opened.content)]
    }
    let refusal = views.answered(attached.part.view)
    // Of several messages the last one is shown, and the loss of a session matters most.
    let texts = [refusal, lossMessage(for: attached)].compactMap(\.self)
    content = attached.opened.content
    joined = JoinedSession(
      session: Request.Attach.Joined(session: attached.session, epoch: attached.epoch),
      part: attached.part,
      clock: attached.part.clock - now,
      isUnsaved: isUnsaved
    )
    connection = .joining(attached, since: now)
    // The daemon was restarted or is another one, and does not know the previous attachment.
    if attached.epoch != previous?.epoch { previous = nil }
    var actions: [Action] = texts.isEmpty ? [] : [.dropKeys]
    actions += texts.map { Action.show($0) }
    return actions + [.join(attached)]
  }

  /// Handles a session that shows other content than the user named: tries the next name, or exits.
  private mutating func refuse(_ shown: ContentSpec) -> Action {
    if options.isNamedAfterContent, let next = SessionNaming.next(after: session) {
      session = next
      return .attach
    }
    return .exit(
      ClientExit(
        .usage,
        sanitized(
          "session '\(session)' shows \(shown.origin), not \(content.origin): "
            + "take another name, or end it first with `navclient kill -s \(session)`"
        )
      )
    )
  }

  /// Whether a session shows the content that the user named; any order of directories matches if the user set none, and
  /// a document also while it is shown as its text.
  private func isRequested(_ shown: ContentSpec) -> Bool {
    let shown = shown.withoutTexts
    guard options.isNamedAfterContent, content.ordered(.standard) == content else {
      return shown == content
    }
    return shown.ordered(.standard) == content
  }

  /// Returns the message for a new session in place of the joined one; nil if it is the same session.
  private func lossMessage(for attached: Reply.Attached) -> String? {
    guard hasJoinedOnce, let joined = joined?.session, attached.session != joined.session else {
      return nil
    }
    return attached.epoch == joined.epoch
      ? "the session has ended: this is another session of that name"
      : "navd was restarted: the session begins anew"
  }
}

/// The state of joining a stream (proto/README.md: Join).
package enum Connection: Sendable {
  /// An attach will be sent at `next`.
  case waiting(next: Duration)
  /// An attach was sent.
  case attaching(request: UInt64, since: Duration)
  /// The topics are subscribed; the snapshot has not arrived yet.
  case joining(Reply.Attached, since: Duration)
  /// The replica follows the stream.
  case live(Reply.Attached, heardAt: Duration)
  /// The replica has missed updates: a keyframe makes it live, else an attach is sent at `until`.
  case behind(Reply.Attached, until: Duration)

  /// The stream topic and, while it is subscribed, the ready topic.
  var topics: [[UInt8]] {
    switch self {
    case .waiting, .attaching: []
    case .joining(let attached, _): [attached.readyTopic, attached.streamTopic]
    case .live(let attached, _), .behind(let attached, _): [attached.streamTopic]
    }
  }

  /// The key of the messages on these topics; nil for messages that are not encrypted.
  var streamKey: [UInt8]? {
    switch self {
    case .waiting, .attaching: nil
    case .joining(let attached, _), .live(let attached, _), .behind(let attached, _):
      attached.part.streamKey
    }
  }

  var isLive: Bool {
    if case .live = self { true } else { false }
  }

  /// The attachment of a viewer that is live or behind.
  var attached: Reply.Attached? {
    switch self {
    case .live(let attached, _), .behind(let attached, _): attached
    case .waiting, .attaching, .joining: nil
    }
  }

  /// The viewer's id at the daemon, from the answer to its attach on.
  var viewer: UInt64? {
    switch self {
    case .joining(let attached, _), .live(let attached, _), .behind(let attached, _):
      attached.viewer
    case .waiting, .attaching: nil
    }
  }
}
