import NavBase
import NavSystem
import NavViewer

/// The output of `navclient doctor`.
package enum DoctorListing {
  /// Returns a table per topic, then the advice on each problem.
  package static func text(_ report: DoctorReport) -> String {
    var parts = DoctorReport.Topic.allCases.compactMap { topic -> String? in
      let entries = report.entries.filter { $0.topic == topic }
      guard !entries.isEmpty else { return nil }
      let rows = entries.map(row)
      return "\(topic.rawValue)\n\(ColumnTable.lines(rows))"
    }
    let problems = report.problems
    parts.append(
      problems.isEmpty
        ? "No problem was found."
        : problems.map { "\($0.name): \($0.advice ?? "")" }.joined(separator: "\n")
    )
    return parts.joined(separator: "\n\n")
  }

  private static func row(_ entry: DoctorReport.Entry) -> [String] {
    var row = ["  \(entry.name)", entry.value]
    if entry.topic == .connection {
      row.insert(entry.outcome?.rawValue ?? "", at: 1)
      row.append(entry.time.map { "\($0.milliseconds) ms" } ?? "")
    }
    if let origin = entry.origin { row.append("(\(origin.rawValue))") }
    while row.last == "" { row.removeLast() }
    return row
  }

  /// Returns a JSON object: `ok`, whether a viewer could start, and `entries`, each with `topic`, `name`,
  /// `value`, `origin`, `advice`, `outcome` and `milliseconds`; the last four may be null.
  package static func json(_ report: DoctorReport) throws -> String {
    try JSONText.encode(
      Object(ok: report.code == .success, entries: report.entries.map(Object.Entry.init))
    )
  }

  private struct Object: Encodable {
    let ok: Bool
    let entries: [Entry]

    struct Entry: Encodable {
      let entry: DoctorReport.Entry

      init(_ entry: DoctorReport.Entry) {
        self.entry = entry
      }

      enum CodingKeys: String, CodingKey {
        case topic, name, value, origin, advice, outcome, milliseconds
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(entry.topic.rawValue, forKey: .topic)
        try container.encode(entry.name, forKey: .name)
        try container.encode(entry.value, forKey: .value)
        // Null instead of omitted: all entries have the same keys.
        try container.encode(entry.origin?.rawValue, forKey: .origin)
        try container.encode(entry.advice, forKey: .advice)
        try container.encode(entry.outcome?.rawValue, forKey: .outcome)
        try container.encode(entry.time?.milliseconds, forKey: .milliseconds)
      }
    }
  }
}
