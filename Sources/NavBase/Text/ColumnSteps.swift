/// The steps of columns side by side: a pause in one column holds back later content in all columns.
///
/// Pauses split each column into parts. The first parts of all columns are revealed before the second parts, whichever
/// column they belong to, so a slide is revealed in the order in which its author wrote it.
struct ColumnSteps {
  /// A part of a column, and the step counter at its start.
  struct Part {
    var blocks: ArraySlice<TextBlock>
    var start: StepCounter
  }

  /// The parts of each column.
  private(set) var parts: [[Part]]
  /// The step counter after the columns.
  private(set) var end: StepCounter

  /// Assigns steps to the parts of columns.
  ///
  /// - Parameters:
  ///   - columns: the columns, from the left.
  ///   - start: the step counter before the first column.
  init(_ columns: [TextColumn], from start: StepCounter) {
    var counter = start
    parts = columns.map { column in
      column.blocks.split(separator: .pause, omittingEmptySubsequences: false)
        .map { Part(blocks: $0, start: start) }
    }
    for index in 0..<(parts.map(\.count).max() ?? 0) {
      if index > 0 { counter.passPause() }
      for column in parts.indices where index < parts[column].count {
        parts[column][index].start = counter
        counter.pass(parts[column][index].blocks)
      }
    }
    end = counter
  }

  /// Whether a part continues the list at the end of the part before it, so that no blank row separates them.
  static func goesOn(_ part: Part, behind last: Part) -> Bool {
    guard case .list(let first)? = last.blocks.last, case .list(let more)? = part.blocks.first
    else { return false }
    return first.isTight && more.isTight
      && more.start == first.start.map { $0 &+ first.items.count }
  }
}
