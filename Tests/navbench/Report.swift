import ArgumentParser
import Glibc

/// A command that measures something and prints a report.
protocol Scenario: ParsableCommand {
  /// Performs the measurement; it may take minutes.
  func measure() throws -> Section
}

extension Scenario {
  func run() throws { try [self].printReport() }
}

extension [any Scenario] {
  /// Performs all measurements in order and prints one report.
  ///
  /// - Throws: `BenchError` after the report if a requirement is not met.
  func printReport() throws {
    try Interruption.watch()
    let sections = try map { try $0.measure() }
    let width = sections.map(\.name.count).max() ?? 0
    for section in sections { print(section.name.padded(to: width) + "  " + section.facts) }
    for section in sections {
      print("\n\(section.title)")
      for line in section.tables.flatMap(\.lines) { print("  \(line)") }
    }
    let failures = sections.flatMap(\.failures)
    guard failures.isEmpty else { throw BenchError(failures.joined(separator: "\n")) }
  }
}

/// Reports progress on standard error, separate from the report.
func progress(_ text: String) {
  let line = Array("navbench: \(text)\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
}

/// Makes the parser of an option that takes a number within bounds.
func within<Number: FixedWidthInteger & Sendable>(
  _ range: ClosedRange<Number>
) -> @Sendable (String) throws -> Number {
  { text in
    if let number = Number(text), range.contains(number) { return number }
    throw ValidationError("it takes \(range.lowerBound) to \(range.upperBound)")
  }
}

/// The results of one scenario.
struct Section {
  let name: String
  /// The machine-independent facts: sizes, clients, counts.
  let facts: String
  /// A one-line description of the measurement.
  let title: String
  let tables: [Table]
  /// The unmet requirements, one line each.
  var failures: [String] = []
}

/// A table of figures: the first column is text and left-aligned, the others are right-aligned.
struct Table {
  private let rows: [[String]]

  /// Creates a table whose rows are as long as the header.
  init(_ header: [String], _ rows: [[String]]) {
    precondition(
      rows.allSatisfy { $0.count == header.count },
      "cannot align rows of different lengths"
    )
    self.rows = [header] + rows
  }

  var lines: [String] {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let line = row.indices
        .map { row[$0].padded(to: widths[$0], isRight: $0 > 0) }.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }
}

/// The quantiles of a series of measurements.
struct Figures<Value: Comparable> {
  private let sorted: [Value]

  /// - Parameter values: at least one value.
  init(_ values: [Value]) {
    precondition(!values.isEmpty, "cannot summarise no values")
    sorted = values.sorted()
  }

  var p50: Value { quantile(0.5) }
  var p99: Value { quantile(0.99) }
  var least: Value { sorted[0] }
  var largest: Value { sorted[sorted.count - 1] }

  /// Returns the nearest-rank quantile: the smallest value that at least this share of the values does not exceed.
  fileprivate func quantile(_ share: Double) -> Value {
    let rank = (Double(sorted.count) * share).rounded(.up)
    return sorted[min(sorted.count, max(1, Int(rank))) - 1]
  }
}

extension Figures<Duration> {
  /// The width of the middle half of the values as a share of the median, such as `12 %`.
  var spread: String { "\(Int(((quantile(0.75) - quantile(0.25)) / p50 * 100).rounded())) %" }

  /// p50, p99 and the spread in milliseconds.
  var inMilliseconds: [String] { [p50.inMilliseconds, p99.inMilliseconds, spread] }
}

extension Duration {
  /// The duration as text, such as `0.22 ms`.
  var inMilliseconds: String { "\((self / .milliseconds(1)).text(decimals: 2)) ms" }

  /// The duration as text, such as `45.1 us`.
  var inMicroseconds: String { "\((self / .microseconds(1)).text(decimals: 1)) us" }
}

extension Int {
  /// Bytes as text, such as `4.2 KiB`.
  var inKibibytes: String { "\((Double(self) / 1_024).text(decimals: 1)) KiB" }

  /// Bytes as text, such as `12.0 MiB`.
  var inMebibytes: String { "\((Double(self) / 1_048_576).text(decimals: 1)) MiB" }
}

extension Double {
  /// Returns the number with a fixed number of decimals, at least 1.
  func text(decimals: Int = 2) -> String {
    var scale = 1
    for _ in 0..<decimals { scale *= 10 }
    let scaled = Int((magnitude * Double(scale)).rounded())
    let fraction = String(scaled % scale)
    let sign = self < 0 && scaled > 0 ? "-" : ""
    let zeros = String(repeating: "0", count: decimals - fraction.count)
    return "\(sign)\(scaled / scale).\(zeros)\(fraction)"
  }
}

extension String {
  fileprivate func padded(to width: Int, isRight: Bool = false) -> String {
    let blanks = String(repeating: " ", count: width - count)
    return isRight ? blanks + self : self + blanks
  }
}

/// The strictness with which a measurement judges its own figures.
struct Judgement: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Fail where a figure is worse than so many times its goal, 1 to 100; without it only what is lost fails."
    ),
    transform: within(1...100)
  )
  var slack: Int?

  /// Returns the failure of a duration that is too far from its goal, in a list; empty if there is none.
  func failures(of name: String, _ value: Duration, goal: Duration) -> [String] {
    guard let slack, value > goal * slack else { return [] }
    return [
      "\(name): \(value.inMilliseconds), more than \(slack) times \(goal.inMilliseconds)"
    ]
  }
}
