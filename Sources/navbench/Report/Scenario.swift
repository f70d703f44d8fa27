import Glibc

/// Something that is measured.
protocol Scenario {
  /// Measures it; takes up to minutes.
  func measure() throws -> Section
}

extension [any Scenario] {
  /// Measures one after the other and prints one report.
  ///
  /// - Throws: after the report, where something is not as it has to be.
  func printReport() throws {
    try Interruption.watch()
    let sections = try map { try $0.measure() }
    print(Section.report(sections))
    let failures = sections.flatMap(\.failures)
    guard failures.isEmpty else { throw BenchError(failures.joined(separator: "\n")) }
  }
}

/// Says on standard error what is going on, so that the report stays clean.
func progress(_ text: String) {
  let line = Array("navbench: \(text)\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
}
