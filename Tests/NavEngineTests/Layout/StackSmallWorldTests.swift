import NavBase
import NavEngine
import NavScene
import NavTestKit
import Testing

@Suite("All small stacks on the cell grid")
struct StackSmallWorldTests {
  /// Viewports in which all motions are tested; below 40 columns every page is full.
  private static let narrow = Array(1...24) + [39]
  private static let wide = [40, 41, 80, 81]

  @Test("SN-10, SN-23, D-2, D-4, D-14: at rest", arguments: narrow + wide)
  func atRest(columns: Int) throws {
    var checked = 0
    for state in Self.states(columns: columns, upTo: 4) {
      var world = StackWorld(state, viewport: CellSize(columns: columns, rows: 12))
      let trajectory = world.trajectory(at: .zero).trajectory
      try demand(
        trajectory.length == 0 && trajectory.tracks.isEmpty && trajectory.start == trajectory.end
      )
      try check(world, trajectory, at: "\(columns) columns, \(state.text)")
      try checkRest(world, trajectory.end, at: "\(columns) columns, \(state.text)")
      checked += 1
    }
    #expect(checked > 0)
  }

  @Test("SN-4 ... SN-17, D-2, D-6, D-9, D-12: every frame of all motions", arguments: narrow + wide)
  func inMotion(columns: Int) throws {
    let states = Self.places(columns: columns, upTo: 4)
    var checked = 0
    for (index, from) in sampled(Array(states.enumerated())) {
      for (number, to) in states.enumerated()
      where Self.isTried(index + number, columns: columns) {
        var world = StackWorld(from, viewport: CellSize(columns: columns, rows: 12))
        world.perform(at: .zero) { $0 = Self.follow(to, on: from) }
        guard world.view.motion != nil else { continue }
        let trajectory = world.trajectory(at: .zero).trajectory
        try check(world, trajectory, at: "\(columns) columns, \(from.text) to \(to.text)")
        checked += 1
      }
    }
    #expect(checked > 0)
  }

  @Test(
    "D-9, NC-15, SN-16: at any interruption, a motion continues from the visible offset"
  )
  func interruptions() throws {
    try forSeeds(0..<60) { generator in
      let columns = generator.pick([1, 2, 10, 39, 40, 41, 63, 80, 81, 120])
      var world = StackWorld("F", viewport: CellSize(columns: columns, rows: 12))
      var now = Duration.zero
      for serial in 1...25 {
        now += .milliseconds(generator.int(in: 0...(generator.oneIn(4) ? 900 : 200)))
        // A narrow stack is centred at either end of its offsets: at rest its visible position counts.
        let before = world.trajectory(at: now).trajectory.start
        let shown = world.view.offset(at: now)
        let command = Self.command(serial, &generator)
        world.perform(at: now, command)
        let place = "\(columns) columns at \(now), \(world.state.text)"
        let (trajectory, startedAt) = world.trajectory(at: now)
        try demand(startedAt <= now && now - startedAt < .seconds(1) / 60, place)
        let distance = abs(shown - world.view.target)
        if let motion = world.view.motion, motion.startedAt == now {
          let longest = world.view.metrics.motion.longestDistance * Double(columns)
          let start = motion.start
          try demand(distance > longest || start == shown, place)
          try demand(abs(start - world.view.target) <= longest, place)
          // Visible pages keep their position in frame 0; new pages may join those held at the edge, and a page that
          // replaced a popped one loses that position when it is popped itself (SN-8).
          for page in before.containers.dropFirst()
          where start == shown && page.frame.x > 3 && world.state.index(of: page.id) != nil {
            let x = trajectory.start[page.id]?.frame.x
            try demand(
              x ?? page.frame.x == page.frame.x,
              "\(place): page \(page.id) from \(page.frame.x) to \(x ?? -1)"
            )
          }
        }
        try check(world, trajectory, at: place)
        try demand(trajectory.end == world.freshRest, place)
      }
    }
  }

  // MARK: Worlds

  /// With half pages there are a hundred times as many motions: the wide viewports share them, and half of them are
  /// tested unless `NAV_SEEDS` asks for more.
  private static func isTried(_ motion: Int, columns: Int) -> Bool {
    guard let share = wide.firstIndex(of: columns) else { return true }
    return motion % wide.count == share && motion / wide.count % 2 < wanted(0..<1).count
  }

  /// All stacks of one to so many pages, with each page active at each edge.
  private static func states(columns: Int, upTo count: Int) -> [StackState] {
    (1...count).flatMap { count -> [StackState] in
      (0..<(columns < 40 ? 1 : 1 << count)).flatMap { sizes -> [StackState] in
        let pages = (0..<count).map { StackWorld.page($0, sizes >> $0 & 1 == 1 ? "h" : "F") }
        return (0..<count).flatMap { active in
          StackPosition.allCases.map {
            StackState(pages: StackPages(pages), active: active, position: $0)
          }
        }
      }
    }
  }

  /// The same without those that look alike.
  private static func places(columns: Int, upTo count: Int) -> [StackState] {
    var known: Set<StackView> = []
    return states(columns: columns, upTo: count).filter {
      known.insert(StackView(resting: $0, metrics: .cells(columns: columns))).inserted
    }
  }

  /// Returns a stack that shares another one's common pages at the bottom; its other pages are new.
  private static func follow(_ to: StackState, on from: StackState) -> StackState {
    let common = zip(from.pages, to.pages).prefix { $0 == $1 }.count
    let pages = to.pages.enumerated().map { index, page in
      index < common ? page : StackPage(id: StackLayout.pageID(10 + index), size: page.size)
    }
    return StackState(pages: StackPages(pages), active: to.active, position: to.position)
  }

  private static func command(
    _ serial: Int,
    _ generator: inout SplitMix64
  ) -> (inout StackState) -> Void {
    let page = StackWorld.page(serial, generator.oneIn(2) ? "F" : "h")
    let kind = generator.int(in: 0...9)
    let (place, position) = (generator.int(in: 0...99), generator.pick(StackPosition.allCases))
    return { state in
      let known = state.pages.isEmpty ? nil : state.pages[place % state.pages.count].id
      switch (kind, known) {
      case (0...3, _), (_, nil): state.push(page)
      case (4...5, _): state.pop()
      case (6, _): state.popToRoot()
      case (7, let known?): try? state.pop(to: known)
      case (8, let known?): try? state.push(page, onTopOf: known)
      case (_, let known?): try? state.activate(known, position)
      }
    }
  }

  // MARK: Laws

  /// Checks every frame of a trajectory.
  private func check(
    _ world: StackWorld,
    _ trajectory: Trajectory,
    at place: @autoclosure () -> String
  ) throws {
    let film = try StackFilm(trajectory)
    var everSeen = film.pages.map { _ in false }
    var everRead = everSeen
    let hasPopped = world.view.containers.contains(where: \.isPopped)
    let edges = bits(0..<StackMetrics.edges, of: film.columns)
    for frame in 0...film.length {
      let seen = film.seen(inFrame: frame)
      let shown = seen.reduce(0, |)
      let twin = ColumnTwin(world, film, frame: frame)
      try demand(twin.least & ~shown == 0, "\(place()): a gap in frame \(frame)")
      try demand(shown & ~twin.most == 0, "\(place()): a page beyond its end in frame \(frame)")
      // Popped pages slide beside their replacements: only then a page may be visible on both sides of one.
      let areWhole = hasPopped || seen.allSatisfy(isRun)
      try demand(areWhole, "\(place()): a page in two parts in frame \(frame)")
      let covered = seen.count { $0 != 0 && $0 & ~edges == 0 }
      try demand(
        covered <= (frame == film.length ? 2 : 3),
        "\(place()): \(covered) edges in frame \(frame)"
      )
      for index in film.pages.indices where seen[index] != 0 {
        everSeen[index] = true
        let step = world.layout.metrics.edge.step
        everRead[index] = everRead[index] || seen[index].nonzeroBitCount > Int(step)
        try demand(film.pages[index].places[frame].x >= 0, "\(place()): frame \(frame)")
      }
    }
    try checkSpeed(film, world, at: place())
    try demand(everSeen.allSatisfy(\.self), "\(place()): a page that is never seen")
    try demand(zip(film.pages, everRead).allSatisfy { $0.hasRows == $1 }, "\(place()): rows")
    try demand(trajectory.end == world.freshRest, "\(place()): not the rest of a fresh view")
    try checkEnd(film, trajectory.end, world, at: place())
  }

  /// Checks that no remaining page jumps.
  private func checkSpeed(
    _ film: StackFilm,
    _ world: StackWorld,
    at place: @autoclosure () -> String
  ) throws {
    let metrics = world.layout.metrics
    // A page that joins or leaves the edges moves by a step more.
    let speed = metrics.motion.fastest / 60 * (world.view.isSpread ? 2 : 1)
    let limit = Int(speed.rounded(.up)) + 1 + Int(metrics.edge.step)
    let live = Set(world.state.pages.map(\.id))
    for page in film.pages where live.contains(page.id) {
      for (a, b) in zip(page.places, page.places.dropFirst()) where !a.isHidden && !b.isHidden {
        try demand(abs(a.x - b.x) <= limit, "\(place()): page \(page.id) from \(a.x) to \(b.x)")
        try demand(
          abs(a.width - b.width) <= StackMetrics.edges,
          "\(place()): width \(a.width) to \(b.width)"
        )
      }
    }
  }

  /// Checks that the last frame is the rest; popped pages have left the viewport, except in a narrower stack.
  private func checkEnd(
    _ film: StackFilm,
    _ end: Scene,
    _ world: StackWorld,
    at place: @autoclosure () -> String
  ) throws {
    let isNarrower = world.view.geometry.maxScroll < 0 || world.view.target < 0
    let beforeEnd = film.seen(inFrame: max(0, film.length - 1))
    // A fraction of a column is left where the margin of SN-16 ends the motion; held popped pages count for the edges
    // as long as they slide (D-6).
    let rest =
      bits(0..<StackMetrics.edges, of: film.columns)
      | bits(film.columns - 1..<film.columns, of: film.columns)
    for (page, columns) in zip(film.pages, beforeEnd) {
      let last = page.places[film.length]
      if let rest = end[page.id] {
        try demand(
          rest.frame.x == last.x && rest.frame.width == last.width && !rest.isHidden
            && !last.isHidden && rest.overlay == last.overlay && rest.content.x == last.contentX,
          "\(place()): page \(page.id) ends at \(last)"
        )
      } else if !isNarrower, !world.state.pages.contains(where: { $0.id == page.id }) {
        try demand(columns & ~rest == 0, "\(place()): page \(page.id) vanishes from sight")
      }
    }
  }

  /// Checks a scene at rest.
  private func checkRest(_ world: StackWorld, _ scene: Scene, at place: String) throws {
    let columns = scene.viewport.columns
    let geometry = world.view.geometry
    let film = try StackFilm(Trajectory(rest: scene))
    let seen = Dictionary(uniqueKeysWithValues: zip(film.pages.map(\.id), film.seen(inFrame: 0)))
    let state = world.state
    let active = try #require(state.active)
    try demand(world.view.target == geometry.place(of: active, state.position).offset, place)
    let isNarrower = state.pages.count == 1 && state.pages[0].size == .half && columns >= 40
    let free = columns - seen.values.reduce(0) { $0 + $1.nonzeroBitCount }
    try demand(free == (isNarrower ? columns - columns / 2 : 0), "\(place): \(free) columns free")
    try demand(seen[state.pages[active].id] ?? 0 != 0, "\(place): the active page is not in view")
    for (index, page) in state.pages.enumerated() {
      guard let shown = scene[page.id] else { continue }
      let half = columns < 40 ? columns : columns / 2
      let least = page.size == .full ? columns : half
      let most = page.size == .full || columns < 40 ? columns : columns - half
      try demand((least...most).contains(shown.frame.width), "\(place): \(shown.frame)")
      let isAligned = StackPosition.allCases.contains {
        geometry.alignment(of: index, $0) == world.view.target
      }
      guard isAligned else { continue }
      let first = shown.frame.x + shown.content.x
      let text = bits(first..<first + world.layout.columns(of: page.size), of: columns)
      try demand(text.nonzeroBitCount == world.layout.columns(of: page.size), "\(place): \(shown)")
      try demand(text & ~(seen[page.id] ?? 0) == 0, "\(place): text of page \(index) is covered")
      guard page.size == .half, columns >= 40, index + 1 < state.pages.count,
        state.pages[index + 1].size == .half, geometry.location(of: index) == world.view.target
      else { continue }
      // D-4: a pair; the upper page has the odd column.
      let upper = try #require(scene[state.pages[index + 1].id])
      try demand(shown.frame.width == half && upper.frame.width == columns - half, place)
      try demand(upper.frame.x == half && upper.frame.maxX == columns, place)
    }
  }
}
