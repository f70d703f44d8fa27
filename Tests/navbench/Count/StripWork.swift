import NavBase
import NavEngine
import NavScene

/// An option bar with many columns above a pager, scrolled to near its end in one viewport, with single operations
/// whose instructions are counted.
///
/// An operation copies the bar with all its cells and lays out the whole motion to rest. Nothing is kept, so every
/// repetition does the same.
struct StripWork {
  static let viewport = CellSize(columns: 60, rows: 20)

  private let columns: OptionColumns
  /// The bar after a pan to its initial offset.
  private let view: OptionBarView
  /// Created before counting: a closure in a counted function would be counted under its name, too.
  private let turn: OptionBarTrajectory
  /// The scroll offset at the end of a slide, in cells.
  private let slideEnd: Double

  /// Creates columns of which the visible ones are the same for any number of columns; neighbours have different
  /// widths, so that each is a run of its own.
  init(columns count: Int) {
    columns = OptionColumns((0..<count).map { Self.titles[(count - $0) & 3] })
    var view = OptionBarView()
    _ = Self.lay(
      out: OptionBarTrajectory(resting: count - 1, offset: Self.offset(0, in: columns)),
      columns,
      &view
    )
    self.view = view
    slideEnd = Self.offset(1.5, in: columns)
    let positions = (0...20).map { Double(count - 4) + Double($0) / 10 }
    turn = OptionBarTrajectory(current: count - 2, positions: positions)
  }

  private static let titles = ["options", "of", "several", "widths in turn"]

  /// Returns the scroll offset at which the bar ends before its last column, plus `shift` columns.
  private static func offset(_ shift: Double, in columns: OptionColumns) -> Double {
    PagerHeaderLayout(columns, .options, room: viewport)
      .offset(forLeftColumn: Double(max(0, columns.count - 9)) + 0.5 + shift)
  }

  // MARK: Operations

  enum Operation: String, CaseIterable {
    /// One move of a pan by a column and a half: one cell is removed, another added.
    case slide
    /// A page turn to the page before the last one: the motion of the bar, centred on the pages, and of the indicator.
    case turn
  }

  /// Runs an operation several times; its instructions are counted under the name of its own function.
  ///
  /// - Returns: the outcome of each repetition.
  func perform(_ operation: Operation, times: Int) -> [Outcome] {
    (0..<times).map { _ in
      switch operation {
      case .slide: countedSlide()
      case .turn: countedTurn()
      }
    }
  }

  @inline(never)
  private func countedSlide() -> Outcome {
    var view = view
    let trajectory = OptionBarTrajectory(resting: columns.count - 1, offset: slideEnd)
    return Self.lay(out: trajectory, columns, &view)
  }

  @inline(never)
  private func countedTurn() -> Outcome {
    var view = view
    return Self.lay(out: turn, columns, &view)
  }

  private static func lay(
    out trajectory: OptionBarTrajectory,
    _ columns: OptionColumns,
    _ view: inout OptionBarView
  ) -> Outcome {
    let layout = PagerHeaderLayout(columns, .options, room: viewport)
    var builder = SceneBuilder(viewport: viewport, length: trajectory.length)
    let pager = Container(id: ContainerID(rawValue: 1), kind: .pager, frame: CellRect(viewport))
    view.add(layout, trajectory, as: pager, to: &builder)
    let shown = builder.trajectory(
      focus: nil,
      kind: .none,
      facts: SessionFacts(name: "count", viewers: 1)
    )
    return Outcome(frames: shown.length, cells: shown.start.containers.count - 2)
  }

  /// The size of a layout.
  struct Outcome: Hashable {
    /// The number of frames of the motion; 0 at rest.
    var frames: Int
    /// The number of cells visible during the motion.
    var cells: Int
  }
}
