/// The steps of columns beside one another: a pause holds back what follows in all of them.
///
/// The blocks of each column up to its first pause, to its second and so on are its parts. The first parts of all
/// columns come before the second ones, whichever column they stand in, so a slide is revealed in the order in which
/// its author wrote it.
struct ColumnSteps {
  /// A part of a column, and where its steps begin.
  struct Part {
    var blocks: ArraySlice<TextBlock>
    var start: StepCounter
  }

  /// The parts of each column, as many in each.
  private(set) var parts: [[Part]]
  /// Where what follows the columns begins.
  private(set) var end: StepCounter

  /// - Parameters:
  ///   - columns: from the left.
  ///   - start: where the first of them begins.
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

  /// Whether a part goes on with the list that the one before it ends with, so that no blank row divides them.
  static func goesOn(_ part: Part, behind last: Part) -> Bool {
    guard case .list(let first)? = last.blocks.last, case .list(let more)? = part.blocks.first
    else { return false }
    return first.isTight && more.isTight
      && more.start == first.start.map { $0 &+ first.items.count }
  }
}
