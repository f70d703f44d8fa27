/// The rows that the step of a slide that is shown brings with it: what it reveals, or the lines of code that
/// stand out from then on.
///
/// Where a step brings none, those of the step before it count.
struct StepRows {
  private(set) var rows: Range<Int>?
  /// Of what the rows were taken from; later steps win, and in a step lines that stand out.
  private var rank = 0

  /// Takes rows that are revealed in a step.
  ///
  /// - Parameters:
  ///   - more: consecutive rows, further down than those of the same step so far or beside them.
  ///   - step: the step that reveals them; what is there from the beginning (step 0) counts for nothing.
  mutating func add(revealed more: Range<Int>, in step: Int) {
    if step > 0 { add(more, rank: 2 * step) }
  }

  /// Takes rows of code that stand out from a step on.
  mutating func add(focused more: Range<Int>, in step: Int) { add(more, rank: 2 * step + 1) }

  /// Takes the rows of one of several columns, which begin so many rows further down.
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
