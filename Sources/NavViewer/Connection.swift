import NavSync
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

  /// The range of the random wait for a keyframe, in milliseconds: viewers that missed the same
  /// updates attach one after the other (proto/README.md: Join, step 4).
  static let keyframePatience = 20...150
}

/// Growing pauses between attempts: 100 ms doubling to 5 s, each shortened at random by up to a
/// half.
struct Backoff: Sendable {
  private var pause = Self.first

  static let first = Duration.milliseconds(100)
  static let longest = Duration.seconds(5)

  mutating func next(_ random: inout some RandomNumberGenerator) -> Duration {
    let jittered = pause * Double.random(in: 0.5...1, using: &random)
    pause = min(pause * 2, Self.longest)
    return jittered
  }

  mutating func reset() {
    pause = Self.first
  }
}
