import NavBase
import NavEngine
import NavScene
import NavTestKit
import Testing

@Suite("StackLayout: scenes of a stack, and their updates for viewers")
struct StackSceneTests {
  private static let sizes = [
    CellSize(columns: 80, rows: 24), CellSize(columns: 200, rows: 60),
    CellSize(columns: 40, rows: 12),
    CellSize(columns: 39, rows: 10), CellSize(columns: 1, rows: 1), CellSize(columns: 10, rows: 3),
    CellSize(columns: 500, rows: 150),
  ]

  /// Commands, each so many milliseconds after the one before.
  private struct Scenario: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let pages: String
    let commands: [(after: Int, command: @Sendable (inout StackState) throws -> Void)]
  }

  private static func push(
    _ serial: Int,
    _ letter: Character
  ) -> @Sendable (inout StackState) -> Void {
    { $0.push(StackWorld.page(serial, letter)) }
  }

  private static let pop: @Sendable (inout StackState) -> Void = { $0.pop() }

  private static let scenarios = [
    Scenario(testDescription: "a push", pages: "F", commands: [(0, push(1, "h"))]),
    Scenario(testDescription: "a push of a full page", pages: "Fhh", commands: [(0, push(3, "F"))]),
    Scenario(testDescription: "a pop", pages: "Fhhh", commands: [(0, pop)]),
    Scenario(
      testDescription: "the last pop",
      pages: "F",
      commands: [(0, pop), (50, push(1, "F"))]
    ),
    Scenario(
      testDescription: "a pop during a push",
      pages: "Fh",
      commands: [(0, push(2, "h")), (120, pop), (60, pop)]
    ),
    Scenario(
      testDescription: "a push during a pop",
      pages: "FhF",
      commands: [(0, pop), (120, push(3, "h")), (90, push(4, "F"))]
    ),
    Scenario(
      testDescription: "edges activated one after the other",
      pages: "Fhhhh",
      commands: [
        (0, { try $0.activate(StackLayout.pageID(2)) }),
        (70, { try $0.activate(StackLayout.pageID(1)) }),
        (900, { try $0.activate(StackLayout.pageID(4)) }),
      ]
    ),
    Scenario(
      testDescription: "to the root from a depth of 30, and up again in between",
      pages: String(repeating: "Fhh", count: 10),
      commands: [(0, { $0.popToRoot() }), (200, push(40, "F")), (200, { $0.popToRoot() })]
    ),
    Scenario(
      testDescription: "full pages in place of half ones, which are held beside those that stay",
      pages: "Fhhhhhh",
      commands: [
        (
          0,
          { state in
            let new = [29, 30].map { StackWorld.page($0, "F") }
            state.set(Array(state.pages.prefix(4)) + new)
          }
        )
      ]
    ),
    Scenario(
      testDescription: "another stack in place of a deep one",
      pages: "hFhF",
      commands: [(0, { $0.set([StackWorld.page(29, "h")]) }), (150, pop)]
    ),
  ]

  @Test(
    "D-6, D-12: every viewer's replica shows each frame, and ends where a new view rests",
    arguments: scenarios,
    sizes
  )
  private func replicas(scenario: Scenario, viewport: CellSize) throws {
    var world = StackWorld(scenario.pages, viewport: viewport)
    var now = Duration.seconds(100)
    let before = world.trajectory(at: now).trajectory.end
    var publisher = Publisher(epoch: 1, seq: 1, version: 1, scene: before)
    var replica = try Replica(publisher.snapshot(now: now), now: now)
    for (index, step) in scenario.commands.enumerated() {
      now += .milliseconds(step.after)
      try world.perform(at: now, step.command)
      let (trajectory, startedAt) = world.trajectory(at: now)
      let update = publisher.publish(
        trajectory,
        startedAt: startedAt,
        seq: UInt64(index + 2),
        version: UInt64(index + 2),
        now: now
      )
      #expect(replica.receive(update, now: startedAt) == .applied)
      try checkScenes(trajectory, world)
      let isLast = index == scenario.commands.count - 1
      let until =
        isLast ? now + .seconds(10) : now + .milliseconds(scenario.commands[index + 1].after)
      for frame in 0...trajectory.length {
        let time = startedAt + FrameTime.start(of: frame)
        guard time <= until else { break }
        let shown = try replica.scene(at: time)
        try #require(
          shown == trajectory.scene(atFrame: frame),
          "frame \(frame) of \(trajectory.length)"
        )
      }
    }
    let end = try replica.scene(at: now + .seconds(10))
    #expect(end == world.freshRest)
    world.checkSettled(at: now + .seconds(10), end: end)
  }

  /// Checks the conditions on every published trajectory.
  private func checkScenes(_ trajectory: Trajectory, _ world: StackWorld) throws {
    try #require(trajectory.length <= Limits.frames)
    let live = Set(world.state.pages.map(\.id))
    for scene in [trajectory.start, trajectory.end] {
      #expect(scene.viewport == world.viewport)
      #expect(scene.focus == world.state.activePage?.id)
      #expect(scene.focusKind == (world.state.activePage == nil ? .none : .text))
      #expect(scene.session == "tree" && scene.viewers == 1)
      #expect(scene[StackLayout.stackID]?.kind == .stack)
      for page in scene.containers.dropFirst() {
        #expect(page.parent == StackLayout.stackID && page.frame.y == 0)
        #expect(page.frame.height == world.layout.frame(of: .full).rows)
        #expect(page.headerHeight == world.layout.headerHeight)
      }
    }
    #expect(
      trajectory.end.containers.dropFirst().allSatisfy { live.contains($0.id) && !$0.isHidden }
    )
    for track in trajectory.tracks {
      #expect(track.values.allSatisfy(track.field.range.contains), "\(track.field)")
      #expect(!track.values.isEmpty && trajectory.start[track.container] != nil)
    }
    // Only visible pages are in the scene: few, however deep the stack is.
    #expect(
      trajectory.start.containers.count <= 16,
      "\(trajectory.start.containers.count) containers"
    )
    var seen = Set(trajectory.end.owners.compactMap(\.self))
    #expect(seen == Set(trajectory.end.containers.dropFirst().map(\.id)))
    for frame in 0..<trajectory.length {
      seen.formUnion(trajectory.scene(atFrame: frame).owners.compactMap(\.self))
    }
    #expect(seen == Set(trajectory.start.containers.dropFirst().map(\.id)))
  }

  @Test("D-6: in the last frame of a motion popped pages are removed, wherever they are")
  func lastFrame() throws {
    // A half page left alone is centred, and the popped one would be visible beside it.
    for pages in ["hh", "hF", "Fh", "FF"] {
      var world = StackWorld(pages, viewport: CellSize(columns: 80, rows: 24))
      world.perform(at: .zero, Self.pop)
      let length = try #require(world.view.motion).length
      #expect(world.view.containers.count == 2)
      let root = [StackLayout.pageID(0)]
      #expect(world.layout.shownPages(of: world.view, from: length) == root)
      #expect(world.layout.shownPages(of: world.view, from: length - 1).first == root[0])
      let trajectory = world.trajectory(at: FrameTime.start(of: length)).trajectory
      #expect(trajectory == Trajectory(rest: world.freshRest))
    }
  }

  @Test("D-6, SN-10: from every frame a motion ends at rest, also if popped pages are held")
  func fromEveryFrame() throws {
    for (pages, kept, new) in [("Fhhhhhhhh", 4, "Fh"), ("hhhhhhh", 3, "FF"), ("Fhhh", 1, "hhhh")] {
      for columns in [39, 40, 41, 80] {
        var world = StackWorld(pages, viewport: CellSize(columns: columns, rows: 12))
        world.perform(at: .zero) { state in
          let added = new.enumerated().map { StackWorld.page(20 + $0, $1) }
          state.set(Array(state.pages.prefix(kept)) + added)
        }
        for frame in 0...(world.view.motion?.length ?? 0) {
          let trajectory = world.trajectory(at: FrameTime.start(of: frame)).trajectory
          #expect(
            trajectory.end == world.freshRest,
            "\(pages) in \(columns) columns, frame \(frame)"
          )
        }
      }
    }
  }

  @Test(
    "D-6, D-12: in a longer motion a stack rests from its own last frame on, popped pages hidden"
  )
  func longerMotions() throws {
    for pages in ["Fh", "hh", "hF", "Fhhh", "FFFF"] {
      for columns in [1, 39, 40, 81] {
        var world = StackWorld(pages, viewport: CellSize(columns: columns, rows: 12))
        world.perform(at: .zero, Self.pop)
        let own = world.trajectory(at: .zero).trajectory
        let longer = world.trajectory(at: .zero, longerBy: 7).trajectory
        #expect(longer.length == own.length + 7 && longer.end == own.end)
        for frame in 0..<own.length {
          #expect(longer.scene(atFrame: frame) == own.scene(atFrame: frame), "frame \(frame)")
        }
        for frame in own.length..<longer.length {
          #expect(longer.scene(atFrame: frame).owners == own.end.owners, "frame \(frame)")
        }
        // At rest there is nothing to hide.
        var resting = StackWorld(pages, viewport: CellSize(columns: columns, rows: 12))
        let still = resting.trajectory(at: .zero, longerBy: 3).trajectory
        #expect(still.length == 3 && still.tracks.isEmpty && still.start == still.end)
      }
    }
  }

  @Test("D-4: another container in a page is moved beside the edges, like text")
  func containersInPages() throws {
    for columns in [39, 40, 41, 80] {
      var world = StackWorld("Fhhhh", viewport: CellSize(columns: columns, rows: 12))
      world.perform(at: .zero) { try? $0.activate(StackLayout.pageID(1), .left) }
      let text = world.trajectory(at: .zero).trajectory
      let other = world.trajectory(at: .zero, holdsContainers: true).trajectory
      for frame in 0...text.length {
        let (rows, child) = (text.scene(atFrame: frame), other.scene(atFrame: frame))
        #expect(rows.containers.map(\.id) == child.containers.map(\.id))
        for page in rows.containers.dropFirst() {
          #expect(child[page.id]?.scroll.x == -page.content.x, "frame \(frame)")
          #expect(child[page.id]?.frame == page.frame)
        }
      }
    }
  }

  @Test("SN-4, AboutCells: a pull shows whole cells, as many at one end as at the other")
  func pulledCells() throws {
    for (pages, first, last) in [("FF", 0, 1), ("Fhh", 0, 2), ("hhh", 0, 2)] {
      for columns in [40, 41, 80] {
        var world = StackWorld(pages, viewport: CellSize(columns: columns, rows: 12))
        let width = world.view.metrics.width(of: world.state.pages[0].size)
        try world.perform(at: .zero) { try $0.activate(StackLayout.pageID(first), .left) }
        world.perform(at: .seconds(9)) { $0.beginPan() }
        for pull in 0...9 {
          world.perform(at: .seconds(9)) { $0.pan(to: -Double(pull) / width) }
          let scene = world.trajectory(at: .seconds(9)).trajectory.end
          #expect(scene[StackLayout.pageID(first)]?.frame.x == pull / 2, "\(pages) by \(pull)")
        }
        world = StackWorld(pages, viewport: CellSize(columns: columns, rows: 12))
        let end = world.view.metrics.width(of: world.state.pages[last].size)
        world.perform(at: .zero) { $0.beginPan() }
        let top = StackLayout.pageID(last)
        let rest = try #require(world.trajectory(at: .zero).trajectory.end[top]).frame
        for pull in 0...9 where rest.x > 9 {
          world.perform(at: .zero) { $0.pan(to: Double(pull) / end) }
          let scene = world.trajectory(at: .zero).trajectory.end
          #expect(scene[top]?.frame.x == rest.x - pull / 2, "\(pages) by \(pull)")
        }
      }
    }
  }

  @Test("NC-3: a pushed page comes in from the right, and has the focus from the first frame on")
  func pushes() throws {
    for columns in [1, 10, 39, 40, 41, 80, 81, 200] {
      for pages in ["F", "Fh", "hh", "FF", "Fhhhh"] {
        for letter: Character in ["F", "h"] {
          var world = StackWorld(pages, viewport: CellSize(columns: columns, rows: 24))
          let before = world.trajectory(at: .zero).trajectory.end
          world.perform(at: .zero, Self.push(20, letter))
          let trajectory = world.trajectory(at: .zero).trajectory
          let new = try #require(trajectory.start[StackLayout.pageID(20)])
          #expect(new.frame.x == columns && new.isHidden)
          #expect(trajectory.start.focus == new.id && trajectory.end.focus == new.id)
          #expect(trajectory.start.owners == before.owners)
          let right = try #require(trajectory.end[new.id]).frame.maxX
          // A full page held beside edges reaches beyond the viewport's end.
          #expect((columns...columns + 2).contains(right), "\(pages) and \(letter) in \(columns)")
        }
      }
    }
  }

  @Test(
    "a trajectory drawn frame by frame",
    arguments: [
      ("push-40x6", "Fh", { @Sendable state in state.push(StackWorld.page(2, "h")) }),
      ("pop-40x6", "Fhh", { @Sendable state in state.pop() }),
    ] as [(String, String, @Sendable (inout StackState) -> Void)]
  )
  func golden(name: String, pages: String, command: @Sendable (inout StackState) -> Void) throws {
    var world = StackWorld(pages, viewport: CellSize(columns: 40, rows: 6))
    world.perform(at: .zero, command)
    let trajectory = world.trajectory(at: .zero).trajectory
    let lines = (0...trajectory.length).map { frame in
      let number = String(frame)
      return String(repeating: " ", count: 2 - number.count) + number + " "
        + trajectory.scene(atFrame: frame).drawing
    }
    try GoldenText().check(lines.joined(separator: "\n") + "\n", name: name)
  }
}

extension StackWorld {
  /// Checks that nothing is left of a motion that is over.
  fileprivate mutating func checkSettled(at now: Duration, end: Scene) {
    let rest = trajectory(at: now).trajectory
    #expect(rest == Trajectory(rest: end))
    #expect(view.motion == nil && view.containers == StackContainers(state.pages))
    #expect(layout.shownPages(of: view, from: 0) == end.containers.dropFirst().map(\.id))
  }
}
