/// What one scenario found.
struct Section {
  let name: String
  /// What holds on any machine: sizes, clients, counts.
  let facts: String
  /// What was measured, in a line.
  let title: String
  let tables: [Table]
  /// What is not as it has to be, each in a line.
  var failures: [String] = []

  /// The report: first what holds on any machine, then the figures of this one.
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
