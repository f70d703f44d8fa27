import CNavSupport
import NavSystem

/// Measures the time of the layout engine's operations on a million pages, beside the same on ten.
///
/// They are the operations whose instructions `navbench instructions` counts: on a stack of pages, and on a strip of
/// options. The two sizes alternate and show the same, so the ratio is the cost of the pages that are not visible. A time
/// is that of several operations in a row, divided by their number.
struct LayoutScenario: Scenario {
  var pages = 1_000_000
  /// The times of each operation and size.
  var rounds = 200

  private static let fewPages = 10
  private static let warmUp = 5
  /// The operations of one time.
  private static let repetitions = 20
  private static let goal = 2.0

  func measure() throws -> Section {
    progress("layout, \(rounds) rounds, about \(rounds / 40 + 2) s")
    let stacks = [Self.fewPages, pages].map { StackWork(pages: $0) }
    let strips = [Self.fewPages, pages].map { StripWork(columns: $0) }
    // Memory that making the stacks has freed is returned now, so that no measured operation pays for that.
    nav_memory_tidy()
    let rows =
      try StackWork.Operation.allCases.map { operation in
        try row("stack, \(operation.rawValue)") { size in
          _ = try stacks[size].perform(operation, times: Self.repetitions)
        }
      }
      + StripWork.Operation.allCases.map { operation in
        try row("option bar, \(operation.rawValue)") { size in
          _ = strips[size].perform(operation, times: Self.repetitions)
        }
      }
    return Section(
      name: "layout",
      facts: "\(rounds) times of \(Self.repetitions) operations each by turns, "
        + "\(Self.fewPages) and \(pages) pages",
      title: "layout: one operation of the layout engine until rest, on few and on many pages",
      tables: [
        Table(
          [
            "", "\(Self.fewPages) pages p50", "p99", "spread", "\(pages) pages p50", "p99",
            "spread", "ratio of p50", "goal",
          ],
          rows
        )
      ]
    )
  }

  /// Measures an operation on both sizes, which `perform` gets as 0 and 1.
  private func row(_ name: String, _ perform: (Int) throws -> Void) throws -> [String] {
    var times: [[Duration]] = [[], []]
    for round in 0..<Self.warmUp + rounds {
      try Interruption.check()
      for turn in 0..<2 {
        let size = (round + turn) % 2
        let start = monotonicNow()
        try perform(size)
        let time = (monotonicNow() - start) / Self.repetitions
        if round >= Self.warmUp { times[size].append(time) }
      }
    }
    let (few, many) = (Figures(times[0]), Figures(times[1]))
    return [name]
      + [few, many].flatMap { [$0.p50.inMicroseconds, $0.p99.inMicroseconds, $0.spreadText] }
      + [(many.p50 / few.p50).text(decimals: 2), "<= \(Self.goal.text(decimals: 2))"]
  }
}
