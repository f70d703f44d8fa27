/// The rows that the current step of a slide reveals, or its highlighted lines of code.
///
/// A step without such rows keeps those of the step before it.
struct StepRows {
  private(set) var rows: Range<Int>?
  /// The precedence of the rows: later steps win, and within a step highlighted lines win.
  private var rank = 0

  /// Adds rows that a step reveals.
  ///
  /// - Parameters:
  ///   - more: consecutive rows, below the rows added for the same step so far or beside them.
  ///   - step: the step that reveals them; rows of step 0 are ignored.
  mutating func add(revealed more: Range<Int>, in step: Int) {
    if step > 0 { add(more, rank: 2 * step) }
  }

  /// Adds rows of code that are highlighted from a step on.
  mutating func add(focused more: Range<Int>, in step: Int) { add(more, rank: 2 * step + 1) }

  /// Adds the rows of one of several columns, which begins `below` rows further down.
  mutating func add(_ column: StepRows, below: Int) {
    guard let rows = column.rows else { return }
    add(rows.lowerBound + below..<rows.upperBound + below, rank: column.rank)
  }

  private mutating func add(_ more: Range<Int>, rank: Int) {
    guard !more.isEmpty, rank >= self.rank else { return }
    guard rank == self.rank, let rows else {
      (self.rows, self.rank) = (more, rank)
      return
    }
    self.rows = min(rows.lowerBound, more.lowerBound)..<max(rows.upperBound, more.upperBound)
  }
}
