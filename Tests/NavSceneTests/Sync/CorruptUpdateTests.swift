import NavBase
import NavScene
import NavTestKit
import Testing

@Suite("Invalid updates are refused as a whole")
struct CorruptUpdateTests {
  private let page = ContainerID(rawValue: 16)
  private let nobody = ContainerID(rawValue: 99)

  private var scene: Scene {
    var scene = Scene(viewport: CellSize(columns: 80, rows: 24))
    scene.insert(
      Container(id: page, kind: .page, frame: CellRect(x: 0, y: 0, width: 80, height: 22))
    )
    scene[page]?.rows.set([TextRow("one"), TextRow("two")], at: 0)
    return scene
  }

  /// Returns the outcome of an update with the given timeline and the right hash.
  private func outcome(_ timeline: Timeline, base: Int = 0) throws -> Replica.Outcome {
    let scene = HashedScene(scene)
    let snapshot = Snapshot(
      epoch: 1,
      seq: 1,
      version: 1,
      hash: scene.hash,
      scene: scene.scene,
      timeline: nil,
      elapsed: .zero
    )
    var replica = try Replica(snapshot, now: .zero)
    // If the timeline can be played, its hash is right: a refusal is due to its content.
    var hash = scene.hash
    if var playback = try? Playback(timeline, from: scene, startedAt: .zero) {
      if (try? playback.finish()) != nil { hash = playback.current.hash }
    }
    let update = Update(
      epoch: 1,
      base: Update.Base(seq: 1, frame: base),
      seq: 2,
      version: 2,
      hash: hash,
      timeline: timeline
    )
    let outcome = replica.receive(update, now: .zero)
    if outcome != .applied {
      #expect(replica.seq == 1)
      #expect(try replica.scene(at: .seconds(9)) == self.scene)
    }
    return outcome
  }

  private func isCorrupt(_ outcome: Replica.Outcome) -> Bool {
    if case .corrupt = outcome { true } else { false }
  }

  private func isCorrupt(_ changes: [SceneChange]) throws -> Bool {
    try isCorrupt(
      outcome(Timeline(last: 0, changes: changes.map { FramedChange(frame: 0, change: $0) }))
    )
  }

  @Test("changes of missing objects")
  func missingThings() throws {
    #expect(try isCorrupt([.removeContainer(nobody)]))
    #expect(try isCorrupt([.removeRows(nobody, 0..<1)]))
    #expect(try isCorrupt([.rows(nobody, first: 0, [TextRow("x")])]))
    #expect(try isCorrupt([.removeContainer(page), .removeContainer(page)]))
    let named = ContainerChange(texts: [.title: "x"])
    #expect(try isCorrupt([.container(ContainerID(rawValue: 0), named)]))
    // A missing container is created by the first change of it.
    #expect(try !isCorrupt([.container(nobody, named)]))
    // Removing missing rows has no effect.
    #expect(try !isCorrupt([.removeRows(page, 50..<60)]))
  }

  @Test("containers beyond the limit")
  func containers() throws {
    let named = ContainerChange(texts: [.title: "x"])
    for (count, isFine) in [(Limits.containers - 1, true), (Limits.containers, false)] {
      let changes = (0..<count).map {
        SceneChange.container(ContainerID(rawValue: UInt32(100 + $0)), named)
      }
      #expect(try isCorrupt(changes) != isFine)
    }
  }

  @Test("changes whose order moves the same containers or rows again and again")
  func order() throws {
    let named = ContainerChange(texts: [.title: "x"])
    let ids = (100..<6_100).map { ContainerID(rawValue: $0) }
    #expect(try !isCorrupt(ids.map { .container($0, named) }))
    #expect(try isCorrupt(ids.reversed().map { .container($0, named) }))
    // The first of a thousand goes and comes again.
    let swaps = (0..<20_000).flatMap { _ -> [SceneChange] in
      [.removeContainer(ids[0]), .container(ids[0], named)]
    }
    #expect(try isCorrupt(ids.prefix(1_000).map { .container($0, named) } + swaps))
    // Every second row of a page, from its start and from its end.
    let rows = (0..<4_500).map { SceneChange.rows(page, first: 2 * $0 + 10, [TextRow("x")]) }
    #expect(try !isCorrupt(rows))
    #expect(try isCorrupt(rows.reversed()))
    let many = SceneChange.rows(page, first: 0, Array(repeating: TextRow(), count: 20_000))
    let holes = (0..<1_000).map { SceneChange.removeRows(page, 2 * $0..<2 * $0 + 1) }
    #expect(try isCorrupt([many] + holes))
    #expect(try !isCorrupt([many] + holes.prefix(100)))
  }

  @Test("fields one past their range", arguments: ContainerField.allCases)
  func containerFields(_ field: ContainerField) throws {
    for value in [field.range.lowerBound - 1, field.range.upperBound + 1, .max, .min] {
      let change = SceneChange.container(page, ContainerChange(fields: [field: value]))
      #expect(try isCorrupt([change]), "\(field) \(value)")
    }
  }

  @Test("root fields out of range", arguments: RootField.allCases)
  func rootFields(_ field: RootField) throws {
    #expect(try isCorrupt([.root(RootChange(fields: [field: -1]))]))
    #expect(try isCorrupt([.root(RootChange(fields: [field: .max]))]))
  }

  @Test("a parent comes before its children")
  func parents() throws {
    for (parent, isFine) in [(0, true), (1, true), (15, true), (16, false), (17, false)] {
      let change = SceneChange.container(page, ContainerChange(fields: [.parent: parent]))
      #expect(try isCorrupt([change]) != isFine, "\(parent)")
    }
  }

  @Test("rows out of range")
  func rows() throws {
    #expect(try isCorrupt([.rows(page, first: -1, [TextRow("x")])]))
    #expect(try isCorrupt([.rows(page, first: Limits.coordinate + 1, [TextRow("x")])]))
    #expect(try isCorrupt([.rows(page, first: .max, [TextRow("x")])]))
    #expect(try !isCorrupt([.rows(page, first: Limits.coordinate, [TextRow("x")])]))
  }

  @Test("changes out of order or outside their timeline")
  func frames() throws {
    let change = SceneChange.root(RootChange(fields: [.viewers: 1]))
    func isCorrupt(_ frames: Int..., first: Int = 0, last: Int) throws -> Bool {
      let changes = frames.map { FramedChange(frame: $0, change: change) }
      return try self.isCorrupt(outcome(Timeline(first: first, last: last, changes: changes)))
    }
    #expect(try !isCorrupt(0, 3, 3, 5, last: 5))
    #expect(try isCorrupt(3, 2, last: 5))
    #expect(try isCorrupt(6, last: 5))
    #expect(try isCorrupt(-1, last: 5))
    #expect(try isCorrupt(1, first: 2, last: 5))
    #expect(try isCorrupt(last: Limits.frames + 1))
    #expect(try !isCorrupt(last: Limits.frames))
  }

  @Test("tracks of missing objects, too long, or out of range")
  func tracks() throws {
    func isCorrupt(
      _ field: ContainerField,
      _ deltas: [Int],
      of id: ContainerID,
      last: Int = 5
    ) throws -> Bool {
      let track = DeltaTrack(container: id, field: field, deltas: deltas)
      return try self.isCorrupt(outcome(Timeline(last: last, changes: [], tracks: [track])))
    }
    #expect(try !isCorrupt(.scrollX, [1, 2, 3], of: page))
    #expect(try !isCorrupt(.scrollX, [1, 2, 3, 4, 5], of: page))
    #expect(try isCorrupt(.scrollX, [1, 2, 3, 4, 5, 6], of: page))
    #expect(try isCorrupt(.scrollX, [1], of: nobody))
    #expect(try isCorrupt(.overlay, [256], of: page))
    #expect(try isCorrupt(.width, [-81], of: page))
    #expect(try !isCorrupt(.width, [-80], of: page))
    #expect(try isCorrupt(.parent, [16], of: page))
    #expect(try isCorrupt(.x, [.max, .max], of: page))
    #expect(try isCorrupt(.x, [Limits.coordinate, 1], of: page))
  }

  @Test("a track of a container that its timeline removes")
  func trackOfRemoved() throws {
    let timeline = Timeline(
      last: 5,
      changes: [FramedChange(frame: 2, change: .removeContainer(page))],
      tracks: [DeltaTrack(container: page, field: .x, deltas: [1, 1, 1])]
    )
    #expect(try isCorrupt(outcome(timeline)))
  }

  @Test("a departure from a missing frame")
  func baseFrame() throws {
    var generator = SplitMix64(seed: 4)
    var source = RandomPublisher(generator: &generator)
    var replica = try Replica(source.snapshot(at: .zero), now: .zero)
    let trajectory = generator.trajectory(from: source.trajectory.end)
    let first = source.move(along: trajectory, at: .seconds(1))
    let isApplied = replica.receive(first, now: .seconds(1)) == .applied
    #expect(isApplied)
    var second = source.move(at: .seconds(2), generator: &generator)
    for frame in [trajectory.length + 1, 10_000, Int(UInt32.max)] {
      second.base.frame = frame
      let outcome = replica.receive(second, now: .seconds(2))
      #expect(isCorrupt(outcome), "frame \(frame)")
    }
  }

  @Test("an inconsistent snapshot")
  func snapshots() throws {
    let hash = scene.digest
    func snapshot(hash: UInt64, timeline: Timeline?) -> Snapshot {
      Snapshot(
        epoch: 1,
        seq: 1,
        version: 1,
        hash: hash,
        scene: scene,
        timeline: timeline,
        elapsed: .milliseconds(20)
      )
    }
    let strange = Timeline(
      last: 1,
      changes: [FramedChange(frame: 1, change: .removeContainer(nobody))]
    )
    #expect(throws: Never.self) { try Replica(snapshot(hash: hash, timeline: nil), now: .zero) }
    #expect(throws: CorruptUpdate.self) {
      try Replica(snapshot(hash: hash &+ 1, timeline: nil), now: .zero)
    }
    #expect(throws: CorruptUpdate.self) {
      try Replica(snapshot(hash: hash, timeline: strange), now: .zero)
    }
  }

  @Test("an update with any real change is refused")
  func tampering() throws {
    try forSeeds(0..<1_500) { generator in
      var source = RandomPublisher(generator: &generator)
      let replica = try Replica(source.snapshot(at: .zero), now: .zero)
      let genuine = source.move(at: .seconds(1), generator: &generator)
      var update = genuine
      tamper(&update, &generator)
      var victim = replica
      switch victim.receive(update, now: .seconds(1)) {
      case .applied:
        var shown = try victim.scene(at: .seconds(99))
        // Fields newer than the first minor are not hashed.
        shown.takeUnhashedFields(of: source.trajectory.end)
        try demand(shown == source.trajectory.end, "a wrong scene was taken")
      case .ignored, .gap: try demand(victim.seq == replica.seq)
      case .corrupt:
        try demand(victim.seq == replica.seq)
        // The replica is intact: the genuine update is applied.
        try demand(victim.receive(genuine, now: .seconds(1)) == .applied)
        try demand(victim.scene(at: .seconds(99)) == source.trajectory.end)
      }
    }
  }

  private func tamper(_ update: inout Update, _ generator: inout SplitMix64) {
    switch generator.int(in: 0...7) {
    case 0: update.hash = generator.next()
    case 1: update.base.frame = generator.int(in: -3...200)
    case 2: update.base.seq = UInt64(generator.int(in: 0...9))
    case 3: update.timeline?.last = generator.int(in: -2...200)
    case 4: update.timeline?.first = generator.int(in: -2...30)
    case 5:
      guard let count = update.timeline?.changes.count, count > 0 else { return }
      update.timeline?.changes.remove(at: generator.int(in: 0...count - 1))
    case 6:
      guard let count = update.timeline?.changes.count, count > 0 else { return }
      update.timeline?.changes[generator.int(in: 0...count - 1)].frame = generator.int(in: -1...30)
    default:
      guard let count = update.timeline?.tracks.count, count > 0 else { return }
      let index = generator.int(in: 0...count - 1)
      update.timeline?.tracks[index].container = ContainerID(
        rawValue: UInt32(generator.int(in: 0...14))
      )
      let deltas = (0..<generator.int(in: 0...25)).map { _ in
        generator.oneIn(5) ? generator.pick([Int.min, .max]) : generator.int(in: -500...500)
      }
      if generator.oneIn(2) { update.timeline?.tracks[index].deltas = deltas }
    }
  }
}
