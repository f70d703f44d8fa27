import Glibc

/// A measurement.
protocol Scenario {
  /// Performs the measurement; it may take minutes.
  func measure() throws -> Section
}

extension [any Scenario] {
  /// Performs all measurements in order and prints one report.
  ///
  /// - Throws: `BenchError` after the report if a requirement is not met.
  func printReport() throws {
    try Interruption.watch()
    let sections = try map { try $0.measure() }
    print(Section.report(sections))
    let failures = sections.flatMap(\.failures)
    guard failures.isEmpty else { throw BenchError(failures.joined(separator: "\n")) }
  }
}

/// Reports progress on standard error, separate from the report.
func progress(_ text: String) {
  let line = Array("navbench: \(text)\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
}
