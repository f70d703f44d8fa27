package import NavWire

/// The state of joining a stream (proto/README.md: Join).
package enum Connection: Sendable {
  /// An attach will be sent at `next`.
  case waiting(next: Duration)
  /// An attach was sent.
  case attaching(request: UInt64, since: Duration)
  /// The topics are subscribed; the snapshot has not arrived yet.
  case joining(Reply.Attached, since: Duration)
  /// The replica follows the stream.
  case live(Reply.Attached, heardAt: Duration)
  /// The replica has missed updates: a keyframe makes it live, else an attach is sent at `until`.
  case behind(Reply.Attached, until: Duration)

  /// The stream topic and, while it is subscribed, the ready topic.
  var topics: [[UInt8]] {
    switch self {
    case .waiting, .attaching: []
    case .joining(let attached, _): [attached.readyTopic, attached.streamTopic]
    case .live(let attached, _), .behind(let attached, _): [attached.streamTopic]
    }
  }

  /// The key of the messages on these topics; nil for messages that are not encrypted.
  var streamKey: [UInt8]? {
    switch self {
    case .waiting, .attaching: nil
    case .joining(let attached, _), .live(let attached, _), .behind(let attached, _):
      attached.part.streamKey
    }
  }

  var isLive: Bool {
    if case .live = self { true } else { false }
  }

  /// The attachment of a viewer that is live or behind.
  var attached: Reply.Attached? {
    switch self {
    case .live(let attached, _), .behind(let attached, _): attached
    case .waiting, .attaching, .joining: nil
    }
  }

  /// The viewer's id at the daemon, from the answer to its attach on.
  var viewer: UInt64? {
    switch self {
    case .joining(let attached, _), .live(let attached, _), .behind(let attached, _):
      attached.viewer
    case .waiting, .attaching: nil
    }
  }
}
