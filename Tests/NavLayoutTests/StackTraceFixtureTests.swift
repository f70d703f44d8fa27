import NavLayout
import NavTestKit
import Testing

@Suite("D-17: the tables of the stack in motion are reproduced to 1e-9")
struct StackTraceFixtureTests {
  @Test(
    "SN-5 ... SN-17, D-6: every frame of a command's motion, popped pages and contents included"
  )
  func traces() throws {
    let lines = try FixtureFile<TraceLine>("stack-traces").lines
    #expect(!lines.isEmpty)
    for (number, line) in lines.enumerated() {
      let rows = try line.run()
      try #require(rows.count == line.expect.count, "line \(number + 1)")
      for (index, (row, expected)) in zip(rows, line.expect).enumerated() {
        let place = "line \(number + 1), row \(index + 1)"
        #expect(isNear(row.offset, expected.offset), "\(place)")
        #expect(Set(row.frames.keys) == Set(expected.frames.keys), "\(place)")
        #expect(row.content == expected.content, "\(place)")
        for (name, frame) in expected.frames {
          let isFine = row.frames[name].map(frame.matches) ?? false
          #expect(isFine, "\(place): \(name)")
        }
      }
    }
  }
}

private struct TraceLine: Decodable {
  let viewport: Double
  let pages: [CommandLine.NamedPage]
  let op: String
  let page: String?
  let size: StackPageSize?
  let dt: Double
  let expect: [Row]

  struct Row: Decodable {
    let offset: Double
    let frames: [String: ExpectedFrame]
    let content: [String]
  }

  /// What the view shows after each frame of the command's motion.
  func run() throws -> [TraceRows.Row] {
    #expect(isNear(dt, 1.0 / 60))
    var names = PageNames()
    var state = StackState()
    for page in pages { state.push(names.page(page.page, page.size)) }
    var view = StackView(resting: state, metrics: .points(viewport: viewport))
    let resting = view
    let before = state
    switch op {
    case "push": state.push(names.page(try #require(page), try #require(size)))
    case "pop": state.pop()
    case "popToRoot": state.popToRoot()
    case "activate": try state.activate(names.id(try #require(page)))
    default: throw UnknownName(name: op)
    }
    // Only popping to the root aligns a page that is active already.
    if state == before, op != "popToRoot" { return [] }
    view.follow(state, at: .zero)
    let moving = view
    view.settle(at: .seconds(10))
    #expect(view.motion == nil)
    var rows = TraceRows(names, seen: resting)
    for offset in (moving.motion?.scroll.steps ?? []).dropLast() {
      let moment = StackMoment(offset: offset, target: moving.target, isAnimating: true)
      rows.append(moving.geometry, at: moment, hides: false)
    }
    rows.append(view.geometry, at: .rest(at: view.target), hides: true)
    return rows.rows
  }
}

/// What a view shows in the frames of a motion, and which contents are loaded.
private struct TraceRows {
  struct Row {
    var offset: Double
    var frames: [String: StackFrame]
    /// In z-order.
    var content: [String]
  }

  private let names: PageNames
  private var visibility: [ContainerID: StackVisibility] = [:]
  private(set) var rows: [Row] = []

  /// Begins with what a view shows at rest, before the motion.
  init(_ names: PageNames, seen view: StackView) {
    self.names = names
    pass(view.geometry, at: .rest(at: view.target), hides: true)
  }

  mutating func append(_ geometry: StackGeometry, at moment: StackMoment, hides: Bool) {
    pass(geometry, at: moment, hides: hides)
    let pages = geometry.containers.map(\.page.id)
    rows.append(
      Row(
        offset: moment.offset,
        frames: Dictionary(
          uniqueKeysWithValues: zip(pages.map(names.name), geometry.frames(at: moment.offset))
        ),
        content: pages.filter { visibility[$0]?.isVisible == true }.map(names.name)
      )
    )
  }

  private mutating func pass(_ geometry: StackGeometry, at moment: StackMoment, hides: Bool) {
    let pages = geometry.containers.map(\.page.id)
    let after = geometry.visibility(
      after: pages.map { visibility[$0] ?? .new },
      at: moment,
      hides: hides
    )
    for (page, state) in zip(pages, after) { visibility[page] = state }
  }
}
