import NavBase
import NavEngine
import NavScene

/// A stack of many pages at rest in one viewport, with single operations whose instructions are counted.
///
/// An operation copies the state, as a session does for every command, changes it, updates the view and lays out the
/// whole motion to rest. Nothing is kept, so every repetition does the same.
struct StackWork {
  static let viewport = CellSize(columns: 120, rows: 40)

  private let layout = StackLayout(room: Self.viewport)
  private let state: StackState
  private let view: StackView
  /// The same stack during a pan.
  private let held: (state: StackState, view: StackView)

  /// Creates pages of which the visible ones at the top are the same for any number of pages.
  init(pages count: Int) {
    let pages = StackPages(count: count) { index in
      // From the top down: half, half, full, half.
      StackPage(id: Self.id(index), size: (count - index) & 3 == 3 ? .full : .half)
    }
    state = StackState(pages: pages, active: count - 1, position: .right)
    view = StackView(resting: state, metrics: layout.metrics)
    var held = (state: state, view: view)
    held.state.beginPan(delta: 0)
    held.view.follow(held.state, at: .zero)
    self.held = held
  }

  private static func id(_ index: Int) -> ContainerID {
    ContainerID(rawValue: UInt32(16 + index))
  }

  // MARK: Operations

  enum Operation: String, CaseIterable {
    case push
    case pop
    /// A layout of the stack at rest.
    case rest
    /// A command that scrolls to a covered page.
    case scroll
    /// One move of a pan by a tenth of a page.
    case pan
  }

  /// Runs an operation several times; its instructions are counted under the name of its own function.
  ///
  /// - Returns: the outcome of each repetition.
  func perform(_ operation: Operation, times: Int) throws -> [Outcome] {
    try (0..<times).map { _ in
      switch operation {
      case .push: countedPush()
      case .pop: countedPop()
      case .rest: countedRest()
      case .scroll: try countedScroll()
      case .pan: countedPan()
      }
    }
  }

  @inline(never)
  private func countedPush() -> Outcome {
    var state = state
    state.push(StackPage(id: Self.id(state.pages.count), size: .half))
    return follow(state, view)
  }

  @inline(never)
  private func countedPop() -> Outcome {
    var state = state
    state.pop()
    return follow(state, view)
  }

  @inline(never)
  private func countedRest() -> Outcome {
    lay(out: StackView(resting: state, metrics: layout.metrics))
  }

  @inline(never)
  private func countedScroll() throws -> Outcome {
    var state = state
    try state.activate(state.pages[state.pages.count - 3].id, .left)
    return follow(state, view)
  }

  @inline(never)
  private func countedPan() -> Outcome {
    var state = held.state
    state.pan(to: -0.1)
    return follow(state, held.view)
  }

  private func follow(_ state: StackState, _ view: StackView) -> Outcome {
    var view = view
    view.follow(state, at: .zero)
    return lay(out: view)
  }

  private func lay(out view: StackView) -> Outcome {
    var shown: [ContainerID: ShownPage] = [:]
    for id in layout.shownPages(of: view, from: 0) { shown[id] = ShownPage(title: "page") }
    let stack = Container(
      id: ContainerID(rawValue: 1),
      kind: .stack,
      frame: CellRect(Self.viewport)
    )
    var builder = SceneBuilder(viewport: Self.viewport, length: view.motion?.length ?? 0)
    layout.add(view, from: 0, as: stack, pages: shown, to: &builder)
    let trajectory = builder.trajectory(
      focus: nil,
      kind: .none,
      facts: SessionFacts(name: "count", viewers: 1)
    )
    return Outcome(frames: trajectory.length, pages: shown.count)
  }

  /// The size of a layout.
  struct Outcome: Hashable {
    /// The number of frames of the motion; 0 at rest.
    var frames: Int
    /// The number of pages visible during the motion.
    var pages: Int
  }
}
