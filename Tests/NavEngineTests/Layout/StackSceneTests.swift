import NavBase
import NavEngine
import NavScene
import NavTestKit
import Testing

@Suite("StackLayout: scenes of a stack")
struct StackSceneTests {
  @Test("D-6: in the last frame of a motion popped pages are removed, wherever they are")
  func lastFrame() throws {
    // A half page left alone is centred, and the popped one would be visible beside it.
    for pages in ["hh", "hF", "Fh", "FF"] {
      var world = StackWorld(pages, viewport: CellSize(columns: 80, rows: 24))
      world.perform(at: .zero) { $0.pop() }
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
        world.perform(at: .zero) { $0.pop() }
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
          world.perform(at: .zero) { $0.push(StackWorld.page(20, letter)) }
          let trajectory = world.trajectory(at: .zero).trajectory
          let new = try #require(trajectory.start[StackLayout.pageID(20)])
          #expect(new.frame.x == columns && new.frame.y == 0 && new.isHidden)
          #expect(new.parent == StackLayout.stackID && new.frame.height == world.layout.room.rows)
          #expect(new.headerHeight == world.layout.headerHeight)
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
