import NavBase
@testable import NavEngine
import NavTestKit
import Testing

extension FixtureTests {
  @Test(
    "SN-5 ... SN-17, D-6: every frame of a command's motion, popped pages and contents included"
  )
  func traces() throws {
    for (number, line) in try FixtureFile<TraceLine>("stack-traces").numbered {
      let rows = try line.run()
      try #require(rows.count == line.expect.count, "line \(number)")
      for (index, (row, expected)) in zip(rows, line.expect).enumerated() {
        let place = "line \(number), row \(index + 1)"
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

  /// Returns the view's state after each frame of the command's motion.
  func run() throws -> [TraceRows.Row] {
    var names = FixtureNames()
    var state = StackState()
    for page in pages { state.push(names.page(page.page, page.size, in: state.pages)) }
    var view = StackView(resting: state, metrics: .points(viewport: viewport))
    let before = state
    switch op {
    case "push": state.push(names.page(try #require(page), try #require(size), in: state.pages))
    case "pop": state.pop()
    case "popToRoot": state.popToRoot()
    case "activate":
      // D-15: a command that names a missing page changes nothing.
      try? state.activate(names.id(try #require(page), in: state.pages))
    default: throw UnknownName(name: op)
    }
    // Only popping to the root aligns a page that is active already.
    if state == before, op != "popToRoot" || state.pages.isEmpty { return [] }
    var rows = TraceRows(names, contents: view.contents)
    view.follow(state, at: .zero)
    let moving = view
    view.settle(at: .seconds(10))
    #expect(view.motion == nil)
    for offset in steps(of: moving).dropLast() {
      let moment = StackMoment(offset: offset, target: moving.target, isAnimating: true)
      rows.append(moving.geometry, at: moment, hides: false)
    }
    rows.append(view.geometry, at: .rest(at: view.target), hides: true)
    #expect(view.contents.visible == rows.contents.visible)
    return rows.rows
  }

  /// Returns the offsets of a view's motion; a frame is a 60th of a second here, and any fraction in a table.
  private func steps(of view: StackView) -> [Double] {
    guard let motion = view.motion else { return [] }
    guard !isNear(dt, 1.0 / 60) else { return motion.steps }
    return StackScroll(
      from: motion.start,
      to: motion.target,
      metrics: view.metrics,
      margin: view.metrics.motion.doneMargin,
      limit: .max,
      step: dt
    ).steps
  }
}

/// The frames of a view's motion, and the loaded contents.
private struct TraceRows {
  struct Row {
    var offset: Double
    var frames: [String: StackFrame]
    /// In z-order.
    var content: [String]
  }

  private let names: FixtureNames
  private(set) var contents: StackContents
  private(set) var rows: [Row] = []

  /// Begins with the contents loaded at rest, before the motion.
  init(_ names: FixtureNames, contents: StackContents) {
    self.names = names
    self.contents = contents
  }

  mutating func append(_ geometry: StackGeometry, at moment: StackMoment, hides: Bool) {
    contents.pass(over: geometry, at: moment, hides: hides)
    let pages = geometry.containers.map(\.page.id)
    rows.append(
      Row(
        offset: moment.offset,
        frames: Dictionary(
          uniqueKeysWithValues: zip(pages.map(names.name), geometry.frames(at: moment.offset))
        ),
        content: contents.visible.map(names.name)
      )
    )
  }
}
