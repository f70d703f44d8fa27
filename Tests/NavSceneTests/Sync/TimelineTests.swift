import NavBase
import NavScene
import NavTestKit
import Testing

@Suite("D-12: a timeline represents its trajectory")
struct TimelineTests {
  @Test("every frame of a timeline is that frame of the trajectory")
  func timelineLaw() throws {
    try forSeeds(0..<800) { generator in
      let base = HashedScene(generator.scene())
      let trajectory = generator.trajectory(from: base.scene)
      let timeline = Timeline(from: base.scene, along: trajectory)
      try demand(timeline.first == 0 && timeline.last == trajectory.length)
      var playback = try Playback(timeline, from: base, startedAt: .zero)
      for frame in 0...timeline.last {
        try playback.advance(to: FrameTime.start(of: frame))
        let expected = trajectory.scene(atFrame: frame)
        try demand(playback.frame == frame)
        try demand(playback.current.scene == expected, "frame \(frame) of \(timeline.last)")
        try demand(playback.current.hash == expected.digest, "the hash in frame \(frame)")
      }
      try demand(playback.isOver)
    }
  }

  @Test("a playback can go from any frame to any other, forwards and backwards")
  func playbackInAnyOrder() throws {
    try forSeeds(0..<400) { generator in
      let base = HashedScene(generator.scene())
      let trajectory = generator.trajectory(from: base.scene)
      let timeline = Timeline(from: base.scene, along: trajectory)
      var playback = try Playback(timeline, from: base, startedAt: .seconds(3))
      for _ in 0..<10 {
        if generator.oneIn(3) {
          try playback.advance(to: .seconds(3) + .milliseconds(generator.int(in: -50...700)))
        }
        let frame = generator.int(in: 0...timeline.last)
        let scene = try playback.scene(atFrame: frame)
        try demand(scene == HashedScene(trajectory.scene(atFrame: frame)), "frame \(frame)")
      }
    }
  }

  @Test("a playback never goes back by itself, and stops at the end")
  func advance() throws {
    try forSeeds(0..<200) { generator in
      let base = HashedScene(generator.scene())
      let trajectory = generator.trajectory(from: base.scene)
      let timeline = Timeline(from: base.scene, along: trajectory)
      var playback = try Playback(timeline, from: base, startedAt: .seconds(1))
      var last = 0
      for _ in 0..<10 {
        try playback.advance(to: .milliseconds(generator.int(in: 0...2_500)))
        try demand(playback.frame >= last && playback.frame <= timeline.last)
        if let due = playback.nextFrameTime {
          try demand(due == .seconds(1) + FrameTime.start(of: playback.frame + 1))
        }
        try demand((playback.nextFrameTime == nil) == playback.isOver)
        last = playback.frame
      }
      try playback.finish()
      try demand(playback.isOver && playback.current.scene == trajectory.end)
    }
  }

  @Test("the rest of a timeline, from each of its frames, has the same future")
  func rest() throws {
    try forSeeds(0..<150) { generator in
      let base = HashedScene(generator.scene())
      let trajectory = generator.trajectory(from: base.scene, length: 20)
      let timeline = Timeline(from: base.scene, along: trajectory)
      let playback = try Playback(timeline, from: base, startedAt: .zero)
      for frame in 0...timeline.last {
        let here = try playback.scene(atFrame: frame)
        let rest = timeline.rest(from: frame)
        try demand(rest.first == frame && rest.last == timeline.last)
        let player = try Playback(rest, from: here, startedAt: .zero)
        // The rest of a rest is the same.
        let middle = (frame + timeline.last) / 2
        try demand(rest.rest(from: middle) == timeline.rest(from: middle))
        for later in frame...timeline.last {
          try demand(player.scene(atFrame: later) == playback.scene(atFrame: later))
        }
      }
    }
  }

  @Test("a timeline with changes outside is refused", arguments: [-1, 21, 1_000, .min, .max])
  func framesOutside(frame: Int) throws {
    let scene = HashedScene(Scene(viewport: .zero))
    let playback = try Playback(Timeline(last: 20, changes: []), from: scene, startedAt: .zero)
    #expect(throws: CorruptUpdate.self) { try playback.scene(atFrame: frame) }
  }

  @Test(
    "timelines at the limits and one past",
    arguments: [
      (first: 0, last: 180, isFine: true), (0, 181, false), (7, 187, true), (7, 188, false),
      (5, 5, true), (5, 4, false), (-1, 3, false), (0, Int(UInt32.max), false),
    ]
  )
  func limits(first: Int, last: Int, isFine: Bool) {
    let timeline = Timeline(first: first, last: last, changes: [])
    let scene = HashedScene(Scene(viewport: .zero))
    if isFine {
      #expect(throws: Never.self) { try Playback(timeline, from: scene, startedAt: .zero) }
    } else {
      #expect(throws: CorruptUpdate.self) { try Playback(timeline, from: scene, startedAt: .zero) }
    }
  }
}

@Suite("The replica law: apply(diff(a, b), a) == b")
struct SceneDiffTests {
  private func check(from a: Scene, to b: Scene) throws {
    let changes = a.changes(to: b)
    try demand(changes.isEmpty == (a == b), "\(changes.count) changes")
    var hashed = HashedScene(a)
    for change in changes { try hashed.apply(change) }
    try demand(hashed.scene == b, "\(changes)")
    try demand(hashed.hash == b.digest, "the hash kept in step differs")
    var hashedPart = b
    hashedPart.takeUnhashedFields(of: a)
    try demand((a.digest == b.digest) == (a == hashedPart), "different scenes, one hash")
  }

  @Test("scenes with small differences, thousands of them")
  func smallChanges() throws {
    try forSeeds(0..<2_500) { generator in
      let a = generator.scene()
      var b = a
      for _ in 0..<generator.int(in: 0...8) { generator.mutate(&b) }
      try check(from: a, to: b)
      try check(from: b, to: a)
    }
  }

  @Test("unrelated scenes")
  func otherScenes() throws {
    try forSeeds(0..<1_000) { generator in
      try check(from: generator.scene(), to: generator.scene())
    }
  }

  @Test("from and to an empty scene")
  func nothing() throws {
    try forSeeds(0..<300) { generator in
      let empty = Scene(viewport: .zero)
      try check(from: empty, to: generator.scene())
      try check(from: generator.scene(), to: empty)
      try check(from: empty, to: empty)
    }
  }

  @Test("a diff contains only rows that are new or changed")
  func rowsThatStay() throws {
    try forSeeds(0..<200) { generator in
      let rows = generator.textRows(20...20)
      var a = Scene(viewport: CellSize(columns: 80, rows: 24))
      a.insert(Container(id: ContainerID(rawValue: 16), kind: .page, frame: .zero))
      var b = a
      let (first, second) = (generator.int(in: 0...12), generator.int(in: 0...12))
      a[ContainerID(rawValue: 16)]?.rows.set(Array(rows[first..<first + 8]), at: first)
      b[ContainerID(rawValue: 16)]?.rows.set(Array(rows[second..<second + 8]), at: second)
      var said = 0
      for case .rows(_, _, let rows) in a.changes(to: b) { said += rows.count }
      try demand(
        said == min(8, abs(first - second)),
        "\(said) rows for a move by \(first - second)"
      )
    }
  }
}
