import NavGeometry
import NavSession
import NavWire

/// A session as the daemon keeps it: the model, what it shows, and who watches.
struct HostedSession: Sendable {
  let id: UInt64
  let name: SessionName
  let content: ContentDescription
  var model: Session
  /// The newest sequence number of any of its streams.
  var seq: UInt64 = 0
  /// Its streams by the viewport they are laid out for.
  var streams: [CellSize: UInt64] = [:]
  var viewers: Set<UInt64> = []
  /// Whether something has changed that its streams do not show yet.
  var isDirty = false
  /// When a changed number of viewers is to be published.
  var presenceDue: Duration?
  var presencePublishedAt: Duration?

  init(id: UInt64, name: SessionName, content: ContentDescription, model: Session) {
    self.id = id
    self.name = name
    self.content = content
    self.model = model
  }

  /// A viewer came or went: tell the others, soon but not too often.
  mutating func presenceChanged(at now: Duration) {
    guard presenceDue == nil else { return }
    let next = presencePublishedAt.map { $0 + DaemonTiming.presence } ?? now
    presenceDue = max(now, next)
  }
}
