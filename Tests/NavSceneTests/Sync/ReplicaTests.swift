import NavBase
import NavScene
import NavTestKit
import Testing

@Suite("Publisher and Replica: every viewer shows the daemon's scene")
struct ReplicaTests {
  /// Long after every motion.
  private let rest = Duration.seconds(3_600)

  @Test("a viewer that receives everything shows every frame")
  func everythingArrives() throws {
    try forSeeds(0..<200) { generator in
      var source = RandomPublisher(generator: &generator)
      // The viewer has its own clock.
      let skew = Duration.milliseconds(generator.int(in: -10_000...10_000))
      var now = Duration.seconds(100)
      var replica = try Replica(source.snapshot(at: now), now: now + skew)
      for _ in 0..<12 {
        now += .milliseconds(
          generator.oneIn(3) ? generator.int(in: 0...900) : generator.int(in: 0...60)
        )
        let update = source.move(at: now, generator: &generator)
        let outcome = replica.receive(update, now: now + skew)
        try demand(outcome == .applied, "\(outcome)")
        try demand(replica.seq == update.seq && replica.version == update.version)
        for frame in 0...source.trajectory.length where generator.oneIn(4) {
          let shown = try replica.scene(at: now + skew + FrameTime.start(of: frame))
          try demand(shown == source.trajectory.scene(atFrame: frame), "frame \(frame)")
        }
        try demand(replica.receive(source.publisher.beat) == .ignored)
      }
      try demand(replica.scene(at: rest) == source.trajectory.end)
      try demand(replica.nextFrameTime == nil)
    }
  }

  @Test("an interruption at every frame works, even for viewers that are ahead or behind")
  func interruptionAtEveryFrame() throws {
    try forSeeds(0..<25) { generator in
      let source = RandomPublisher(generator: &generator)
      let first = generator.trajectory(from: source.trajectory.end, length: 20)
      for frame in 0...first.length + 1 {
        var source = source
        var replica = try Replica(source.snapshot(at: .seconds(1)), now: .seconds(1))
        let update = source.move(along: first, at: .seconds(1))
        try demand(replica.receive(update, now: .seconds(1)) == .applied)
        let now = Duration.seconds(1) + FrameTime.start(of: frame) + .milliseconds(5)
        // The frames that this viewer has already shown by its own clock do not matter.
        _ = try replica.scene(at: now + .milliseconds(generator.int(in: -400...400)))
        let second = source.move(at: now, generator: &generator)
        let outcome = replica.receive(second, now: now)
        try demand(outcome == .applied, "interrupted in frame \(frame): \(outcome)")
        try demand(replica.scene(at: now) == source.trajectory.scene(atFrame: 0))
        try demand(replica.scene(at: rest) == source.trajectory.end)
      }
    }
  }

  @Test("a viewer that joins in any frame, or after the motion, is like all others")
  func joinAtEveryFrame() throws {
    try forSeeds(0..<25) { generator in
      let source = RandomPublisher(generator: &generator)
      let first = generator.trajectory(from: source.trajectory.end, length: 20)
      for frame in Array(0...first.length + 1) + [500] {
        var source = source
        _ = source.move(along: first, at: .seconds(1))
        let now = Duration.seconds(1) + FrameTime.start(of: frame) + .milliseconds(7)
        var replica = try Replica(source.snapshot(at: now), now: now)
        let remaining = frame >= first.length ? 0...0 : 0...first.length - frame
        for later in remaining {
          let shown = try replica.scene(at: now + FrameTime.start(of: later))
          try demand(
            shown == source.scene(at: now + FrameTime.start(of: later)),
            "\(frame)+\(later)"
          )
        }
        try demand(replica.receive(source.publisher.beat) == .ignored)
        // The next update departs from a motion of which this viewer has only the rest.
        let next = now + .milliseconds(generator.int(in: 0...500))
        let outcome = replica.receive(source.move(at: next, generator: &generator), now: next)
        try demand(outcome == .applied, "joined in frame \(frame): \(outcome)")
        try demand(replica.scene(at: rest) == source.trajectory.end)
      }
    }
  }

  @Test("an update that changes nothing in the scene still has the version")
  func nothingChanges() throws {
    try forSeeds(0..<50) { generator in
      var source = RandomPublisher(generator: &generator)
      var replica = try Replica(source.snapshot(at: .zero), now: .zero)
      let update = source.move(along: Trajectory(rest: source.trajectory.end), at: .seconds(1))
      try demand(update.timeline == nil)
      try demand(replica.receive(update, now: .seconds(1)) == .applied)
      try demand(replica.version == 2)
      // The update after it departs from there.
      let next = source.move(at: .seconds(2), generator: &generator)
      try demand(replica.receive(next, now: .seconds(2)) == .applied)
      try demand(replica.scene(at: rest) == source.trajectory.end)
    }
  }

  @Test("lost, repeated and reordered messages are gaps or ignored, never a wrong scene")
  func badNetwork() throws {
    try forSeeds(0..<150) { generator in
      var source = RandomPublisher(generator: &generator)
      var now = Duration.seconds(1)
      var replica = try Replica(source.snapshot(at: now), now: now)
      var inFlight: [LayoutMessage] = []
      for _ in 0..<25 {
        now += .milliseconds(generator.int(in: 0...300))
        let update = LayoutMessage.update(source.move(at: now, generator: &generator))
        if !generator.oneIn(6) { inFlight.append(update) }
        if generator.oneIn(4) { inFlight.append(update) }
        if generator.oneIn(4) { inFlight.append(.beat(source.publisher.beat)) }
        if generator.oneIn(4) { inFlight.shuffle(using: &generator) }
        for _ in 0..<generator.int(in: 0...inFlight.count) {
          let outcome = receive(inFlight.removeFirst(), by: &replica, now: now)
          try demand(outcome != .corrupt(""), "\(outcome)")
          if case .corrupt(let reason) = outcome { try demand(false, reason) }
          if outcome == .gap {
            now += .milliseconds(generator.int(in: 0...900))
            replica = try Replica(source.snapshot(at: now), now: now)
          }
          // After any messages: the scene is exactly the one of that update.
          var later = replica
          try demand(later.scene(at: rest) == source.ends[replica.seq], "at \(replica.seq)")
        }
      }
      // A Beat reveals lost updates at the end.
      let outcome = replica.receive(source.publisher.beat)
      try demand(outcome == (replica.seq == source.publisher.seq ? .ignored : .gap))
    }
  }

  private func receive(
    _ message: LayoutMessage,
    by replica: inout Replica,
    now: Duration
  ) -> Replica.Outcome {
    switch message {
    case .update(let update): replica.receive(update, now: now)
    case .beat(let beat): replica.receive(beat)
    case .snapshot, .bye, .keyframe: .ignored
    }
  }

  @Test("messages with other numbers and epochs (proto/README.md: Updates, Heartbeat)")
  func otherNumbers() throws {
    var generator = SplitMix64(seed: 1)
    var source = RandomPublisher(generator: &generator)
    var replica = try Replica(source.snapshot(at: .zero), now: .zero)
    let before = replica.seq
    let update = source.move(at: .seconds(1), generator: &generator)
    func expectUpdate(_ outcome: Replica.Outcome, _ change: (inout Update) -> Void) {
      var other = update
      change(&other)
      let actual = replica.receive(other, now: .seconds(1))
      #expect(actual == outcome)
      #expect(replica.seq == before)
    }
    expectUpdate(.ignored) { $0.epoch -= 1 }
    expectUpdate(.gap) { $0.epoch += 1 }
    expectUpdate(.ignored) { $0.seq = before }
    expectUpdate(.ignored) { $0.seq = before - 1 }
    expectUpdate(.gap) { $0.base.seq += 1 }
    expectUpdate(.gap) { $0.base.seq -= 1 }
    func expectBeat(_ outcome: Replica.Outcome, _ change: (inout Beat) -> Void) {
      var beat = Beat(
        epoch: RandomPublisher.epoch,
        seq: before,
        version: 1,
        hash: source.ends[5]?.digest ?? 0
      )
      change(&beat)
      #expect(replica.receive(beat) == outcome)
    }
    expectBeat(.ignored) { _ in }
    expectBeat(.ignored) { $0.epoch -= 1 }
    expectBeat(.ignored) { beat in
      beat.seq -= 1
      beat.hash = 9
    }
    expectBeat(.gap) { $0.epoch += 1 }
    expectBeat(.gap) { $0.seq += 1 }
    expectBeat(.gap) { $0.isGone = true }
    expectBeat(.corrupt("the daemon's hash differs")) { $0.hash ^= 1 }
  }

  @Test("without the check a wrong hash is accepted if the update applies (proto/README.md: Hash)")
  func uncheckedHash() throws {
    try forSeeds(0..<50) { generator in
      var source = RandomPublisher(generator: &generator)
      var wrongSnapshot = source.snapshot(at: .zero)
      wrongSnapshot.hash ^= 1
      #expect(throws: CorruptUpdate.self) { try Replica(wrongSnapshot, now: .zero) }
      var unchecked = try Replica(wrongSnapshot, now: .zero, checkingHash: false)
      try demand(!unchecked.isInStep)
      var replica = try Replica(source.snapshot(at: .zero), now: .zero)
      try demand(replica.isInStep)
      for second in 1...5 {
        let now = Duration.seconds(second)
        let right = source.move(at: now, generator: &generator)
        let isWrong = generator.oneIn(2)
        var update = right
        if isWrong { update.hash ^= 2 }
        // A refused update changes nothing.
        if isWrong {
          let before = try replica.scene(at: now)
          guard case .corrupt = replica.receive(update, now: now) else {
            throw Refusal("a wrong hash was taken")
          }
          try demand(replica.seq < update.seq && replica.isInStep)
          try demand(replica.scene(at: now) == before)
        }
        for isFirst in [true, false] {
          let outcome =
            isFirst
            ? unchecked.receive(update, now: now, checkingHash: false)
            : replica.receive(right, now: now)
          try demand(outcome == .applied, "\(outcome)")
        }
        try demand(unchecked.isInStep == !isWrong)
        try demand(unchecked.scene(at: rest) == source.trajectory.end)
        // Beats with the known hash bring nothing new.
        var beat = source.publisher.beat
        beat.hash = update.hash
        try demand(unchecked.receive(beat) == .ignored)
      }
    }
  }

  @Test("a beat with another hash can be acknowledged, and is ignored then")
  func acknowledgedBeat() throws {
    var generator = SplitMix64(seed: 1)
    var source = RandomPublisher(generator: &generator)
    var replica = try Replica(source.snapshot(at: .zero), now: .zero)
    var beat = source.publisher.beat
    for change in [
      { (beat: inout Beat) in beat.seq += 1 }, { $0.seq -= 1 }, { $0.epoch += 1 }, { _ in },
    ] {
      var other = beat
      change(&other)
      replica.acknowledge(other)
      #expect(replica.isInStep)
    }
    beat.hash ^= 4
    #expect(replica.receive(beat) == .corrupt("the daemon's hash differs"))
    replica.acknowledge(beat)
    #expect(!replica.isInStep)
    #expect(replica.receive(beat) == .ignored)
    let outcome = replica.receive(source.move(at: .seconds(1), generator: &generator), now: .zero)
    #expect(outcome == .applied && replica.isInStep)
  }

  @Test("an update that does not fit the scene is corrupt, checked or not")
  func misfits() throws {
    var generator = SplitMix64(seed: 1)
    var source = RandomPublisher(generator: &generator)
    var replica = try Replica(source.snapshot(at: .zero), now: .zero)
    var update = source.move(at: .seconds(1), generator: &generator)
    let change = SceneChange.removeContainer(ContainerID(rawValue: 4_000_000))
    update.timeline = Timeline(last: 0, changes: [FramedChange(frame: 0, change: change)])
    let before = replica.seq
    for isChecked in [true, false] {
      let outcome = replica.receive(update, now: .seconds(1), checkingHash: isChecked)
      guard case .corrupt = outcome else { throw Refusal("\(outcome)") }
      #expect(replica.seq == before && replica.isInStep)
    }
  }

  private struct Refusal: Error {
    let text: String

    init(_ text: String) { self.text = text }
  }
}
