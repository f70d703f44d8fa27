import NavSync
package import NavWire

/// How far a viewer is with joining its stream (protocol.md: Join).
package enum Connection: Sendable {
  /// An attach is to be sent at `next`.
  case waiting(next: Duration)
  /// An attach was sent.
  case attaching(request: UInt64, since: Duration)
  /// The topics are subscribed; the snapshot is on its way.
  case joining(Reply.Attached, since: Duration)
  /// The replica follows the stream.
  case live(Reply.Attached, heardAt: Duration)
  /// The replica has missed something: a keyframe makes it live, else an attach is sent at `until`.
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

  /// The attachment of a viewer that has a replica of its stream, or had one a moment ago.
  var attached: Reply.Attached? {
    switch self {
    case .live(let attached, _), .behind(let attached, _): attached
    case .waiting, .attaching, .joining: nil
    }
  }

  /// What a keyframe may still make up for, at random: several viewers have missed the same, and
  /// come back one after the other (protocol.md: Join, step 4).
  static let keyframePatience = 20...150
}

/// Growing pauses between tries: 100 ms doubling to 5 s, each shortened by up to a half at random.
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
