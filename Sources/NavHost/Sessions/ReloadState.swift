import NavModel
import NavText

/// The reload of a session's content: what is being read, what waits to be applied, and what is to be read next.
struct ReloadState: Sendable {
  /// The load that follows the one in progress.
  enum Next: Sendable {
    case nothing
    /// The content has changed again.
    case again
    /// A user requested it: programs are run again, too.
    case askedFor
  }

  /// Content that was read, and waits until it can be applied.
  struct Ready: Sendable {
    var content: ReloadedContent
    /// When the first content that was not applied was read.
    let since: Duration
  }

  /// The ticket of the load in progress; nil if none is.
  private(set) var ticket: UInt64?
  private(set) var next = Next.nothing
  private(set) var ready: Ready?
  /// Why the content shown is out of date, in one line; empty if it is current.
  private(set) var stale = ""

  /// Whether a user has requested the next load.
  var isAskedFor: Bool {
    switch next {
    case .nothing, .again: false
    case .askedFor: true
    }
  }

  /// Asks for another load when the one in progress has ended.
  mutating func queue(isAskedFor: Bool) {
    switch next {
    case .nothing, .again: next = isAskedFor ? .askedFor : .again
    case .askedFor: break
    }
  }

  /// Notes that a load was started.
  mutating func begin(_ ticket: UInt64) {
    self.ticket = ticket
    next = .nothing
  }

  /// Ignores the load in progress and drops what it has read.
  mutating func cancel() {
    ticket = nil
    ready = nil
  }

  /// Ends a load.
  ///
  /// - Returns: false if it was not the one in progress.
  mutating func end(_ ticket: UInt64) -> Bool {
    guard self.ticket == ticket else { return false }
    self.ticket = nil
    return true
  }

  /// Keeps content that was read until it can be applied.
  mutating func hold(_ content: ReloadedContent, at now: Duration) {
    ready = Ready(content: content, since: ready?.since ?? now)
  }

  /// Removes and returns the content that was read.
  mutating func takeReady() -> ReloadedContent? {
    defer { ready = nil }
    return ready?.content
  }

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

  static func words(for failure: ContentFailure) -> String {
    let reason = sanitized(failure.brief).truncated(toColumns: reasonColumns)
    return reason + "; showing what was last read"
  }
}
