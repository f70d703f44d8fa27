package import NavBase
import NavEngine
import NavWire

/// The life of a session: exactly one of these at any time.
package enum SessionLife: Sendable {
  /// A worker reads the content of a new session.
  case loading(SessionLoad)
  /// A worker reads the content of a session of an earlier run.
  case restoring(Restoration)
  /// It is shown and takes inputs, or shows a notice instead of content that is missing.
  case live(HostedSession)
  /// It has ended, or never began.
  case ended
}

extension SessionLife {
  /// The specification of its content; nil for a session that has ended.
  var content: ContentSpec? {
    switch self {
    case .loading(let load): load.identity.content
    case .restoring(let restoration): restoration.identity.content
    case .live(let session): session.content
    case .ended: nil
    }
  }
}

/// A new session whose content is being read.
package struct SessionLoad: Sendable {
  let identity: SessionIdentity
  /// The requests that wait for it; the first one creates it.
  var waiting = WaitingRequests()
  /// Whether its content has changed since reading began.
  var hasChanged = false
}

/// A session of an earlier run that is being restored.
package struct Restoration: Sendable {
  let identity: SessionIdentity
  package let place: NavigationState
  package let version: UInt64
  let startedAt: Duration
  /// The ticket of the worker's job.
  let ticket: UInt64
  var waiting = WaitingRequests()
  /// Whether its content has changed since reading began.
  var hasChanged = false

  package var id: UInt64 { identity.id }

  /// When a notice is shown instead of it.
  var deadline: Duration { startedAt + DaemonTiming.restoration }

  /// The stored place of the session, as a snapshot.
  var snapshot: NavigationRecord {
    NavigationRecord(session: id, version: version, bytes: place.encoded())
  }
}

/// Marks a hosted session as a view of another session besides the shared one.
///
/// It has streams of its own. It is not listed, has no name of its own and is not stored.
struct PrivateView: Hashable, Sendable {
  /// The session that it is a view of.
  let session: UInt64
  let kind: Kind

  enum Kind: Hashable, Sendable {
    /// A copy of the session's place, which shares its content and has page loads, pans and a search of its own. It
    /// belongs to the viewer of a client, who alone may move it.
    case own(ClientID)
    /// The view of all who speak: it shows the shared place, the next slide, the notes and the questions.
    case speaker
  }

  /// The client of the viewer that alone moves it; nil for the speaker's view, whose viewers move the session.
  var owner: ClientID? {
    switch kind {
    case .own(let client): client
    case .speaker: nil
    }
  }
}
