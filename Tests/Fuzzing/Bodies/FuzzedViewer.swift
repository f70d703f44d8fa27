import NavHost
import NavGeometry
import NavScene
import NavSync
import NavTestKit
import NavWire

/// One client of a fuzzed daemon, and its replica of what it watches.
struct FuzzedViewer {
  let id: ClientID
  private(set) var attached: Reply.Attached?
  var subscribed: Set<[UInt8]> = []
  private(set) var seq: UInt64 = 0
  private var requests: UInt64 = 0
  private var replica: Replica?

  init(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    id = ClientID(random: &generator)
  }

  var peer: Peer { Peer(envelope: [id.bytes, []]) }

  /// Whether it holds a scene that every message since has led on.
  var isFollowing: Bool { replica != nil }

  /// What it may subscribe to, in the order in which it does.
  var topics: [[UInt8]] { attached.map { [$0.streamTopic, $0.readyTopic] } ?? [] }

  mutating func read(_ body: Request.Body) -> Request {
    requests += 1
    return Request(id: requests, client: id, seq: 0, body: body)
  }

  mutating func operation(_ body: Request.Body) -> Request {
    requests += 1
    seq += 1
    return Request(id: requests, client: id, seq: seq, body: body)
  }

  /// Whatever it is, with the number that it needs.
  mutating func request(_ body: Request.Body) -> Request {
    body.isOperation ? operation(body) : read(body)
  }

  mutating func attach(to session: String, _ size: CellSize) -> Request {
    read(.attach(Request.Attach(session: session, viewport: size, content: nil)))
  }

  /// Was told what to subscribe to; of another stream it needs a snapshot before anything else.
  mutating func join(_ answer: Reply.Attached) {
    if answer.streamTopic != attached?.streamTopic { replica = nil }
    attached = answer
  }

  /// Takes what is published on a topic to which it is subscribed.
  ///
  /// - Parameters:
  ///   - message: what it says.
  ///   - topic: where.
  ///   - now: when.
  /// - Throws: where it does not fit what it was told before.
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

  /// What was published can't be.
  struct Unfollowed: Error {
    let reason: String
  }
}
