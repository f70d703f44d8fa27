import NavBase

/// The reload of a session's content, and why the content shown is out of date.
struct ReloadState: Sendable {
  /// Why content is read again.
  enum Cause: Int, Sendable {
    /// It has changed.
    case changed
    /// A command has chosen another order, or the other form of a document.
    case chosen
    /// A user requested it: programs are run again, too.
    case requested
  }

  /// Content that was read, and waits until it can be applied.
  struct Ready: Sendable {
    var content: ReloadedContent
    /// When the first content that was not applied was read.
    let since: Duration
  }

  /// In every state but `idle`, `next` is why another load follows; nil if none does.
  private enum State: Sendable {
    case idle
    /// A load is to be started.
    case due(next: Cause)
    /// A worker reads the content.
    case loading(ticket: UInt64, next: Cause?)
    /// Content was read.
    case ready(Ready, next: Cause?)
    /// Content was read, and a worker reads newer content.
    case readyAndLoading(Ready, ticket: UInt64, next: Cause?)
  }

  /// Content that a command asked for.
  private enum Asked: Equatable {
    case reading(ticket: UInt64)
    /// It waits until it can be applied, or a worker applies it.
    case read
  }

  private var state = State.idle
  private var asked: Asked?
  /// Why the content shown is out of date, in one line; empty if it is current.
  private(set) var stale = ""

  /// Whether a worker reads the content.
  var isLoading: Bool {
    switch state {
    case .idle, .due, .ready: false
    case .loading, .readyAndLoading: true
    }
  }

  /// Whether content that a command asked for is not shown yet.
  var isAsked: Bool { asked != nil || next.map { $0 != .changed } ?? false }

  /// Content that was read; nil if none waits.
  var ready: Ready? {
    switch state {
    case .idle, .due, .loading: nil
    case .ready(let ready, _), .readyAndLoading(let ready, _, _): ready
    }
  }

  /// Why a load is to be started now; nil if none is, or if content waits to be applied first.
  var due: Cause? {
    switch state {
    case .due(let cause): cause
    case .idle, .loading, .ready, .readyAndLoading: nil
    }
  }

  private var next: Cause? {
    switch state {
    case .idle: nil
    case .due(let next): next
    case .loading(_, let next), .ready(_, let next), .readyAndLoading(_, _, let next): next
    }
  }

  // MARK: Loads

  /// Requests another load, after what is in progress.
  mutating func queue(_ cause: Cause) {
    let next = stronger(cause, next)
    switch state {
    case .idle, .due: state = .due(next: next)
    case .loading(let ticket, _): state = .loading(ticket: ticket, next: next)
    case .ready(let ready, _): state = .ready(ready, next: next)
    case .readyAndLoading(let ready, let ticket, _):
      state = .readyAndLoading(ready, ticket: ticket, next: next)
    }
  }

  /// Notes that a load was started.
  ///
  /// - Returns: its cause; it also does what another load was requested for.
  mutating func begin(_ ticket: UInt64, because cause: Cause) -> Cause {
    let cause = stronger(cause, next)
    if cause != .changed { asked = .reading(ticket: ticket) }
    switch state {
    case .idle, .due: state = .loading(ticket: ticket, next: nil)
    case .ready(let ready, _): state = .readyAndLoading(ready, ticket: ticket, next: nil)
    case .loading, .readyAndLoading:
      preconditionFailure("cannot load content while it is being loaded")
    }
    return cause
  }

  /// Ignores the load in progress and drops what was read.
  ///
  /// - Returns: why another load is to follow.
  mutating func cancel() -> Cause? {
    defer { (state, asked) = (.idle, nil) }
    return asked == nil ? next : stronger(.chosen, next)
  }

  /// Ends a load.
  ///
  /// - Parameters:
  ///   - ticket: its ticket.
  ///   - content: the content, which waits until it can be applied; nil if it could not be read.
  ///   - now: the time of the turn.
  /// - Returns: false if it was not the load in progress.
  mutating func end(_ ticket: UInt64, _ content: ReloadedContent?, at now: Duration) -> Bool {
    if asked == .reading(ticket: ticket) { asked = .read }
    switch state {
    case .loading(ticket, let next):
      guard let content else {
        (state, asked) = (Self.resting(next), nil)
        return true
      }
      state = .ready(Ready(content: content, since: now), next: next)
    case .readyAndLoading(var ready, ticket, let next):
      if let content { ready.content = content }
      state = .ready(ready, next: next)
    case .idle, .due, .loading, .ready, .readyAndLoading: return false
    }
    return true
  }

  /// Keeps content that was read elsewhere until it can be applied, instead of older content.
  mutating func keep(_ content: ReloadedContent, at now: Duration) {
    let ready = Ready(content: content, since: self.ready?.since ?? now)
    switch state {
    case .idle: state = .ready(ready, next: nil)
    case .due(let next): state = .ready(ready, next: next)
    case .ready(_, let next): state = .ready(ready, next: next)
    case .loading(let ticket, let next), .readyAndLoading(_, let ticket, let next):
      state = .readyAndLoading(ready, ticket: ticket, next: next)
    }
  }

  /// Removes and returns the content that was read.
  mutating func takeReady() -> ReloadedContent? {
    switch state {
    case .idle, .due, .loading: return nil
    case .ready(let ready, let next):
      state = Self.resting(next)
      return ready.content
    case .readyAndLoading(let ready, let ticket, let next):
      state = .loading(ticket: ticket, next: next)
      return ready.content
    }
  }

  /// Notes that the content taken last is shown.
  mutating func noteShown() {
    if ready == nil, asked == .read { asked = nil }
  }

  private static func resting(_ next: Cause?) -> State { next.map { .due(next: $0) } ?? .idle }

  private func stronger(_ one: Cause, _ other: Cause?) -> Cause {
    other.map { one.rawValue < $0.rawValue ? $0 : one } ?? one
  }

  // MARK: Out-of-date content

  /// Sets why the content shown is out of date.
  ///
  /// - Returns: whether that has changed.
  mutating func setStale(_ reason: String) -> Bool {
    guard stale != reason else { return false }
    stale = reason
    return true
  }

  /// The longest reason that is shown to viewers, in columns.
  static let reasonColumns = 80

  /// Why a document is shown although its text was asked for.
  static let refusedText = "it has speaker's notes now: the slides are shown, not their text"

  /// Returns why content is out of date after it could not be read.
  static func staleReason(for failure: ContentFailure) -> String {
    let reason = sanitized(failure.brief).truncated(toColumns: reasonColumns)
    return reason + "; showing what was last read"
  }
}
