import NavBase
import NavHost
import NavScene
import NavTestKit
import NavWire

/// One client of a fuzzed daemon, and its replica of the watched stream.
struct FuzzedViewer {
  var client: Client
  private(set) var attached: Reply.Attached?
  var subscribed: Set<[UInt8]> = []
  private var replica: Replica?

  init(seed: UInt64) { client = Client(seed: seed) }

  var peer: Peer { Peer(envelope: [client.id.bytes, []]) }

  /// Whether it has a scene that is up to date with all messages since.
  var isFollowing: Bool { replica != nil }

  /// Its topics, in the order of subscription.
  var topics: [[UInt8]] { attached.map { [$0.streamTopic, $0.readyTopic] } ?? [] }

  /// Adopts the topics of an attach; another stream requires a new snapshot.
  mutating func join(_ answer: Reply.Attached) {
    if answer.streamTopic != attached?.streamTopic { replica = nil }
    attached = answer
  }

  /// Receives a message on a subscribed topic.
  ///
  /// - Parameters:
  ///   - message: the message.
  ///   - topic: its topic.
  ///   - now: the time.
  /// - Throws: when it does not follow the earlier messages.
  mutating func receive(_ message: LayoutMessage, on topic: [UInt8], at now: Duration) throws {
    guard subscribed.contains(topic) else { return }
    switch message {
    case .snapshot(let snapshot):
      replica = try Replica(snapshot, now: now)
    case .update(let update):
      guard topic == attached?.streamTopic else { return }
      try take(replica?.receive(update, now: now))
      _ = try replica?.scene(at: now)
    case .beat(let beat):
      guard topic == attached?.streamTopic else { return }
      try take(replica?.receive(beat))
    case .bye: replica = nil
    case .keyframe(let snapshot):
      guard topic == attached?.streamTopic else { return }
      replica = try Replica(snapshot, now: now)
    }
  }

  private mutating func take(_ outcome: Replica.Outcome?) throws {
    switch outcome {
    case .corrupt(let reason): throw Unfollowed(reason: reason)
    case .gap: replica = nil
    case .applied, .ignored, nil: break
    }
  }

  /// A published message is invalid.
  struct Unfollowed: Error {
    let reason: String
  }
}
