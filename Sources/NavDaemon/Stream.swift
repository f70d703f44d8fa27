import NavGeometry
import NavSession
import NavSync
import NavWire

/// One laid-out view of a session that any number of viewers of one size share.
struct Stream: Sendable {
  let id: UInt64
  let session: UInt64
  let viewport: CellSize
  let topic: [UInt8]
  var publisher: Publisher
  /// What it has shown, as far as what comes next depends on it.
  var view: SessionView
  var isSubscribed = false
  /// Whether the session has moved on while nobody was subscribed.
  var isStale = false
  /// When its last subscriber left, or when it was made and nobody came yet.
  var idleSince: Duration
  var lastPublished: Duration
}

/// One viewer: a client that attached.
struct Viewer: Sendable {
  let id: UInt64
  let client: ClientID
  let session: UInt64
  var viewport: CellSize
  var stream: UInt64
  /// What its ready topic carries; nil once that was served.
  var token: UInt64?
  let attachedAt: Duration
  var heardAt: Duration
}
