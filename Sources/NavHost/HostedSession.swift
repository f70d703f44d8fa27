import NavGeometry
import NavLayout
import NavModel
package import NavSession
import NavText
import NavWire

/// A session as the daemon hosts it: the model, its content, and its viewers.
package struct HostedSession: Sendable {
  let id: UInt64
  var name: SessionName
  var content: ContentSpec
  package internal(set) var model: Session
  /// The newest sequence number of any of its streams.
  var seq: UInt64 = 0
  /// Its streams by the viewport they are laid out for.
  var streams: [CellSize: UInt64] = [:]
  var viewers: Set<UInt64> = []
  /// Viewers sized after another viewer, or given a smaller size than their terminal.
  var fitted: Set<UInt64> = []
  /// Whether something has changed that its streams do not show yet.
  var isDirty = false
  /// When a changed number of viewers is to be published.
  package internal(set) var presenceDue: Duration?
  var presencePublishedAt: Duration?
  /// The operation that waits for a page; later inputs wait behind it.
  package internal(set) var opening: Opening?
  package internal(set) var waitingInputs: [WaitingInput] = []
  /// The part of its content that has been missing since the daemon started; nil for none.
  package internal(set) var missing: MissingContent?
  /// The state of its reload.
  var reload = HostedReload()
  /// The state of its preview.
  var preview = HostedPreview()
  /// The stored place and version; nil if nothing is stored yet.
  var keptPlace: NavigationState?
  /// The violated constraints of its boards, one line each, at most `mostFaults`.
  private(set) var faults: [String]
  var keptVersion: UInt64 = 0
  /// How many changes are stored after its last snapshot.
  var changesKept = 0
  /// When a pan moved last, and the viewport of its viewer.
  var panMovedAt = Duration.zero
  var panViewport = CellSize.standardTerminal

  init(id: UInt64, name: SessionName, content: ContentSpec, model: Session) {
    self.id = id
    self.name = name
    self.content = content
    self.model = model
    faults = Self.faults(of: model)
  }

  /// The most faults reported for one session.
  static let mostFaults = 20

  /// Checks the boards again, after a change of content.
  ///
  /// - Returns: the faults that are new.
  mutating func findFaults() -> [String] {
    let known = Set(faults)
    faults = Self.faults(of: model)
    return faults.filter { !known.contains($0) }
  }

  private static func faults(of model: Session) -> [String] {
    let faults = model.content.boards.flatMap { $0.faults() }.map(\.description)
    return Array(faults.prefix(mostFaults))
  }

  /// The first fault for a status line, and the count of the others; empty without faults.
  var faultNotice: String {
    guard let first = faults.first else { return "" }
    let more = faults.count > 1 ? " (and \(faults.count - 1) more)" : ""
    return sanitized(first).truncated(toColumns: HostedReload.reasonColumns) + more
  }

  /// Schedules publishing the number of viewers, at most once per `DaemonTiming.presence`.
  mutating func presenceChanged(at now: Duration) {
    guard presenceDue == nil else { return }
    let next = presencePublishedAt.map { $0 + DaemonTiming.presence } ?? now
    presenceDue = max(now, next)
  }
}

/// An operation that waits for a page to be read.
package struct Opening: Sendable {
  let ticket: UInt64
  let pending: PendingRequest
  var operation: SessionOperation
  let label: String
  let startedAt: Duration
}

/// An input that waits until the operation before it is done.
package struct WaitingInput: Sendable {
  let pending: PendingRequest
  let input: Request.Input
}
