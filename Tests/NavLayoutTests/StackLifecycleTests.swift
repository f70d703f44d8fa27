import NavLayout
import NavModel
import NavScene
import NavTestKit
import Testing

@Suite("StackLifecycle: the events of pages")
struct StackLifecycleTests {
  private func state(_ pages: String) -> StackState {
    var state = StackState()
    for (serial, letter) in pages.enumerated() { state.push(StackWorld.page(serial, letter)) }
    return state
  }

  private func id(_ serial: Int) -> ContainerID { StackLayout.pageID(serial) }

  private func check(
    _ before: StackState,
    _ events: [StackEvent],
    _ command: (inout StackState) throws -> Void
  ) rethrows {
    var after = before
    try command(&after)
    #expect(StackLifecycle.events(from: before, to: after) == events)
  }

  @Test("NC-3, SN-15: a push: will move, inactive, active, did move")
  func push() {
    check(
      state("F"),
      [
        .willMoveToParent(id(1)), .didBecomeInactive(id(0)), .didBecomeActive(id(1)),
        .didMoveToParent(id(1)),
      ]
    ) { $0.push(StackWorld.page(1, "h")) }
    check(
      StackState(),
      [.willMoveToParent(id(0)), .didBecomeActive(id(0)), .didMoveToParent(id(0))]
    ) { $0.push(StackWorld.page(0, "h")) }
  }

  @Test("NC-5, SN-15: a pop: moved out, then inactive, active")
  func pop() {
    check(
      state("Fh"),
      [
        .willMoveFromParent(id(1)), .didMoveFromParent(id(1)), .didBecomeInactive(id(1)),
        .didBecomeActive(id(0)),
      ]
    ) { $0.pop() }
    check(
      state("F"),
      [.willMoveFromParent(id(0)), .didMoveFromParent(id(0)), .didBecomeInactive(id(0))]
    ) { $0.pop() }
  }

  @Test("SNQ-7, NC-6, NC-7, D-8: passed pages become neither active nor inactive")
  func passed() throws {
    let gone = (1...3).reversed().flatMap {
      [StackEvent.willMoveFromParent(id($0)), .didMoveFromParent(id($0))]
    }
    let active = [StackEvent.didBecomeInactive(id(3)), .didBecomeActive(id(0))]
    check(state("Fhhh"), gone + active) { $0.popToRoot() }
    try check(state("Fhhh"), gone + active) { try $0.pop(to: id(0)) }
    check(
      state("Fhhh"),
      gone + [
        .willMoveToParent(id(4)), .didMoveToParent(id(4)), .willMoveToParent(id(5)),
        .didBecomeInactive(id(3)), .didBecomeActive(id(5)), .didMoveToParent(id(5)),
      ]
    ) { $0.set([StackWorld.page(0, "F"), StackWorld.page(4, "h"), StackWorld.page(5, "h")]) }
  }

  @Test("NC-12: active and inactive only when the active page changes, the old one first")
  func activation() throws {
    try check(state("Fh"), []) { try $0.activate(id(1), .left) }
    try check(state("Fh"), []) { try $0.activate(id(1)) }
    try check(state("Fh"), [.didBecomeInactive(id(1)), .didBecomeActive(id(0))]) {
      try $0.activate(id(0))
    }
    try check(state("Fh"), [.didBecomeInactive(id(1)), .didBecomeActive(id(0))]) {
      $0.beginPan()
      try $0.release(active: id(0), position: .left, velocity: -1)
    }
  }

  @Test("NC-17, D-8: any command makes at most one page active: the new active one")
  func anyCommand() throws {
    try forSeeds(0..<200) { generator in
      var state = StackState()
      for serial in 0..<40 {
        let before = state
        let page = StackWorld.page(serial, generator.oneIn(2) ? "F" : "h")
        let known = before.pages.isEmpty ? nil : generator.pick(Array(before.pages)).id
        switch (generator.int(in: 0...5), known) {
        case (0...2, _), (_, nil): state.push(page)
        case (3, _): state.pop()
        case (4, let known?): try state.pop(to: known)
        case (_, let known?): try state.push(page, onTopOf: known)
        }
        let events = StackLifecycle.events(from: before, to: state)
        let active = events.compactMap { if case .didBecomeActive(let id) = $0 { id } else { nil } }
        try demand(
          active
            == (before.activePage?.id == state.activePage?.id
              ? [] : state.activePage.map { [$0.id] } ?? [])
        )
        // The pages of the stack follow from the events.
        var pages = before.pages.map(\.id)
        for event in events {
          if case .didMoveFromParent(let id) = event { try demand(pages.popLast() == id) }
          if case .didMoveToParent(let id) = event { pages.append(id) }
        }
        try demand(pages == state.pages.map(\.id))
      }
    }
  }

  @Test(
    "SN-14, SN-15, PG-3: contents load and appear in the first layout, and end with the motion"
  )
  func contents() throws {
    var stack = state("Fhh")
    var view = StackView(resting: stack, metrics: .points(viewport: 944))
    let new = StackLifecycle.events(
      from: StackView(resting: StackState(), metrics: .points(viewport: 944)),
      to: view
    )
    #expect(
      new == [1, 2].flatMap { [StackEvent.load(id($0)), .willAppear(id($0)), .didAppear(id($0))] }
    )
    stack.popToRoot()
    let before = view
    view.follow(stack, at: .zero)
    #expect(StackLifecycle.events(from: before, to: view) == [])
    let moving = view
    view.settle(at: .seconds(5))
    let gone = [1, 2].flatMap { [StackEvent.willDisappear(id($0)), .didDisappear(id($0))] }
    #expect(
      StackLifecycle.events(from: moving, to: view) == gone + [
        .load(id(0)), .willAppear(id(0)), .didAppear(id(0)), .removed(id(2)), .removed(id(1)),
      ]
    )
    // An interrupted motion has loaded uncovered contents, and hides none (SN-14).
    var half = moving
    stack.push(StackWorld.page(7, "h"))
    half.follow(stack, at: .milliseconds(150))
    let uncovered = StackLifecycle.events(from: moving, to: half)
    #expect(uncovered == [.load(id(0)), .willAppear(id(0)), .didAppear(id(0))])
  }

  @Test("SNQ-1, SNQ-5, D-6: without motion everything is deleted and hidden at once")
  func unanimated() {
    var stack = state("FhF")
    var view = StackView(resting: stack, metrics: .points(viewport: 944))
    let before = view
    stack.pop()
    view.follow(stack, at: .zero, isAnimated: false)
    let events = StackLifecycle.events(from: before, to: view)
    #expect(events.suffix(1) == [.removed(id(2))] && events.contains(.didDisappear(id(2))))
    let last = view
    view.follow(StackState(), at: .zero)
    #expect(StackLifecycle.events(from: last, to: view).contains(.removed(id(0))))
    #expect(view.contents == StackContents())
  }

  @Test("a pan that ends deletes popped pages when its motion is over")
  func removedAfterPan() throws {
    var stack = state("Fhh")
    var view = StackView(resting: stack, metrics: .points(viewport: 944))
    stack.pop()
    view.follow(stack, at: .zero)
    stack.beginPan(delta: view.deltaOfPan(beginning: stack, at: .milliseconds(60)))
    view.follow(stack, at: .milliseconds(60))
    let held = view
    stack.cancelPan()
    view.follow(stack, at: .seconds(1))
    #expect(StackLifecycle.events(from: held, to: view) == [])
    view.settle(at: .seconds(9))
    #expect(StackLifecycle.events(from: held, to: view).contains(.removed(id(2))))
  }
}
