@testable import NavEngine
import NavScene
import NavTestKit
import Testing

@Suite("StackContents: the loaded contents")
struct StackContentsTests {
  private func geometry(_ count: Int, _ metrics: StackMetrics) -> StackGeometry {
    let pages = StackPages(count: count) { StackWorld.page($0, $0 % 3 == 0 ? "F" : "h") }
    return StackGeometry(pages, metrics: metrics)
  }

  @Test("SN-13, PG-6: while a motion bounces only never presented contents are shown")
  func bouncing() {
    let geometry = geometry(3, .points(viewport: 944))
    let all = (0..<3).map { StackLayout.pageID($0) }
    for (distance, isShown) in [(30.0, true), (29.999, false), (-29.999, false), (-30, true)] {
      let moment = StackMoment(offset: 472, target: 472 + distance, isAnimating: true)
      #expect(moment.isBouncing(geometry.metrics) != isShown)
      var seen = StackContents(visible: [all[0]], presented: all)
      seen.pass(over: geometry, at: moment, hides: false)
      #expect(seen.visible == (isShown ? [all[0], all[1]] : [all[0]]))
      var new = StackContents(visible: [all[0]], presented: [all[0]])
      new.pass(over: geometry, at: moment, hides: false)
      #expect(new.visible == [all[0], all[1]] && new.wasPresented(all[1]))
    }
  }

  @Test("SN-13, SN-14, PG-3: any passes over any stack equal a flag for each page")
  func anyPasses() throws {
    try forSeeds(0..<200) { generator in
      let metrics = generator.pick([StackMetrics.points(viewport: 944), .cells(columns: 41)])
      let count = generator.int(in: 1...30)
      let geometry = geometry(count, metrics)
      let twin = StackTwin(geometry.containers, metrics: metrics)
      var contents = StackContents()
      var flags = Array(repeating: (isVisible: false, wasPresented: false), count: count)
      for _ in 0..<40 {
        let offset = geometry.maxScroll * Double(generator.int(in: -10...110)) / 100
        let moment = StackMoment(
          offset: offset,
          target: offset + metrics.motion.bounceDistance * Double(generator.int(in: -4...4)) / 3,
          isAnimating: generator.oneIn(2)
        )
        let hides = generator.oneIn(3)
        contents.pass(over: geometry, at: moment, hides: hides)
        for (index, frame) in twin.frames(at: offset).enumerated() {
          let isInside = twin.isInside(frame)
          let isWithheld = moment.isBouncing(metrics) && flags[index].wasPresented
          guard isInside != flags[index].isVisible, isInside ? !isWithheld : hides else { continue }
          flags[index] = (isInside, true)
        }
        let ids = (0..<count).map { StackLayout.pageID($0) }
        try demand(contents.visible == ids.filter { flags[Int($0.rawValue) - 16].isVisible })
        try demand(ids.map(contents.wasPresented) == flags.map(\.wasPresented))
      }
    }
  }
}
