import NavBase
import NavEngine
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavHost

/// The oracle of recordings: what is replayed equals what was shown, at rest, in every size.
@Suite("A replay shows what the session has shown")
struct ReplayTests {
  /// What a session has done, and what it has shown after each part.
  private struct Recorded {
    /// The steps of each part.
    var parts: [[RecordedStep]] = []
    var entries: [JournalEntry] = []
    var scenes: [[Scene]] = []
    /// The parts in which the content was read again, from whose last state on a replay begins anew.
    var beginnings: Set<Int> = []

    /// What a part has shown and a replay does not, with its steps; nil if they show the same.
    func difference(_ scenes: [Scene], in part: Int) -> String? {
      for (shown, played) in zip(self.scenes[part], scenes)
      where HashedScene(shown).hash != HashedScene(played).hash {
        var texts = ["", ""]
        dump(shown, to: &texts[0])
        dump(played, to: &texts[1])
        return "\(parts[part])\n\(lineDiff(expected: texts[0], actual: texts[1]) ?? "")"
      }
      return nil
    }
  }

  private static let viewers = [
    CellSize(columns: 80, rows: 24), CellSize(columns: 130, rows: 40),
  ]

  private static func content(_ seed: UInt64) -> SessionContent {
    var random = SplitMix64(seed: seed)
    return switch seed % 4 {
    case 0: .deck(SteppedDaemon.pages)
    case 1: .tree(SteppedDaemon.list("tree"), path: "/tree")
    case 2:
      .tabs(
        TabsContent(
          title: "tabs",
          items: [
            .tree(SteppedDaemon.list("tree"), path: "/tree"), .deck(SteppedDaemon.pages),
            random.sessionContent(depth: 2),
          ].map { TabsContent.Item(face: .button(TabButton(title: "tab")), content: $0) }
        )
      )
    default: random.sessionContent()
    }
  }

  private static func steps(_ part: Reply.JournalPart) -> [RecordedStep] {
    part.entries.compactMap { if case .step(let step) = $0.event { step } else { nil } }
  }

  private static func record(_ seed: UInt64, steps count: Int) throws -> Recorded {
    var random = SplitMix64(seed: seed)
    var world = try JournalWorld(content(seed), viewers: viewers)
    var recorded = Recorded()
    var part = try world.journal()
    for _ in 0...count {
      let showsContent = part.entries.contains {
        if case .content = $0.event { true } else { false }
      }
      if showsContent { recorded.beginnings.insert(recorded.parts.count) }
      recorded.parts.append(steps(part))
      recorded.entries += part.entries
      recorded.scenes.append(try world.scenes())
      try world.step(&random)
      let next = part.next
      part = try world.journal(since: next)
      try demand(part.isContinued && part.next.entry == next.entry + UInt64(part.entries.count))
    }
    return recorded
  }

  @Test("from its beginning, step by step", arguments: wanted(0..<24))
  func fromBeginning(_ seed: UInt64) throws {
    let recorded = try Self.record(seed, steps: 40)
    var replay = try JournalWorld(Self.content(seed))
    for (number, part) in recorded.parts.enumerated() {
      if !part.isEmpty { try replay.replay(part) }
      let difference = recorded.difference(try replay.scenes(), in: number)
      try demand(difference == nil, "seed \(seed), part \(number): \(difference ?? "")")
    }
  }

  @Test("from any of its states, in one request", arguments: wanted(0..<24))
  func fromState(_ seed: UInt64) throws {
    let recorded = try Self.record(seed, steps: 40)
    let states = recorded.parts.indices.filter { number in
      recorded.parts[number].contains { if case .state = $0 { true } else { false } }
    }
    try demand(!states.isEmpty)
    for number in states {
      let next = recorded.beginnings.filter { $0 > number }.min() ?? recorded.parts.count
      let last = next - 1
      guard try difference(of: recorded, seed, from: number, to: last) != nil else { continue }
      // The first part that differs says why.
      for end in number...last {
        let difference = try difference(of: recorded, seed, from: number, to: end)
        try demand(difference == nil, "seed \(seed), from part \(number): \(difference ?? "")")
      }
    }
  }

  @Test("of a recording that was cut, in the times that are left", arguments: wanted(0..<24))
  func cut(_ seed: UInt64) throws {
    let recorded = try Self.record(seed, steps: 40)
    let first = try #require(recorded.entries.first).time
    let recording = Recording(
      .blank,
      recorded.entries.map { JournalEntry($0.event, at: $0.time - first) }
    )
    var (edit, random) = (RecordingEdit(), SplitMix64(seed: seed))
    let start = recording.duration / 4 * random.int(in: 0...2)
    edit.cuts = [(start, start + recording.duration / 4)]
    edit.from = recording.duration / random.int(in: 5...50)
    var replay = try JournalWorld(Self.content(seed))
    for entry in try recording.edited(by: edit).entries {
      switch entry.event {
      case .content: replay = try JournalWorld(Self.content(seed))
      case .step(let step): try replay.replay([step])
      case .file, .mark, .said: break
      }
    }
    let difference = recorded.difference(try replay.scenes(), in: recorded.parts.count - 1)
    try demand(difference == nil, "seed \(seed): \(difference ?? "")")
  }

  @Test("at each version, though the content was read again since", arguments: wanted(0..<24))
  func atVersion(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var world = try JournalWorld(Self.content(seed), viewers: Self.viewers)
    var seen: [UInt64: (status: Reply.Status, scene: Scene)] = [:]
    for _ in 0..<40 {
      let status = try world.ask(.getStatus(.name("talk"))).status
      seen[status.session.version] = (status, try world.scene(in: .standardTerminal))
      try world.step(&random)
    }
    for (version, (status, scene)) in seen.sorted(by: { $0.key < $1.key }) {
      let past = try world.ask(.getStatus(.name("talk"), version: version)).status
      #expect(past.session == status.session && past.finding == status.finding)
      var shown = try #require(past.scene)
      shown.viewers = 0
      guard HashedScene(shown).hash != HashedScene(scene).hash else { continue }
      var texts = ["", ""]
      dump(scene, to: &texts[0])
      dump(shown, to: &texts[1])
      let difference = lineDiff(expected: texts[0], actual: texts[1]) ?? ""
      Issue.record("seed \(seed), version \(version): \(difference)")
    }
  }

  /// Replays parts in one request; returns what differs at their end.
  private func difference(
    of recorded: Recorded,
    _ seed: UInt64,
    from number: Int,
    to end: Int
  ) throws -> String? {
    var replay = try JournalWorld(Self.content(seed))
    let steps = recorded.parts[number...end].joined()
    let first = steps.firstIndex { if case .state = $0 { true } else { false } }
    try replay.replay(Array(steps[(try #require(first))...]))
    return recorded.difference(try replay.scenes(), in: end)
  }

  @Test("a state of a hostile file gives no id twice, and ends nothing", arguments: wanted(0..<100))
  func hostileState(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var world = try JournalWorld(Self.content(seed), viewers: Self.viewers)
    for _ in 0..<5 { try world.step(&random) }
    let first = try #require(Self.steps(try world.journal()).first)
    guard case .state(var state) = first else { return #expect(Bool(false), "\(first)") }
    for path in Array(state.ids.pages.keys) + [[], [0], [1]] where random.oneIn(2) {
      state.ids.pages[path] = (0...random.int(in: 0...3)).map { _ in
        UInt32(truncatingIfNeeded: random.oneIn(3) ? random.next() : UInt64(random.int(in: 0...60)))
      }
    }
    state.ids.preview = UInt32(random.int(in: 0...60))
    if random.oneIn(2) { state.ids.next = UInt32(truncatingIfNeeded: random.next()) }
    try world.act(.replay([.state(state)]))
    for _ in 0..<5 { try world.step(&random) }
    let ids = try world.scene(in: .standardTerminal).containers.map(\.id)
    #expect(Set(ids).count == ids.count)
  }
}
