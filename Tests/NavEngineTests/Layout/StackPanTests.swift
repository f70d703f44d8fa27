import NavBase
import NavEngine
import NavScene
import NavTestKit
import Testing

@Suite("StackGesture: a stack under a drag")
struct StackPanTests {
  private let metrics = StackMetrics.points(viewport: 944)

  private func view(_ state: StackState) -> StackView {
    StackView(resting: state, metrics: metrics)
  }

  // MARK: The model

  @Test("SN-19: a pan begins at the active page, moves have the whole distance, cancel undoes it")
  func phases() throws {
    var stack = StackState(letters: "Fhh")
    stack.pan(to: 1)
    stack.cancelPan()
    #expect(stack.gesture == nil)
    stack.beginPan(delta: 0.25)
    let base = StackLayout.pageID(2)
    #expect(stack.gesture?.phase == .panning(base: base, position: .right, delta: 0.25))
    stack.pan(to: -0.5)
    #expect(stack.gesture?.phase == .panning(base: base, position: .right, delta: -0.5))
    #expect(stack.gesture?.serial == 1 && stack.gesture?.isPanning == true)
    stack.cancelPan()
    #expect(stack.gesture?.phase == .cancelled && stack.gesture?.serial == 1)
    #expect(stack.active == 2 && stack.position == .right)
    stack.beginPan()
    try stack.release(active: StackLayout.pageID(0), position: .left, velocity: -2)
    #expect(stack.gesture?.phase == .released(velocity: -2) && stack.gesture?.serial == 2)
    #expect(stack.active == 0 && stack.position == .left)
    // The pan has ended: moves have no effect.
    let over = stack
    stack.pan(to: 3)
    stack.cancelPan()
    try stack.release(active: StackLayout.pageID(1), position: .left, velocity: 0)
    #expect(stack == over)
  }

  @Test("SN-19: an empty stack can't be panned")
  func emptyStack() throws {
    var stack = StackState()
    stack.beginPan()
    #expect(stack == StackState())
    #expect(view(stack).deltaOfPan(beginning: stack, at: .zero) == 0)
    #expect(view(stack).release(of: stack, velocity: 1, at: .zero) == nil)
  }

  @Test("D-15: a release that names a removed page changes nothing")
  func unknownPage() {
    var stack = StackState(letters: "Fhh")
    stack.beginPan()
    let before = stack
    #expect(throws: StackError.self) {
      try stack.release(active: StackLayout.pageID(9), position: .left, velocity: 0)
    }
    #expect(stack == before)
  }

  @Test("D-7, SNQ-3: every command with a target ends a pan and cancels a pending snap")
  func commandsEndPans() throws {
    let commands: [(inout StackState) throws -> Void] = [
      { $0.push(StackWorld.page(9, "h")) }, { $0.pop() }, { $0.popToRoot() },
      { try $0.pop(to: StackLayout.pageID(1)) }, { try $0.activate(StackLayout.pageID(0)) },
      { try $0.activate(StackLayout.pageID(2), .right) }, { $0.set([]) },
      { try $0.push(StackWorld.page(9, "F"), onTopOf: StackLayout.pageID(0)) },
    ]
    for command in commands {
      for isReleased in [false, true] {
        var stack = StackState(letters: "Fhh")
        stack.beginPan()
        if isReleased {
          try stack.release(active: StackLayout.pageID(2), position: .right, velocity: 1)
        }
        try command(&stack)
        #expect(stack.gesture == nil)
        // Serials are never reused.
        stack.push(StackWorld.page(10, "h"))
        stack.beginPan()
        #expect(stack.gesture?.serial == 2)
      }
    }
    // A command that changes nothing ends nothing.
    var stack = StackState(letters: "Fhh")
    stack.beginPan()
    let before = stack
    try stack.activate(StackLayout.pageID(2))
    try stack.pop(to: StackLayout.pageID(2))
    stack.set(Array(stack.pages))
    #expect(stack == before)
  }

  // MARK: Views

  @Test(
    "SN-4, SN-19: one to one inside, half as far beyond the ends, each viewport in its own lengths"
  )
  func following() {
    for viewport in [944.0, 688, 1_416] {
      let metrics = StackMetrics.points(viewport: viewport)
      for delta in [-5.0, -1, -0.25, 0, 0.5, 4] {
        var stack = StackState(letters: "Fhhhh")
        var view = StackView(resting: stack, metrics: metrics)
        let rest = view.target
        stack.beginPan()
        view.follow(stack, at: .zero)
        stack.pan(to: delta)
        view.follow(stack, at: .milliseconds(10))
        let offset = rest + delta * 472
        let isFar = abs(offset - rest) > viewport * 2 + 5 * 944
        #expect(isFar || view.offset(at: .seconds(9)) == offset)
        #expect(view.motion == nil && view.target == rest && view.held != nil)
        // A view made during the pan shows the pan.
        #expect(StackView(resting: stack, metrics: metrics).held == view.held)
        stack.cancelPan()
        view.follow(stack, at: .seconds(1))
        #expect(view.held == nil && (view.motion == nil) == (delta == 0))
        #expect(delta == 0 || view.motion?.start == view.offset(at: .seconds(1)))
        view.settle(at: .seconds(9))
        #expect(view.target == rest && view.motion == nil)
      }
    }
  }

  @Test(
    "SN-22, D-7: in every frame of a motion a pan begins at the visible offset, and popped pages stay"
  )
  func takingHold() throws {
    var stack = StackState(letters: "Fhhh")
    var moving = view(stack)
    stack.popToRoot()
    moving.follow(stack, at: .zero)
    let length = try #require(moving.motion).length
    for frame in 0..<length {
      let now = FrameTime.start(of: frame)
      var (stack, view) = (stack, moving)
      let shown = view.offset(at: now)
      let before = view.geometry.frames(at: shown)
      stack.beginPan(delta: view.deltaOfPan(beginning: stack, at: now))
      view.follow(stack, at: now)
      let held = try #require(view.held)
      #expect(isNear(held, shown) && view.motion == nil)
      #expect(view.containers.map(\.isPopped) == [false, true, true, true])
      #expect(zip(view.geometry.frames(at: held), before).allSatisfy { $0.isNear($1) })
      // They stay until the motion after the release is over.
      view.settle(at: .seconds(60))
      #expect(view.containers.hasPopped)
      // Also while only popped pages are in view.
      let release = try #require(view.release(of: stack, velocity: 0, at: now))
      try stack.release(active: release.active, position: release.position, velocity: 0)
      view.follow(stack, at: .seconds(60))
      #expect(view.containers.hasPopped == (view.motion != nil))
      view.settle(at: .seconds(70))
      #expect(!view.containers.hasPopped && view.target == 0)
    }
  }

  @Test(
    "SN-21: a release goes beyond its target and comes back; without speed it goes straight",
    arguments: [
      (velocity: 0.0, beyond: 0.0), (1, 10), (-1, -10), (1_500, 10), (1_501, 1_501.0 / 150),
      (-3_000, -20), (-90_000, -600),
    ] as [(velocity: Double, beyond: Double)]
  )
  func overshoot(velocity: Double, beyond: Double) throws {
    var stack = StackState(letters: "Fhhhh")
    var view = view(stack)
    stack.beginPan()
    stack.pan(to: -1.25)
    view.follow(stack, at: .zero)
    let held = try #require(view.held)
    let release = try #require(view.release(of: stack, velocity: velocity, at: .zero))
    try stack.release(
      active: release.active,
      position: release.position,
      velocity: release.velocity
    )
    view.follow(stack, at: .seconds(1))
    let place = view.restingPlace(of: stack).offset
    let motion = try #require(view.motion)
    #expect(motion.start == held && motion.target == place && view.target == place)
    #expect(motion.legs.count == (beyond == 0 ? 1 : 2))
    #expect(motion.length == motion.steps.count && motion.steps.last == place)
    #expect((0...motion.length).map(motion.offset) == [held] + motion.steps)
    guard let first = motion.legs.first, beyond != 0 else { return }
    #expect(isNear(first.target, place + beyond) && motion.legs.last?.start == first.target)
    // Margins of 3 and of 1: the last step but one of each leg is not that near.
    let ends = motion.legs.map { abs(($0.steps.dropLast().last ?? $0.start) - $0.target) }
    #expect(ends[0] < 3 && ends[1] < 1)
    let before = motion.legs.map { abs(($0.steps.dropLast(2).last ?? $0.start) - $0.target) }
    #expect(before[0] >= 3 && before[1] >= 1)
  }

  @Test(
    "D-9, D-12: observing the same release again changes nothing; a view made then is at rest"
  )
  func seenOnce() throws {
    var stack = StackState(letters: "Fhhhh")
    var seeing = view(stack)
    stack.beginPan()
    stack.pan(to: -0.9)
    seeing.follow(stack, at: .zero)
    try stack.release(active: StackLayout.pageID(2), position: .right, velocity: -1)
    seeing.follow(stack, at: .zero)
    let running = seeing
    seeing.follow(stack, at: .milliseconds(100))
    #expect(seeing == running && running.motion != nil)
    let born = view(stack)
    #expect(born.motion == nil && born.held == nil)
    seeing.settle(at: .seconds(9))
    seeing.follow(stack, at: .seconds(9))
    #expect(seeing.motion == nil && seeing.target == born.target)
    // The next pan is a new one.
    stack.beginPan()
    seeing.follow(stack, at: .seconds(10))
    try stack.release(active: StackLayout.pageID(2), position: .right, velocity: -1)
    seeing.follow(stack, at: .seconds(10))
    #expect(seeing.motion?.legs.count == 2)
  }

  @Test("D-7, SNQ-3: a command during an overshoot goes straight to its own target")
  func cancelledSnap() throws {
    for (page, isSame) in [(4, true), (2, false)] {
      var stack = StackState(letters: "Fhhhh")
      var view = view(stack)
      stack.beginPan()
      try stack.release(active: StackLayout.pageID(4), position: .right, velocity: 3)
      view.follow(stack, at: .zero)
      let shown = view.offset(at: .milliseconds(34))
      #expect(shown != view.target)
      try stack.activate(StackLayout.pageID(page), .right)
      view.follow(stack, at: .milliseconds(34))
      let motion = try #require(view.motion)
      #expect(motion.legs.count == 1 && motion.start == shown)
      #expect((motion.target == 1_888) == isSame && motion.target == view.target)
    }
  }

  @Test("NC-12, D-14: a release after a pan aims at pages in view, not at those that have left it")
  func releaseAims() throws {
    // At rest on the last two; the pan shows the root, and comes back: the root stays loaded, and does not count.
    var stack = StackState(letters: "Fhh")
    var view = view(stack)
    stack.beginPan()
    for delta in [-0.5, -0.001, 0] {
      stack.pan(to: delta)
      view.follow(stack, at: .zero)
    }
    #expect(view.contents.visible == (0..<3).map { StackLayout.pageID($0) })
    let left = try #require(view.release(of: stack, velocity: -10, at: .zero))
    #expect(left.active == StackLayout.pageID(1) && left.position == .left)
    let right = try #require(view.release(of: stack, velocity: 10, at: .zero))
    #expect(right.active == StackLayout.pageID(2) && right.position == .right)
    #expect(isNear(right.velocity, 10.0 / 944))
    // A release also counts a last move that the view has not followed yet.
    var fresh = self.view(StackState(letters: "Fhh"))
    var late = StackState(letters: "Fhh")
    late.beginPan()
    fresh.follow(late, at: .zero)
    late.pan(to: -1.1)
    let aimed = try #require(fresh.release(of: late, velocity: -10, at: .zero))
    #expect(aimed.active == StackLayout.pageID(0) && aimed.position == .left)
    // The view itself has not followed that move.
    #expect(fresh.held == fresh.target)
  }

  @Test("SN-23: a stack narrower than its viewport is pulled from the middle, to both sides alike")
  func narrowStacks() throws {
    for position in StackPosition.allCases {
      var stack = StackState(root: StackWorld.page(0, "h"))
      try stack.activate(StackLayout.pageID(0), position)
      var view = view(stack)
      stack.beginPan()
      view.follow(stack, at: .zero)
      for delta in [-1, -0.25, -1e-9, 0, 1e-9, 0.25, 1] {
        stack.pan(to: delta)
        view.follow(stack, at: .zero)
        let x = try #require(view.geometry.frames(at: view.offset(at: .zero)).first).x
        #expect(isNear(x, 236 - delta * 236), "\(delta) gives \(x)")
        // On either side: it continues from there, and ends in the middle.
        for velocity in [-3.0, 0, 3] {
          var (stack, view) = (stack, view)
          try stack.release(
            active: StackLayout.pageID(0),
            position: position,
            velocity: velocity
          )
          view.follow(stack, at: .zero)
          let steps = view.motion?.steps ?? []
          let values = steps.map { view.geometry.frames(at: $0)[0].x }
          #expect(abs((values.first ?? x) - x) < 70, "\(delta), \(velocity): \(values)")
          #expect(isNear(values.last ?? 236, 236))
        }
      }
    }
  }

  @Test("AboutCells: in cells a released pan overshoots by a column, and no motion is cut short")
  func cells() throws {
    for columns in 1...Limits.viewport.columns {
      let metrics = StackMetrics.cells(columns: columns)
      for velocity in [-1e6, -1, 1, 1e6] {
        var stack = StackState(letters: "FFFFF")
        var view = StackView(resting: stack, metrics: metrics)
        stack.beginPan()
        stack.pan(to: velocity < 0 ? -100 : 3)
        view.follow(stack, at: .zero)
        try stack.release(active: StackLayout.pageID(2), position: .left, velocity: velocity)
        view.follow(stack, at: .zero)
        let motion = try #require(view.motion)
        #expect(motion.length <= Limits.frames)
        let beyond = abs(motion.legs[0].target - view.target)
        #expect(isNear(beyond, abs(velocity) > 1 ? Double(columns) : max(1, Double(columns) / 150)))
        let ends = motion.legs.map { abs(($0.steps.dropLast().last ?? $0.start) - $0.target) }
        #expect(ends[0] < 0.5 && ends[1] < 0.25, "\(columns) columns: \(ends)")
      }
    }
  }

  @Test("a pan of any length, in viewports of any width, is shown")
  func anyPan() throws {
    for columns in [0, 1, 2, 39, 40, 81] {
      let layout = CellSize(columns: columns, rows: 9)
      for pages in ["h", "F", "Fh", "hhh", "FhFhFh"] {
        for delta in [-1e300, -3.3, 0.1, 1e300] {
          var world = StackWorld(pages, viewport: layout)
          world.perform(at: .zero) { $0.beginPan() }
          world.perform(at: .zero) { $0.pan(to: delta) }
          let trajectory = world.trajectory(at: .zero).trajectory
          #expect(trajectory.length == 0 && trajectory.start == trajectory.end)
          let release = world.view.release(of: world.state, velocity: 5, at: .zero)
          #expect((release == nil) == (columns == 0))
          try world.perform(at: .zero) {
            guard let release else { return $0.cancelPan() }
            try $0.release(
              active: release.active,
              position: release.position,
              velocity: release.velocity
            )
          }
          #expect(world.trajectory(at: .zero).trajectory.end == world.freshRest)
        }
      }
    }
  }
}
