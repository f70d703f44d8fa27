import NavWire

/// The requests that have arrived since the start.
struct RequestCounts: Sendable {
  /// Those that could be read, by kind.
  var kinds = LabelledCounts<Request.Kind>()
  /// The bytes of all.
  var bytes: UInt64 = 0
  /// Those that were dropped, because no reply is expected above the rate, or because nobody can be answered.
  var dropped: UInt64 = 0
}

/// The replies and messages that were sent since the start.
struct OutputCounts: Sendable {
  /// The refusals, by code.
  var failures = LabelledCounts<Reply.Failure.Code>()
  /// The bytes of all replies.
  var replyBytes: UInt64 = 0
  /// The messages on topics that are not encrypted, each once for all its subscribers.
  var open = MessageCounts()
  /// The messages on encrypted topics, likewise.
  var sealed = MessageCounts()

  /// Counts a message.
  ///
  /// - Parameters:
  ///   - bytes: its size before encryption, without its topic.
  ///   - isSealed: whether it is encrypted.
  mutating func add(_ bytes: Int, isSealed: Bool) {
    if isSealed { sealed.add(bytes) } else { open.add(bytes) }
  }
}

/// A number of messages, and their bytes.
struct MessageCounts: Sendable {
  private(set) var messages: UInt64 = 0
  private(set) var bytes: UInt64 = 0

  mutating func add(_ bytes: Int) {
    messages += 1
    self.bytes += UInt64(bytes)
  }
}

/// The scenes that were sent as a whole since the start.
struct SceneCounts: Sendable {
  /// The snapshots for one viewer that joins, also after a resize or a gap.
  var snapshots: UInt64 = 0
  /// The viewers that attached to the stream again that they follow, because they have missed something.
  var resyncs: UInt64 = 0
  /// The snapshots for all viewers of a stream that are behind.
  var keyframes: UInt64 = 0
}

/// Counts by the cases of an enumeration.
///
/// Adding allocates nothing.
package struct LabelledCounts<Label: CaseIterable & RawRepresentable<Int> & Sendable>: Sendable {
  /// The counts by raw value.
  private var counts: [UInt64]

  package init() {
    counts = Array(repeating: 0, count: (Label.allCases.map(\.rawValue).max() ?? -1) + 1)
  }

  package subscript(label: Label) -> UInt64 { counts[label.rawValue] }

  /// Counts one more.
  mutating func count(_ label: Label) {
    counts[label.rawValue] += 1
  }
}

extension Reply.Failure.Code {
  /// The name of the code in `input.proto`, in lower case.
  var label: String {
    switch self {
    case .malformed: "malformed"
    case .protocolMismatch: "protocol"
    case .noSuchSession: "no_such_session"
    case .sessionExists: "session_exists"
    case .badName: "bad_name"
    case .noSuchInput: "no_such_input"
    case .rejected: "rejected"
    case .outOfOrder: "out_of_order"
    case .unknownClient: "unknown_client"
    case .clientIDConflict: "client_id_conflict"
    case .unknownViewer: "unknown_viewer"
    case .limitReached: "limit_reached"
    case .retry: "retry"
    case .timedOut: "timed_out"
    case .notPermitted: "not_permitted"
    case .slowDown: "slow_down"
    case .preconditionFailed: "precondition_failed"
    case .staleView: "stale_view"
    case .noMatch: "no_match"
    case .inProgress: "in_progress"
    case .unknown: "unknown"
    }
  }
}
