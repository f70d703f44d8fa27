import NavBase
import NavEngine
import Testing

@Suite("Splits: every short sequence of events")
struct SplitSmallWorldTests {
  private enum Event: Hashable, CaseIterable {
    case next
    case focusFirst
    case focusLast
    case wideRight
    case wideFarLeft
    case narrowDown
    case narrowFarUp
    case tinyDrag
    case lastBorderLeft
    case cancelled
  }

  private static let wide = CellSize(columns: 80, rows: 23)
  private static let narrow = CellSize(columns: 40, rows: 17)
  private static let tiny = CellSize(columns: 20, rows: 5)

  private struct World {
    var state: SplitState
    var twin: SplitTwin

    init(_ weights: [Int]) {
      state = SplitState(weights: weights)
      twin = SplitTwin(shares: state.shares)
    }

    mutating func perform(_ event: Event) throws {
      let last = state.shares.count - 1
      switch event {
      case .next:
        let isFurther = state.focusNext()
        twin.next()
        try #require(isFurther == (twin.focused > 0))
      case .focusFirst:
        state.focus(0)
        twin.focused = 0
      case .focusLast:
        state.focus(last)
        twin.focused = last
      case .wideRight: try drag(0, by: 3, SplitSmallWorldTests.wide)
      case .wideFarLeft: try drag(0, by: -90, SplitSmallWorldTests.wide)
      case .narrowDown: try drag(0, by: 1, SplitSmallWorldTests.narrow)
      case .narrowFarUp: try drag(0, by: -90, SplitSmallWorldTests.narrow)
      case .tinyDrag: try drag(0, by: 1, SplitSmallWorldTests.tiny)
      case .lastBorderLeft: try drag(last - 1, by: -2, SplitSmallWorldTests.wide)
      case .cancelled:
        let before = state
        let layout = SplitLayout(state, room: SplitSmallWorldTests.wide)
        let drag = try #require(SplitDrag(layout, border: 0))
        state.set(shares: drag.shares(movedBy: 9))
        state.set(shares: drag.startingShares)
        try #require(state == before)
      }
    }

    private mutating func drag(_ border: Int, by distance: Int, _ room: CellSize) throws {
      let isShown = twin.drag(border, by: distance, room.columns, room.rows)
      let drag = SplitDrag(SplitLayout(state, room: room), border: border)
      try #require((drag != nil) == isShown)
      guard let drag else { return }
      // The moves of a drag carry the distance from its start: the moves between change nothing.
      for moved in [-distance, distance] {
        let isValid = state.set(shares: drag.shares(movedBy: moved))
        try #require(isValid)
      }
    }
  }

  @Test(
    "SPL-5, SPL-6, SPL-8, SPL-9, SPL-10, SPL-14: all sequences of up to 4 events, in three viewports at once",
    arguments: [[1, 1], [1, 1, 1], [1, 9], [2, 1, 1]]
  )
  func sequences(weights: [Int]) throws {
    var count = 0
    var seen: Set<SplitState> = []
    func go(_ world: World, _ depth: Int) throws {
      count += 1
      // The checks depend on the state alone.
      if seen.insert(world.state).inserted {
        for room in [Self.wide, Self.narrow, Self.tiny] {
          let layout = SplitLayout(world.state, room: room)
          try SplitChecks.check(layout)
          try #require(layout.shownParts.contains(world.state.focused))
        }
      }
      try #require(world.state.shares == world.twin.shares)
      try #require(world.state.focused == world.twin.focused)
      guard depth < 4 else { return }
      for event in Event.allCases {
        var next = world
        try next.perform(event)
        try go(next, depth + 1)
      }
    }
    try go(World(weights), 0)
    #expect(count == 11_111)
    #expect(seen.count > 20)
  }
}
