package import NavGeometry
package import NavSession
package import NavSync
import NavWire

/// One layout of a session for one viewport, shared by any number of viewers.
package struct Stream: Sendable {
  let id: UInt64
  package let session: UInt64
  package let viewport: CellSize
  package let topic: [UInt8]
  package internal(set) var publisher: Publisher
  /// The state that it has shown, as far as the next layout depends on it.
  package internal(set) var view: SessionView
  package internal(set) var isSubscribed = false
  /// Whether the session has changed while it had no subscriber.
  package internal(set) var isStale = false
  /// When its last subscriber left, or when it was created without one.
  var idleSince: Duration
  var lastPublished: Duration
  /// The number of viewers attached to it.
  var viewers = 0
  /// The viewer that last attached to it again, and when.
  var lastReturn: (viewer: UInt64, at: Duration)?
  /// When its last keyframe was published.
  var keyframeAt: Duration?
}

/// One viewer: a client that attached.
package struct Viewer: Sendable {
  let id: UInt64
  let client: ClientID
  package let session: UInt64
  /// The size of its terminal; its stream may be smaller.
  var viewport: CellSize
  /// Which layouts it can show.
  var fit: Request.Attach.Fit
  var stream: UInt64
  /// The token of its ready topic; nil once that was served.
  var token: UInt64?
  let attachedAt: Duration
  /// When it was last asked to move to another stream, since it attached.
  var toldToMoveAt: Duration?
  var heardAt: Duration
  /// Its last health report.
  var health = Request.Health()
}
