import NavBase
@testable import NavEngine
import NavScene
import NavTestKit
import Testing

@Suite("D-17: the tables of expectations are reproduced to 1e-9")
struct FixtureTests {
  @Test("SN-2, SN-4 ... SN-11, PG-7: alignments, maximum scroll and frames of static stacks")
  func layouts() throws {
    for (number, line) in try FixtureFile<LayoutLine>("stack-layout").numbered {
      let geometry = line.geometry
      let place = "line \(number)"
      let all = line.pages.indices
      #expect(isNear(geometry.maxScroll, line.expect.maxScroll), "\(place)")
      #expect(areNear(all.map { geometry.alignment(of: $0, .left) }, line.expect.alignLeft))
      #expect(areNear(all.map { geometry.alignment(of: $0, .right) }, line.expect.alignRight))
      let frames = geometry.frames(at: line.offset)
      try #require(frames.count == line.expect.frames.count)
      for seen in geometry.visibleFrames(at: line.offset) {
        #expect(seen.frame == frames[seen.index] && !seen.frame.isHidden, "\(place)")
      }
      for (index, (frame, expected)) in zip(frames, line.expect.frames).enumerated() {
        #expect(expected.matches(frame), "\(place), page \(index): \(frame), not \(expected)")
      }
    }
  }

  @Test("SN-12 ... SN-14: the loaded contents after a pass")
  func visibility() throws {
    for (number, line) in try FixtureFile<LayoutLine>("stack-layout").numbered {
      let place = "line \(number)"
      let geometry = line.geometry
      #expect(line.moment.isBouncing(geometry.metrics) == line.expect.bouncing, "\(place)")
      let ids = geometry.containers.map(\.page.id)
      var contents = StackContents(
        visible: line.ids { $0.contentVisible },
        presented: line.ids { !$0.needsInitialPresentation }
      )
      contents.pass(over: geometry, at: line.moment, hides: line.finishing)
      #expect(ids.map(contents.visible.contains) == line.expect.contentVisible, "\(place)")
    }
  }

  @Test("SN-20, SN-21, D-14: the target of a released pan")
  func releases() throws {
    for (number, line) in try FixtureFile<LayoutLine>("stack-layout").numbered {
      let place = "line \(number)"
      let geometry = line.geometry
      let release = geometry.release(
        at: line.offset,
        velocity: line.velocity,
        inView: geometry.inView(at: line.offset).map(\.index)
      )
      guard let release, let expected = line.expect.snap else {
        #expect((release == nil) == (line.expect.snap == nil), "\(place)")
        continue
      }
      #expect(isNear(release.offset, expected.final), "\(place)")
      #expect(isNear(release.overshoot, expected.overshoot), "\(place)")
      #expect(release.active == expected.active, "\(place)")
      let held = geometry.place(of: release.active, release.position).position
      #expect(held == expected.position, "\(place)")
    }
  }

  @Test("SN-17: every step of every motion")
  func motions() throws {
    for (number, line) in try FixtureFile<MotionLine>("stack-motion").numbered {
      let scroll = StackScroll(
        from: line.start,
        to: line.target,
        metrics: .points(viewport: 944),
        margin: 1,
        step: line.dt
      )
      #expect(areNear(scroll.steps, line.expect), "line \(number)")
      #expect(scroll.offset(atFrame: 0) == line.start)
      #expect(scroll.offset(atFrame: line.expect.count + 1) == line.target)
    }
  }
}

struct LayoutLine: Decodable {
  let viewport: Double
  let offset: Double
  let target: Double
  let animating: Bool
  let finishing: Bool
  let velocity: Double
  let pages: [Page]
  let expect: Expectation

  struct Page: Decodable {
    let size: StackPageSize
    let contentVisible: Bool
    let needsInitialPresentation: Bool
  }

  struct Expectation: Decodable {
    let maxScroll: Double
    let alignLeft: [Double]
    let alignRight: [Double]
    let frames: [ExpectedFrame]
    let contentVisible: [Bool]
    let bouncing: Bool
    let snap: Snap?
  }

  struct Snap: Decodable {
    let final: Double
    let overshoot: Double
    let active: Int
    let position: StackPosition
  }

  var moment: StackMoment {
    StackMoment(offset: offset, target: target, isAnimating: animating)
  }

  var geometry: StackGeometry {
    StackGeometry(
      StackPages(count: pages.count) {
        StackPage(id: StackLayout.pageID($0), size: pages[$0].size)
      },
      metrics: .points(viewport: viewport)
    )
  }

  func ids(where holds: (Page) -> Bool) -> [ContainerID] {
    pages.indices.filter { holds(pages[$0]) }.map { StackLayout.pageID($0) }
  }
}

struct MotionLine: Decodable {
  let start: Double
  let target: Double
  let dt: Double
  let expect: [Double]
}
