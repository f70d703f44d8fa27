import NavBase
import NavEngine
import NavScene
import NavTestKit
import Testing

extension FixtureTests {
  @Test(
    "NC-2 ... NC-11, SN-19 ... SN-22, D-14 ... D-16: pages, active page, position, offset and frames"
  )
  func commands() throws {
    for (number, line) in try FixtureFile<CommandLine>("stack-commands").numbered {
      var run = CommandRun(line)
      for (index, step) in line.steps.enumerated() {
        let place = "line \(number), step \(index + 1), \(step.op)"
        try run.perform(step)
        let mismatches = run.mismatches(step.expect)
        #expect(mismatches.isEmpty, "\(place): \(mismatches.joined(separator: ", "))")
        try run.take(step.expect)
      }
    }
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

/// A stack and the one viewport of a line of the table.
private struct CommandRun {
  private var state = StackState()
  private var view: StackView
  private var names = FixtureNames()
  private var now = Duration.zero

  init(_ line: CommandLine) {
    state.push(names.page("root", line.root, in: []))
    view = StackView(resting: state, metrics: .points(viewport: line.viewport))
  }

  mutating func perform(_ step: CommandLine.Step) throws {
    let before = state
    do {
      try change(step)
    } catch is StackError {
      // D-15: a command that names a missing page changes nothing.
      #expect(state == before)
    }
    view.follow(state, at: now, isAnimated: step.animated ?? (step.op == "swipe"))
    now += .seconds(10)
    view.settle(at: now)
  }

  private mutating func change(_ step: CommandLine.Step) throws {
    switch step.op {
    case "push": state.push(try page(of: step, in: state.pages))
    case "pop": state.pop()
    case "popTo": try state.pop(to: id(step.page))
    case "popToRoot": state.popToRoot()
    case "pushOnTopOf":
      let parent = try id(step.parent)
      var below = state.pages
      below.keep(first: state.index(of: parent).map { $0 + 1 } ?? below.count)
      try state.push(page(of: step, in: below), onTopOf: parent)
    case "setPages": state.set(wanted(try #require(step.pages)))
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
  }

  /// Performs a whole pan from the first touch to the release, as a client does it.
  private mutating func swipe(by translation: Double, velocity: Double) throws {
    state.beginPan(delta: view.deltaOfPan(beginning: state, at: now))
    view.follow(state, at: now)
    guard let base = state.activePage else { return }
    #expect(view.held == view.target)
    state.pan(to: -translation / view.metrics.width(of: base.size))
    view.follow(state, at: now)
    guard let release = view.release(of: state, velocity: -velocity, at: now) else {
      return state.cancelPan()
    }
    try state.release(
      active: release.active,
      position: release.position,
      velocity: release.velocity
    )
  }

  /// Returns the requested stack: common pages at the bottom stay, all others are new.
  private mutating func wanted(_ pages: [CommandLine.NamedPage]) -> [StackPage] {
    var kept = state.pages
    let common = zip(state.pages, pages).prefix { names.name(of: $0.id) == $1.page }.count
    kept.keep(first: common)
    return pages.map { names.page($0.page, $0.size, in: kept) }
  }

  private mutating func page(
    of step: CommandLine.Step,
    in pages: StackPages
  ) throws -> StackPage {
    names.page(try #require(step.page), try #require(step.size), in: pages)
  }

  private func id(_ name: String?) throws -> ContainerID {
    names.id(try #require(name), in: state.pages)
  }

  /// Returns the differences from an expectation.
  func mismatches(_ expected: CommandLine.Expectation) -> [String] {
    var found: [String] = []
    let pages = state.pages.map { names.name(of: $0.id) }
    if pages != expected.pages { found.append("pages \(pages)") }
    let active = state.activePage.map { names.name(of: $0.id) }
    if active != expected.active { found.append("active \(active ?? "none")") }
    let place = view.restingPlace(of: state)
    if place.position != expected.position { found.append("position \(place.position)") }
    if view.motion != nil || view.held != nil || view.containers != StackContainers(state.pages) {
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

  /// Adopts the table's position, which is the one in its viewport (D-14), for the next step.
  mutating func take(_ expected: CommandLine.Expectation) throws {
    guard let active = state.activePage, state.position != expected.position else { return }
    try state.activate(active.id, expected.position)
    view.follow(state, at: now, isAnimated: false)
  }
}
