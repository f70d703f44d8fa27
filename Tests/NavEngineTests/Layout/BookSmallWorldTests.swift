import NavBase
import NavEngine
import NavScene
import NavTestKit
import Testing

@Suite("AboutBooks: every column of every turn, compared with a reference that folds paper")
struct BookSmallWorldTests {
  /// All widths of one page up to 60 columns, and those of two on either side of the limits.
  private static let widths = Array(0...60) + [99, 100, 101, 133]

  @Test(
    "PC-2, PC-3, PC-9, PCQ-1, D-2: a held leaf covers the right columns at any share",
    arguments: Spine.allCases,
    [false, true]
  )
  func held(spine: Spine, isDoubleSided: Bool) throws {
    for columns in Self.widths {
      for count in [2, 3, 4, 5] {
        try checkHeld(columns: columns, count: count, spine, isDoubleSided)
      }
    }
  }

  private func checkHeld(
    columns: Int,
    count: Int,
    _ spine: Spine,
    _ isDoubleSided: Bool
  ) throws {
    var world = BookWorld(
      pages: count,
      columns: columns,
      rows: 3,
      spine,
      isDoubleSided: isDoubleSided
    )
    let layout = world.layout
    guard let next = layout.next(from: 0, of: count) else {
      return try demand(layout.step >= count, "nothing to turn to from 0 of \(count)")
    }
    let twin = world.twin
    let (first, last) = (world.rest(on: 0), world.rest(on: next))
    var uncovered = -1
    for step in sampled(1...24) {
      let share = Double(step) / 24
      world.state = BookState(current: 0)
      world.state.beginPan(at: .zero)
      world.state.pan(by: share, forward: next, back: nil)
      let found = world.scene(at: .zero).bookColumns
      let place = "\(columns) columns, \(spine), \(count) pages, \(step)/24"
      try demand(found == twin.paint(from: 0, to: next, share: share), "\(place): \(found)")
      // Monotone: a turn only takes columns away from the page where it began.
      let gone = zip(found, first).filter { $0 != $1 }.count
      try demand(gone >= uncovered, place)
      uncovered = gone
      if step == 24 { try demand(found == last, "\(place): \(found)") }
    }
    // The turn back shows the same leaf.
    world.state = BookState(current: next)
    world.state.beginPan(at: .zero)
    world.state.pan(by: -0.25, forward: nil, back: 0)
    let back = world.scene(at: .zero).bookColumns
    try demand(back == twin.paint(from: 0, to: next, share: 0.75), "\(columns), \(spine)")
  }

  @Test(
    "PC-8, D-12: every frame of a motion, from rest to rest, forward and back",
    arguments: Spine.allCases,
    [false, true]
  )
  func motions(spine: Spine, isDoubleSided: Bool) throws {
    for columns in [0, 1, 2, 3, 19, 40, 41, 42, 60, 80, 100, 101] {
      for (from, to) in [(0, 1), (1, 2), (0, 6), (6, 0), (5, 2), (2, 3), (3, 2)] {
        try checkMotion(columns: columns, from: from, to: to, spine, isDoubleSided)
      }
    }
  }

  private func checkMotion(
    columns: Int,
    from: Int,
    to: Int,
    _ spine: Spine,
    _ isDoubleSided: Bool
  ) throws {
    var world = BookWorld(
      pages: 7,
      columns: columns,
      spine,
      isDoubleSided: isDoubleSided,
      at: from
    )
    let before = world.rest(on: from)
    world.state.turn(to: to, at: .seconds(1))
    let trajectory = world.trajectory(at: .seconds(1))
    let motion = world.layout.motion(world.state, at: .seconds(1))
    let twin = world.twin
    let place = "\(columns) columns, \(spine), \(isDoubleSided), \(from) to \(to)"
    for frame in 0...trajectory.length {
      let found = trajectory.scene(atFrame: frame).bookColumns
      let share = motion?.leaf(atFrame: frame).leaf.share ?? (to > from ? 1 : 0)
      let expected = twin.paint(from: min(from, to), to: max(from, to), share: share)
      try demand(found == expected, "\(place), frame \(frame): \(found), not \(expected)")
    }
    try demand(trajectory.start.bookColumns == before, place)
    try demand(trajectory.end.bookColumns == world.rest(on: to), place)
    // The scene at rest is the scene of a new viewer.
    try demand(world.trajectory(at: .seconds(3)) == Trajectory(rest: trajectory.end), place)
    // The tracks alone lead to rest: only removed containers, and their overlays, differ.
    var last = trajectory.scene(atFrame: max(0, trajectory.length - 1))
    for track in trajectory.tracks {
      let value = try #require(track.values.last)
      _ = last[track.container]?.set(track.field, to: value)
    }
    try demand(last.bookColumns == trajectory.end.bookColumns, place)
    try demand(trajectory.tracks.isEmpty == (motion == nil || columns == 0), place)
  }
}
