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

  /// Returns the report: first the machine-independent facts, then this machine's figures.
  static func report(_ sections: [Section]) -> String {
    let width = sections.map(\.name.count).max() ?? 0
    var lines = sections.map { section in
      let blanks = String(repeating: " ", count: width - section.name.count)
      return "\(section.name)\(blanks)  \(section.facts)"
    }
    for section in sections {
      lines += ["", section.title]
      for table in section.tables { lines += table.lines.map { "  " + $0 } }
    }
    return lines.joined(separator: "\n")
  }
}
