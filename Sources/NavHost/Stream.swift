package import NavGeometry
package import NavSession
package import NavSync
import NavWire

/// One laid-out view of a session that any number of viewers of one size share.
package struct Stream: Sendable {
  let id: UInt64
  package let session: UInt64
  package let viewport: CellSize
  package let topic: [UInt8]
  package internal(set) var publisher: Publisher
  /// What it has shown, as far as what comes next depends on it.
  package internal(set) var view: SessionView
  package internal(set) var isSubscribed = false
  /// Whether the session has moved on while nobody was subscribed.
  package internal(set) var isStale = false
  /// When its last subscriber left, or when it was made and nobody came yet.
  var idleSince: Duration
  var lastPublished: Duration
  /// How many viewers are attached to it.
  var viewers = 0
  /// Who came back to it last, having been here before, and when.
  var lastReturn: (viewer: UInt64, at: Duration)?
  /// When it had its last keyframe.
  var keyframeAt: Duration?
}

/// One viewer: a client that attached.
package struct Viewer: Sendable {
  let id: UInt64
  let client: ClientID
  package let session: UInt64
  /// Its terminal's size; its stream may be of a smaller one.
  var viewport: CellSize
  /// Which layout it can show.
  var fit: Request.Attach.Fit
  var stream: UInt64
  /// What its ready topic carries; nil once that was served.
  var token: UInt64?
  let attachedAt: Duration
  /// When it was told last, since it attached, that another stream is for it by now.
  var toldToMoveAt: Duration?
  var heardAt: Duration
  /// What it last said of itself.
  var health = Request.Health()
}
