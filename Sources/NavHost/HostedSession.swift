import NavGeometry
import NavLayout
import NavModel
package import NavSession
import NavText
import NavWire

/// A session as the daemon keeps it: the model, what it shows, and who watches.
package struct HostedSession: Sendable {
  let id: UInt64
  var name: SessionName
  var content: ContentDescription
  package internal(set) var model: Session
  /// The newest sequence number of any of its streams.
  var seq: UInt64 = 0
  /// Its streams by the viewport they are laid out for.
  var streams: [CellSize: UInt64] = [:]
  var viewers: Set<UInt64> = []
  /// Those among them whose stream goes by the sizes of others.
  var fitted: Set<UInt64> = []
  /// Whether something has changed that its streams do not show yet.
  var isDirty = false
  /// When a changed number of viewers is to be published.
  package internal(set) var presenceDue: Duration?
  var presencePublishedAt: Duration?
  /// The operation that waits for a page; later ones wait behind it.
  package internal(set) var opening: Opening?
  package internal(set) var waitingInputs: [WaitingInput] = []
  /// What is missing of its content since the daemon was started; nil for nothing.
  package internal(set) var missing: MissingContent?
  /// Where it is with content that has changed.
  var reload = HostedReload()
  /// Where it is with the preview of what is selected.
  var preview = HostedPreview()
  /// The place and the version on the disk; nil where there are none yet.
  var keptPlace: NavigationPlace?
  /// The constraints of its boards that do not hold, one line each, at most `mostFaults`.
  private(set) var faults: [String]
  var keptVersion: UInt64 = 0
  /// How many changes lie behind its snapshot there.
  var changesKept = 0
  /// When a finger moved last, and the size of the terminal it is in.
  var panMovedAt = Duration.zero
  var panViewport = CellSize.standardTerminal

  init(id: UInt64, name: SessionName, content: ContentDescription, model: Session) {
    self.id = id
    self.name = name
    self.content = content
    self.model = model
    faults = Self.faults(of: model)
  }

  /// The most faults that are told of one session.
  static let mostFaults = 20

  /// Looks at boards that may be others now.
  ///
  /// - Returns: the faults that were not known before.
  mutating func findFaults() -> [String] {
    let known = Set(faults)
    faults = Self.faults(of: model)
    return faults.filter { !known.contains($0) }
  }

  private static func faults(of model: Session) -> [String] {
    let faults = model.content.boards.flatMap { $0.faults() }.map(\.description)
    return Array(faults.prefix(mostFaults))
  }

  /// The same for a status line; empty for none.
  var faultNotice: String {
    guard let first = faults.first else { return "" }
    let more = faults.count > 1 ? " (and \(faults.count - 1) more)" : ""
    return sanitized(first).truncated(toColumns: HostedReload.reasonColumns) + more
  }

  /// A viewer came or went: tell the others, soon but not too often.
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
