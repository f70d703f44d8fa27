import NavBase
import NavEngine
import NavScene
import NavTestKit
import Testing

@Suite("OptionBarView: a header during a page motion")
struct OptionBarTrajectoryTests {
  private static let numbers = OptionColumns(.numbered(prefix: "", count: 999))

  /// A motion from one position to another in so many frames.
  private static func trajectory(
    _ first: Double,
    _ last: Int,
    frames: Int,
    offsets: [Double]? = nil
  ) -> OptionBarTrajectory {
    let positions = (0...frames).map {
      $0 == frames
        ? Double(last) : first + (Double(last) - first) * Double($0) / Double(frames)
    }
    return OptionBarTrajectory(current: last, positions: positions, offsets: offsets)
  }

  /// Returns the value of a field in each frame.
  private static func values(
    _ field: ContainerField,
    of id: ContainerID,
    in trajectory: Trajectory
  ) throws -> [Int] {
    let track = trajectory.tracks.first { $0.container == id && $0.field == field }
    let start = try #require(trajectory.start[id])[field]
    let end = try #require(trajectory.end[id])[field]
    var values = [start] + (track?.values ?? [])
    while values.count < trajectory.length { values.append(values[values.count - 1]) }
    return Array(values.prefix(trajectory.length)) + [end]
  }

  @Test("MBXQ-4, D-12: the indicator follows the pages in eighths of a column, frame by frame")
  func indicator() throws {
    var world = HeaderWorld(.buttons, ["one", "two", "three"], columns: 20)
    let trajectory = world.show(Self.trajectory(1, 2, frames: 4))
    let id = HeaderWorld.indicatorID
    // Tabs begin at 0, 7 and 14 and are 7, 7 and 6 columns wide.
    #expect(try Self.values(.markStart, of: id, in: trajectory) == [56, 70, 84, 98, 112])
    #expect(try Self.values(.markLength, of: id, in: trajectory) == [56, 54, 52, 50, 48])
    // The active tab is marked from the start: one change for one command (D-8).
    #expect(trajectory.start.optionCells.map(\.isSelected) == [false, false, true])
    #expect(trajectory.start[HeaderWorld.headerID]?.currentPage == 2)
    // Tabs that share the width do not scroll.
    #expect(!trajectory.tracks.contains { $0.field == .scrollX })
  }

  @Test("MBXQ-4: before the first and after the last tab the indicator keeps its width")
  func beyond() {
    var world = HeaderWorld(.buttons, ["one", "two", "three"], columns: 20)
    for (position, start, length) in [(-0.5, -28, 56), (2.25, 124, 48)] {
      let scene = world.show(OptionBarTrajectory(current: 0, positions: [position])).end
      #expect(scene[HeaderWorld.indicatorID]?.markStart == start)
      #expect(scene[HeaderWorld.indicatorID]?.markLength == length)
    }
  }

  @Test("ZX-3, ZX-9: a bar scrolls with its pages; its motion has all cells, its end only some")
  func strip() throws {
    var world = HeaderWorld(.options, Self.numbers, columns: 24)
    _ = world.rest(on: 50)
    let trajectory = world.show(Self.trajectory(50, 53, frames: 3))
    let offsets = try Self.values(.scrollX, of: HeaderWorld.headerID, in: trajectory)
    #expect(offsets == [291, 297, 303, 309])
    let start = trajectory.start.optionCells.map(\.selection)
    let end = trajectory.end.optionCells.map(\.selection)
    #expect(start == [48, 49, 50, 51, 52, 53, 54, 55])
    #expect(end == [51, 52, 53, 54, 55])
    // The cells at rest are those of the motion.
    for cell in trajectory.end.optionCells { #expect(trajectory.start[cell.id] == cell) }
    #expect(trajectory.start.optionCells.filter(\.isSelected).map(\.selection) == [53])
    #expect(world.view.allocated == 8)
    // The layout after it has the same cells in the same containers.
    #expect(world.rest(on: 53).containers == trajectory.end.containers)
  }

  @Test("a motion shorter than its scene's stays at its end")
  func shorter() throws {
    var world = HeaderWorld(.options, Self.numbers, columns: 24)
    let trajectory = world.show(Self.trajectory(50, 51, frames: 2), length: 9)
    let offsets = try Self.values(.scrollX, of: HeaderWorld.headerID, in: trajectory)
    #expect(offsets == [291, 294] + Array(repeating: 297, count: 8))
    let rest = world.show(OptionBarTrajectory(resting: 51), length: 9)
    #expect(rest.tracks.isEmpty && rest.start.containers == rest.end.containers)
  }

  @Test("a motion of more than two bars begins two from its end, and later layouts agree")
  func cut() throws {
    var world = HeaderWorld(.options, Self.numbers, columns: 24)
    for (from, to) in [(0, 900), (900, 0), (400, 409), (400, 408)] {
      let whole = Self.trajectory(Double(from), to, frames: 20)
      let trajectory = world.show(whole)
      let offsets = try Self.values(.scrollX, of: HeaderWorld.headerID, in: trajectory)
      let end = offsets[20]
      let distance = abs(world.layout.offset(at: Double(from)) - Double(end))
      #expect(abs(Double(abs(offsets[0] - end)) - min(48, distance)) < 1)
      #expect(zip(offsets, offsets.dropFirst()).allSatisfy { ($1 - $0) * (to - from) >= 0 })
      #expect(trajectory.start.optionCells.count <= 13)
      for frame in [7, 19] {
        let rest = OptionBarTrajectory(current: to, positions: Array(whole.positions[frame...]))
        let later = world.show(rest)
        let seen = try Self.values(.scrollX, of: HeaderWorld.headerID, in: later)
        #expect(seen == Array(offsets[frame...]), "\(from) to \(to) from frame \(frame)")
      }
    }
    #expect(world.view.allocated <= 13)
  }

  @Test("a bar released by a drag scrolls by itself, its pages stay")
  func flick() throws {
    var world = HeaderWorld(.options, Self.numbers, columns: 24)
    let flick = world.layout.flick(from: 30, velocity: 40, at: .zero)
    let wanted = (0...flick.length).map { flick.offset(atFrame: $0) }
    let positions = Array(repeating: 31.0, count: wanted.count)
    let trajectory = world.show(
      OptionBarTrajectory(current: 31, positions: positions, offsets: wanted)
    )
    let offsets = try Self.values(.scrollX, of: HeaderWorld.headerID, in: trajectory)
    let expected = wanted.map { CellGrid.cell(at: min(999 * 6 - 24, $0)) }
    #expect(offsets == expected && offsets[0] == 180 && offsets[offsets.count - 1] == 199)
    #expect(!trajectory.tracks.contains { $0.container == HeaderWorld.indicatorID })
  }

  @Test("ZX-6, D-12: in every frame of random motions, each visible column has one cell")
  func everyFrame() throws {
    try forSeeds(0..<40) { random in
      let titles = (0..<random.int(in: 1...40)).map { _ in
        String(repeating: "t", count: random.int(in: 0...16))
      }
      var world = HeaderWorld(.options, titles, columns: random.int(in: 1...70))
      let layout = world.layout
      let widths = (0..<layout.widths.count).map { layout.widths.span(of: $0).width }
      var position = 0.0
      for _ in 0..<12 {
        let page = random.int(in: 0...titles.count - 1)
        let trajectory = Self.trajectory(position, page, frames: random.int(in: 0...9))
        let shown = world.show(trajectory)
        let offsets = try Self.values(.scrollX, of: HeaderWorld.headerID, in: shown)
        let marks = try Self.values(.markStart, of: HeaderWorld.indicatorID, in: shown)
        let cells = Set(shown.start.optionCells.compactMap(\.selection))
        try demand(cells.count == shown.start.optionCells.count)
        for (frame, offset) in offsets.enumerated() {
          let seen = OptionBarTwin.columns(
            of: widths,
            in: Double(offset),
            Double(offset + layout.room.columns)
          )
          try demand(cells.isSuperset(of: seen), "frame \(frame)")
          if frame == trajectory.length {
            try demand(shown.end.optionCells.compactMap(\.selection) == seen)
          }
          let mark = layout.mark(at: trajectory.positions[frame])
          try demand(marks[frame] == CellGrid.eighths(from: mark.origin, length: 0).lowerBound)
        }
        try demand(world.view.allocated <= world.mostShown)
        try demand(world.mostShown <= 3 * layout.room.columns / 6 + 2)
        position = trajectory.positions[random.int(in: 0...trajectory.length)]
      }
    }
  }

  @Test("the widest viewport has IDs for all cells of the longest motion, there and back")
  func mostCells() {
    let widest = Limits.viewport.columns
    var world = HeaderWorld(.options, Self.numbers, columns: widest)
    // Far beyond the end on both sides.
    _ = world.show(OptionBarTrajectory(current: 500, positions: [0, 998, 500]))
    // Five bars of columns, and one cut by either edge.
    #expect(world.view.allocated == 835)
    #expect(world.view.allocated <= PagerParts.mostCells)
  }

  @Test(
    "S15-rounding: eighths of a cell are floored edges",
    arguments: [
      (0.0, 1.0, 0, 8), (0.124, 1, 0, 8), (0.125, 0.125, 1, 1), (-0.1, 1, -1, 8), (0.3, 0, 2, 0),
      (2.9999999999, 1, 24, 8), (0.06, 0.07, 0, 1), (1, -1, 8, 0),
    ]
  )
  func eighths(start: Double, length: Double, first: Int, count: Int) {
    let eighths = CellGrid.eighths(from: start, length: length)
    #expect(eighths.lowerBound == first && eighths.count == count)
  }
}
