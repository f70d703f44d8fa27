import NavBase
import NavEngine
import NavScene
import NavTestKit
import Testing

@Suite("StackView on cells: motions begin at the visible positions and ease to their cells")
struct StackCellMotionTests {
  private static let widths = [40, 41, 63, 80, 81, 120, 200]

  /// Returns the column of a page's left edge frame by frame; nil if it is not visible.
  private func columns(of serial: Int, in trajectory: Trajectory) -> [Int?] {
    (0...trajectory.length).map { frame in
      let page = trajectory.scene(atFrame: frame)[StackLayout.pageID(serial)]
      return page.flatMap { $0.isHidden ? nil : $0.frame.x }
    }
  }

  /// Returns the trajectory of a command on a stack at rest.
  private func trajectory(
    _ pages: String,
    _ columns: Int,
    _ command: (inout StackState) -> Void
  ) -> (trajectory: Trajectory, before: Scene, world: StackWorld) {
    var world = StackWorld(pages, viewport: CellSize(columns: columns, rows: 12))
    let before = world.trajectory(at: .zero).trajectory.end
    world.perform(at: .zero, command)
    return (world.trajectory(at: .zero).trajectory, before, world)
  }

  @Test("a pop eases to its cells as a push does", arguments: widths)
  func mirrors(columns: Int) throws {
    let push = trajectory("Fh", columns) { $0.push(StackWorld.page(2, "h")) }.trajectory
    let pop = trajectory("Fhh", columns) { $0.pop() }.trajectory
    try #require(push.length == pop.length)
    let rest = columns / 2
    let left = self.columns(of: 2, in: push)
    let right = self.columns(of: 1, in: pop)
    for frame in 1...push.length {
      // Both halves move alike; the popped one begins beside the edges.
      guard let a = left[frame], let b = right[frame], b > 3 else { continue }
      #expect(a - rest == rest - b, "frame \(frame): \(a) and \(b)")
    }
  }

  @Test(
    "all edges reach their last cell in one frame, when less than one cell is left",
    arguments: ["Fh", "Fhh", "FF", "Fhhhh", "hh", "hF"],
    widths
  )
  func ends(pages: String, columns: Int) throws {
    let (trajectory, _, world) = self.trajectory(pages, columns) { $0.pop() }
    let motion = try #require(world.view.motion)
    let close = try #require(
      (0...trajectory.length).first { abs(motion.offset(atFrame: $0) - motion.target) < 1 }
    )
    for frame in close..<trajectory.length {
      #expect(trajectory.scene(atFrame: frame).owners == trajectory.end.owners, "frame \(frame)")
    }
    // The popped page stays beside the one below it during the motion.
    let top = pages.count - 1
    for frame in 1..<trajectory.length where !world.view.isSpread {
      let scene = trajectory.scene(atFrame: frame)
      guard let popped = scene[StackLayout.pageID(top)], !popped.isHidden,
        let below = scene[StackLayout.pageID(top - 1)], popped.frame.x > 3
      else { continue }
      #expect(below.frame.maxX >= popped.frame.x, "frame \(frame)")
    }
  }

  @Test(
    "a page pushed on a lone half page comes from the right while that one leaves the middle",
    arguments: ["h", "F"] as [Character],
    widths
  )
  func pushOntoLone(letter: Character, columns: Int) throws {
    let (trajectory, before, world) = self.trajectory("h", columns) {
      $0.push(StackWorld.page(1, letter))
    }
    #expect(trajectory.start.owners == before.owners)
    #expect(trajectory.length > 10 && trajectory.end == world.freshRest)
    let root = self.columns(of: 0, in: trajectory).compactMap(\.self)
    let new = self.columns(of: 1, in: trajectory).compactMap(\.self)
    #expect(root.first == before[StackLayout.pageID(0)]?.frame.x)
    let step = Int((world.view.metrics.motion.fastest / 60).rounded(.up)) + 1
    #expect(zip(root, root.dropFirst()).allSatisfy { (0...step).contains($0 - $1) })
    #expect(zip(new, new.dropFirst()).allSatisfy { (0...2 * step).contains($0 - $1) })
    #expect(new.first.map { columns - 2 * step...columns ~= $0 } == true, "\(new)")
  }

  @Test("a page popped from a half page leaves to the right, whole", arguments: widths)
  func popToLone(columns: Int) throws {
    for pages in ["hh", "hF"] {
      let (trajectory, before, world) = self.trajectory(pages, columns) { $0.pop() }
      #expect(trajectory.start.owners == before.owners)
      let root = self.columns(of: 0, in: trajectory).compactMap(\.self)
      let popped = self.columns(of: 1, in: trajectory).compactMap(\.self)
      let step = Int((world.view.metrics.motion.fastest / 60).rounded(.up)) + 3
      #expect(zip(root, root.dropFirst()).allSatisfy { (0...step).contains($1 - $0) })
      #expect(zip(popped, popped.dropFirst()).allSatisfy { (0...2 * step).contains($1 - $0) })
      #expect(popped.last.map { $0 >= columns - 2 * step } == true, "\(popped)")
      let last = trajectory.scene(atFrame: trajectory.length - 1)
      #expect(last.owners == trajectory.end.owners, "\(pages)")
    }
  }

  @Test("D-9: any interruption while a lone page gets a neighbour begins at the visible state")
  func interruptions() throws {
    for columns in Self.widths {
      for first in ["h", "F"] as [Character] {
        for frame in 0...24 {
          for second in 0..<3 {
            var world = StackWorld("h", viewport: CellSize(columns: columns, rows: 12))
            world.perform(at: .zero) { $0.push(StackWorld.page(1, first)) }
            let now = FrameTime.start(of: frame)
            let before = world.trajectory(at: now).trajectory.start
            let seen = world.view
            world.perform(at: now) { state in
              switch second {
              case 0: state.pop()
              case 1: state.push(StackWorld.page(2, "h"))
              default: state.beginPan(delta: seen.deltaOfPan(beginning: state, at: now))
              }
            }
            let (trajectory, place) = (
              world.trajectory(at: now).trajectory, "\(columns), \(frame), \(second)"
            )
            // A drag holds fractions of a cell too.
            guard second < 2 else {
              let (a, b) = (before.containers[1].frame.x, trajectory.end.containers[1].frame.x)
              #expect(abs(a - b) <= 1, "\(place): \(a) and \(b)")
              continue
            }
            #expect(trajectory.start.owners == before.owners, "\(place)")
            #expect(trajectory.end == world.freshRest, "\(place)")
            // Nor does it jump afterwards: a push that is taken back before its first frame has moved nothing.
            let fastest = Int(world.layout.metrics.motion.fastest / 60 * 2) + 2
            let shown = self.columns(of: 0, in: trajectory)
            for case (let a?, let b?) in zip(shown, shown.dropFirst()) {
              #expect(abs(a - b) <= fastest, "\(place): from \(a) to \(b)")
            }
          }
        }
      }
    }
  }
}
