import NavLayout
import NavTestKit
import Testing

@Suite("D-17: the tables of the stack's commands are reproduced to 1e-9")
struct StackCommandFixtureTests {
  @Test("NC-2 ... NC-11, D-14 ... D-16: pages, active page, position, offset and frames")
  func commands() throws {
    let lines = try FixtureFile<CommandLine>("stack-commands").lines
    #expect(!lines.isEmpty)
    var checked = 0
    for (number, line) in lines.enumerated() {
      var run = CommandRun(line)
      for (index, step) in line.steps.enumerated() {
        let place = "line \(number + 1), step \(index + 1), \(step.op)"
        try run.perform(step)
        let mismatches = run.mismatches(step.expect)
        #expect(mismatches.isEmpty, "\(place): \(mismatches.joined(separator: ", "))")
        run.take(step.expect)
        checked += 1
      }
    }
    #expect(checked == lines.map(\.steps.count).reduce(0, +))
  }
}

struct CommandLine: Decodable {
  let viewport: Double
  let root: StackPageSize
  let steps: [Step]

  struct Step: Decodable {
    let op: String
    let page: String?
    let parent: String?
    let size: StackPageSize?
    let position: StackPosition?
    let pages: [NamedPage]?
    let viewport: Double?
    let animated: Bool?
    let translation: Double?
    let velocity: Double?
    let expect: Expectation
  }

  struct NamedPage: Decodable {
    let page: String
    let size: StackPageSize
  }

  struct Expectation: Decodable {
    let pages: [String]
    let active: String?
    let position: StackPosition
    let offset: Double
    let frames: [ExpectedFrame]
  }
}

/// A stack and the one viewport that a line of the table looks through.
private struct CommandRun {
  private var state: StackState
  private var view: StackView
  private var names = PageNames()
  private var now = Duration.zero

  init(_ line: CommandLine) {
    state = StackState(root: names.page("root", line.root))
    view = StackView(resting: state, metrics: .points(viewport: line.viewport))
  }

  mutating func perform(_ step: CommandLine.Step) throws {
    switch step.op {
    case "push": state.push(try page(of: step))
    case "pop": state.pop()
    case "popTo": try state.pop(to: id(step.page))
    case "popToRoot": state.popToRoot()
    case "pushOnTopOf": try state.push(page(of: step), onTopOf: id(step.parent))
    case "setPages": state.set(try #require(step.pages).map { names.page($0.page, $0.size) })
    case "activate":
      if let position = step.position {
        try state.activate(id(step.page), position)
      } else {
        try state.activate(id(step.page))
      }
    case "resize":
      view = StackView(resting: state, metrics: .points(viewport: try #require(step.viewport)))
    case "swipe":
      try swipe(by: try #require(step.translation), velocity: try #require(step.velocity))
    default: throw UnknownName(name: step.op)
    }
    view.follow(state, at: now, isAnimated: step.animated ?? false)
    now += .seconds(10)
    view.settle(at: now)
  }

  /// From rest to the release: the pan's pass shows what it uncovers and hides nothing (D-14).
  private mutating func swipe(by translation: Double, velocity: Double) throws {
    let geometry = view.geometry
    let atRest = geometry.visibility(
      after: geometry.containers.map { _ in .new },
      at: .rest(at: view.target),
      hides: true
    )
    let offset = view.target - translation
    let panned = geometry.visibility(after: atRest, at: .rest(at: offset), hides: false)
    let visible = panned.indices.filter { panned[$0].isVisible }
    guard let release = geometry.release(at: offset, velocity: -velocity, visible: visible) else {
      return
    }
    try state.activate(state.pages[release.active].id, release.position)
  }

  private mutating func page(of step: CommandLine.Step) throws -> StackPage {
    names.page(try #require(step.page), try #require(step.size))
  }

  private mutating func id(_ name: String?) throws -> ContainerID { names.id(try #require(name)) }

  /// What differs from an expectation.
  func mismatches(_ expected: CommandLine.Expectation) -> [String] {
    var found: [String] = []
    let pages = state.pages.map { names.name(of: $0.id) }
    if pages != expected.pages { found.append("pages \(pages)") }
    let active = state.activePage.map { names.name(of: $0.id) }
    if active != expected.active { found.append("active \(active ?? "none")") }
    let place = view.restingPlace(of: state)
    if place.position != expected.position { found.append("position \(place.position)") }
    if view.motion != nil || view.containers.map(\.page) != state.pages {
      found.append("the view is not at rest")
    }
    if !isNear(view.target, expected.offset) || view.target != place.offset {
      found.append("offset \(view.target), not \(expected.offset)")
    }
    let frames = view.geometry.frames(at: view.target)
    if frames.count != expected.frames.count
      || !zip(frames, expected.frames).allSatisfy({ $1.matches($0) })
    {
      found.append("frames \(frames)")
    }
    return found
  }

  /// The table's position is the one that holds in its viewport (D-14): the next step begins with it.
  mutating func take(_ expected: CommandLine.Expectation) {
    state = StackState(pages: state.pages, active: state.active, position: expected.position)
  }
}
