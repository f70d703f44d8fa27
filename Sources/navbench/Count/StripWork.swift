import NavGeometry
import NavLayout
import NavScene

/// A strip of many options above a pager's pages, scrolled to near its end in one viewport, and
/// single operations on it that are counted.
///
/// An operation takes a copy of the bar, with all its cells, and lays out the whole way to rest.
/// Nothing is kept, so that every repetition does the same.
struct StripWork {
  static let viewport = CellSize(columns: 60, rows: 20)

  private let columns: OptionColumns
  /// Scrolled by a finger to `anchor`.
  private let view: OptionBarView
  /// Made before it is counted: a closure in a counted function would be one of that name too.
  private let turn: OptionBarWay
  /// Where a slide ends, in cells.
  private let slideEnd: Double

  /// Columns of which those in view are the same whatever their number; neighbours have different
  /// widths, so that each is a run of its own.
  init(columns count: Int) {
    columns = OptionColumns((0..<count).map { Self.titles[(count - $0) & 3] })
    var view = OptionBarView()
    _ = Self.lay(
      out: OptionBarWay(resting: count - 1, offset: Self.offset(0, in: columns)),
      columns,
      &view
    )
    self.view = view
    slideEnd = Self.offset(1.5, in: columns)
    let positions = (0...20).map { Double(count - 4) + Double($0) / 10 }
    turn = OptionBarWay(current: count - 2, positions: positions)
  }

  private static let titles = ["options", "of", "several", "widths in turn"]

  /// The cells that are scrolled out where the room ends before the last column, and so many columns further.
  private static func offset(_ shift: Double, in columns: OptionColumns) -> Double {
    PagerHeaderLayout(columns, .options, room: viewport)
      .offset(forLeftColumn: Double(max(0, columns.count - 9)) + 0.5 + shift)
  }

  // MARK: Operations

  enum Operation: String, CaseIterable {
    /// One step of a finger, by a column and a half: one is removed, another added.
    case slide
    /// A turn to the page before the last one: the way of the strip, centred on the pages, and of
    /// the indicator.
    case turn
  }

  /// Does an operation so many times; what it takes is counted under the name of a function of its
  /// own.
  ///
  /// - Returns: what came of it, each time.
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
    let way = OptionBarWay(resting: columns.count - 1, offset: slideEnd)
    return Self.lay(out: way, columns, &view)
  }

  @inline(never)
  private func countedTurn() -> Outcome {
    var view = view
    return Self.lay(out: turn, columns, &view)
  }

  private static func lay(
    out way: OptionBarWay,
    _ columns: OptionColumns,
    _ view: inout OptionBarView
  ) -> Outcome {
    let layout = PagerHeaderLayout(columns, .options, room: viewport)
    var builder = SceneBuilder(viewport: viewport, length: way.length)
    let pager = Container(id: ContainerID(rawValue: 1), kind: .pager, frame: CellRect(viewport))
    view.add(layout, way, as: pager, to: &builder)
    let shown = builder.trajectory(
      focus: nil,
      kind: .none,
      facts: SessionFacts(name: "count", viewers: 1)
    )
    return Outcome(frames: shown.length, cells: shown.start.containers.count - 2)
  }

  /// What a layout holds.
  struct Outcome: Hashable {
    /// The frames of the motion; 0 at rest.
    var frames: Int
    /// The cells that are seen on the way.
    var cells: Int
  }
}
