import NavBase
import NavScene
import NavTestKit
import NavWire

/// A replica applies an update completely, with the hash in it, or not at all; and it applies every genuine one.
enum ReplicaLaw {
  /// The largest number of steps of a script.
  static let longest = 24

  static func check(_ bytes: [UInt8]) throws {
    var reader = ByteReader(bytes)
    var replicas = try FuzzedReplica(seed: UInt64(reader.byte()))
    for _ in 0..<longest where !reader.isEmpty { try replicas.play(&reader) }
    try replicas.publishGenuine(seed: 1, lateBy: .zero)
  }
}

/// A publisher, a replica that gets its messages, and a victim that gets the script's variants of them.
struct FuzzedReplica {
  /// Later than the end of every timeline.
  private static let late = Duration.seconds(1_000)
  private var source: RandomPublisher
  private var now = Duration.zero
  private var replica: Replica
  private var victim: Replica
  /// The last frame of the timeline that the victim plays.
  private var victimLast = 0

  init(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    source = RandomPublisher(generator: &generator)
    replica = try Replica(source.snapshot(at: now), now: now)
    victim = replica
  }

  mutating func play(_ reader: inout ByteReader) throws {
    switch reader.byte() % 8 {
    case 0: now += .milliseconds(reader.int(in: 0...4_000))
    case 1:
      let late = Duration.milliseconds(reader.int(in: 0...15))
      try publishGenuine(seed: reader.number(bytes: 2), lateBy: late)
    case 2: try receive(reader.bytes(), aimed: false)
    case 3: try receive(reader.bytes(), aimed: true)
    case 4: try damage(&reader)
    case 5: try join(&reader)
    default: try tamper(&reader)
    }
  }

  /// Publishes an update for the replica, and for the victim if it is at the same sequence number.
  mutating func publishGenuine(seed: UInt64, lateBy delay: Duration) throws {
    let update = move(seed: seed, lateBy: delay)
    try demand(replica.receive(update, now: now) == .applied, "a genuine update is not applied")
    try demand(end(of: replica) == source.trajectory.end, "a genuine update leads elsewhere")
    try receive(update)
  }

  private mutating func move(seed: UInt64, lateBy delay: Duration) -> Update {
    var generator = SplitMix64(seed: seed)
    let next = generator.trajectory(from: source.scene(at: now), length: 20)
    return source.move(along: next, at: now, lateBy: delay)
  }

  private func end(of replica: Replica) throws -> Scene {
    var copy = replica
    return try copy.scene(at: now + Self.late)
  }
}

// MARK: The victim's messages

extension FuzzedReplica {
  /// Decodes bytes as a message of the stream for the victim.
  ///
  /// - Parameters:
  ///   - bytes: the message.
  ///   - aimed: whether an update or a snapshot gets the fields with which it is accepted.
  /// - Throws: when the law is violated.
  private mutating func receive(_ bytes: [UInt8], aimed: Bool) throws {
    guard let message = try? LayoutMessage(decoding: bytes) else { return }
    switch message {
    case .update(let update):
      if aimed { try receiveAimed(update) } else { try receive(update) }
    case .snapshot(let snapshot), .keyframe(let snapshot):
      if aimed { try joinAimed(snapshot) } else { try join(snapshot) }
    case .beat(let beat):
      let outcome = victim.receive(beat)
      try demand(outcome != .applied, "a beat changes nothing")
    case .bye: break
    }
  }

  /// Sends a genuine update with damaged bytes.
  private mutating func damage(_ reader: inout ByteReader) throws {
    var copy = self
    let update = copy.move(seed: reader.number(bytes: 1), lateBy: .zero)
    var bytes = LayoutMessage.update(update).encoded()
    for _ in 0...reader.int(in: 0...3) {
      let index = reader.int(in: 0...max(bytes.count, 256) - 1) % bytes.count
      bytes[index] = reader.byte()
    }
    try receive(bytes, aimed: reader.flag())
  }

  /// Sends a genuine update with other fields.
  private mutating func tamper(_ reader: inout ByteReader) throws {
    var copy = self
    var update = copy.move(seed: reader.number(bytes: 1), lateBy: .zero)
    for _ in 0...reader.int(in: 0...5) { update.tamper(&reader) }
    if reader.flag() { try receiveAimed(update) } else { try receive(update) }
  }

  /// Sends a snapshot with other fields.
  private mutating func join(_ reader: inout ByteReader) throws {
    var snapshot = source.snapshot(at: now)
    if reader.flag() { snapshot.timeline?.tamper(&reader) }
    if reader.flag() { snapshot.elapsed = .milliseconds(Int64(reader.number(bytes: 4))) }
    if reader.flag() { try joinAimed(snapshot) } else { try join(snapshot) }
  }

  /// Gives an update to the victim and checks the result against the law.
  ///
  /// - Returns: whether it was applied.
  /// - Throws: when the law is violated.
  @discardableResult
  private mutating func receive(_ update: Update) throws -> Bool {
    let (seq, version) = (victim.seq, victim.version)
    let before = try end(of: victim)
    switch victim.receive(update, now: now) {
    case .applied:
      try demand(victim.seq == update.seq && victim.version == update.version, "other numbers")
      try demand(end(of: victim).digest == update.hash, "applied, with another hash")
      _ = try victim.scene(at: now)
      victimLast = update.timeline?.last ?? 0
      return true
    case .corrupt(let reason):
      try demand(!reason.isEmpty, "refused without a reason")
    case .ignored, .gap: break
    }
    try demand(victim.seq == seq && victim.version == version, "refused, with new numbers")
    try demand(end(of: victim) == before, "refused, and changed")
    return false
  }

  /// Gives the victim an update with all fields of its next one; it is applied if it can be played.
  private mutating func receiveAimed(_ update: Update) throws {
    guard victim.seq < .max else { return }
    var update = update
    update.epoch = RandomPublisher.epoch
    update.base = Update.Base(seq: victim.seq, frame: victimLast)
    update.seq = max(update.seq, victim.seq + 1)
    let departure = try end(of: victim)
    let end = Self.end(of: update.timeline, from: departure)
    update.hash = (end ?? departure).digest
    let isApplied = try receive(update)
    try demand(isApplied == (end != nil), "\(isApplied ? "taken" : "refused"): \(update)")
  }

  /// Replaces the victim by one made from a snapshot, if possible.
  ///
  /// - Returns: whether it is possible.
  /// - Throws: when the new one differs from the snapshot.
  @discardableResult
  private mutating func join(_ snapshot: Snapshot) throws -> Bool {
    guard let joined = try? Replica(snapshot, now: now) else { return false }
    try demand(end(of: joined).digest == snapshot.hash, "a snapshot ends with another hash")
    if joined.epoch == RandomPublisher.epoch {
      victim = joined
      victimLast = snapshot.timeline?.last ?? 0
    }
    return true
  }

  /// Gives the victim a snapshot with the right hash, which is accepted if it can be played.
  private mutating func joinAimed(_ snapshot: Snapshot) throws {
    var snapshot = snapshot
    let end = Self.end(of: snapshot.timeline, from: snapshot.scene)
    snapshot.hash = (end ?? snapshot.scene).digest
    let isTaken = try join(snapshot)
    try demand(isTaken == (end != nil), "\(isTaken ? "taken" : "refused"): \(snapshot)")
  }

  /// Returns the scene at the end of a timeline; nil if it can't be played.
  private static func end(of timeline: Timeline?, from scene: Scene) -> Scene? {
    guard let timeline else { return scene }
    guard var playback = try? Playback(timeline, from: HashedScene(scene), startedAt: .zero),
      (try? playback.finish()) != nil
    else { return nil }
    return playback.current.scene
  }
}
