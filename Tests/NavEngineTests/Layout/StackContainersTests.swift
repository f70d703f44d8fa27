import NavBase
import NavEngine
import NavTestKit
import Testing

@Suite("StackContainers, StackWindow: the visible pages alone, equal to a computation of all pages")
struct StackContainersTests {
  /// Returns the containers after a change, computed page by page.
  private func following(_ old: [StackContainer], _ pages: [StackPage]) -> [StackContainer] {
    var merged = old
    var kept = 0
    for index in merged.indices where !merged[index].isPopped {
      guard kept < pages.count, merged[index].page == pages[kept] else {
        for above in index..<merged.count { merged[above].isPopped = true }
        break
      }
      kept += 1
    }
    return merged + pages[kept...].map { StackContainer($0) }
  }

  @Test("D-6, D-16: popped pages keep their position in z-order, at any pushes and pops")
  func anyChanges() throws {
    try forSeeds(0..<150) { generator in
      let metrics = generator.pick([
        StackMetrics.points(viewport: 944), .points(viewport: 688.5), .points(viewport: 3),
        .cells(columns: 80), .cells(columns: 41), .cells(columns: 7), .cells(columns: 0),
      ])
      var state = StackState()
      var view = StackView(resting: state, metrics: metrics)
      var twin: [StackContainer] = []
      for serial in 0..<30 {
        for _ in 0...generator.int(in: 0...2) {
          let size = generator.pick(StackPageSize.allCases)
          switch generator.int(in: 0...5) {
          case 0...2: state.push(StackPage(id: StackLayout.pageID(serial), size: size))
          case 3: state.pop()
          case 4: state.popToRoot()
          default:
            guard !state.pages.isEmpty else { continue }
            let index = generator.int(in: 0...state.pages.count - 1)
            try state.pop(to: state.pages[index].id)
          }
        }
        let isOver = generator.oneIn(5)
        view.follow(state, at: .zero, isAnimated: !isOver)
        twin = following(twin, Array(state.pages))
        if view.motion == nil { twin.removeAll(where: \.isPopped) }
        try demand(Array(view.containers) == twin, "\(view.containers.map(\.isPopped))")
        let offset = Double(generator.int(in: -200...6_000)) / 2
        try check(view.geometry, at: offset)
        try check(view.geometry, at: view.target)
      }
      // The pages popped first are dropped first.
      view.dropPopped { _ in true }
      try demand(view.containers == StackContainers(state.pages))
    }
  }

  @Test("popped pages may be anywhere among live ones")
  func anyContainers() throws {
    try forSeeds(0..<400) { generator in
      let containers = (0..<generator.int(in: 0...14)).map { serial in
        StackContainer(
          StackPage(
            id: StackLayout.pageID(serial),
            size: generator.pick(StackPageSize.allCases)
          ),
          isPopped: generator.oneIn(3)
        )
      }
      let geometry = StackGeometry(
        StackContainers(containers),
        metrics: generator.oneIn(2) ? .points(viewport: 700) : .cells(columns: 80)
      )
      try demand(Array(geometry.containers) == containers)
      for _ in 0..<8 { try check(geometry, at: Double(generator.int(in: -1_000...9_000)) / 2) }
    }
  }

  @Test(
    "dropPopped: drops only the given popped pages, from the top of those popped together"
  )
  func forgottenPages() {
    var state = StackState()
    for serial in 0..<6 { state.push(StackWorld.page(serial, "h")) }
    var view = StackView(resting: state, metrics: .points(viewport: 944))
    state.pop()
    view.follow(state, at: .zero)
    state.popToRoot()
    view.follow(state, at: .milliseconds(50))
    #expect(view.containers.map(\.isPopped) == [false, false, true, true, true, true])
    view.dropPopped { $0 == StackLayout.pageID(5) }
    #expect(view.containers.count == 5 && view.motion != nil)
    view.dropPopped { $0 >= StackLayout.pageID(0) }
    #expect(view.containers == StackContainers(state.pages))
  }

  @Test(
    "D-6: a million pages are popped at once, and only a few of them are visited",
    arguments: [1, 3]
  )
  func deepPops(kept: Int) {
    let pages = StackPages(count: 1_000_000) { StackWorld.page($0, "h") }
    var state = StackState(pages: pages, active: 999_999, position: .right)
    var view = StackView(resting: state, metrics: .cells(columns: 80))
    if kept == 1 { state.popToRoot() } else { state.set(Array(pages.prefix(kept))) }
    view.follow(state, at: .zero)
    #expect(view.containers.count == 1_000_000 && view.motion != nil)
    let window = view.geometry.visibleFrames(at: view.offset(at: .zero))
    #expect(window.count < 8)
    for last in [999_998, 700_001, 65_536, 4_097, 10] {
      var asked = 0
      view.dropPopped { id in
        asked += 1
        return id > StackLayout.pageID(last)
      }
      #expect(view.containers.count == last + 1)
      #expect(asked <= 100, "\(asked) pages were asked for")
    }
    view.settle(at: .seconds(9))
    #expect(view.containers == StackContainers(state.pages))
  }

  /// Checks that the visible frames equal those of the reference for all pages.
  private func check(_ geometry: StackGeometry, at offset: Double) throws {
    let twin = StackTwin(geometry.containers, metrics: geometry.metrics)
    try twin.check(geometry, at: offset)
    // SN-12: contents, starting with none.
    var contents = StackContents()
    contents.pass(over: geometry, at: .rest(at: offset), hides: true)
    let inside = twin.frames(at: offset).enumerated().filter { twin.isInside($1) }
    try demand(contents.visible == inside.map { geometry.containers[$0.offset].page.id })
  }
}
