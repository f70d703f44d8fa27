import NavBase

/// The tables and keys that a program reads from the shared configuration file, and the messages
/// about unknown ones.
package struct ConfigurationSchema: Hashable, Sendable {
  /// A table and its keys, in the order in which messages list them.
  package struct Table: Hashable, Sendable {
    package let name: String
    package let keys: [String]

    package init(_ name: String, keys: [String]) {
      self.name = name
      self.keys = keys
    }
  }

  /// The table of viewer settings.
  package static let viewer = "viewer"
  /// The table that says where and how the daemon stores sessions.
  package static let state = "state"
  /// The table of the daemon's limits.
  package static let limits = "limits"
  /// The table of the rules by which viewers may move sessions.
  package static let control = "control"
  /// The table of the daemon's metrics.
  package static let metrics = "metrics"
  /// The table of the daemon's log.
  package static let log = "log"
  /// All tables of the file, of every program.
  private static let everybodys = [state, limits, control, metrics, log, viewer]

  private let tables: [Table]
  /// Tables of other programs, if their keys are known to this program.
  private let others: [Table]

  /// - Parameters:
  ///   - tables: the tables that this program reads.
  ///   - others: tables of other programs, so that a key in the wrong table can be explained.
  package init(_ tables: [Table], beside others: [Table] = []) {
    self.tables = tables
    self.others = others
  }

  /// Whether a table belongs to another program, which checks it.
  package func isForeign(_ name: String) -> Bool {
    Self.everybodys.contains(name) && !has(name)
  }

  /// Whether this program reads a table.
  func has(_ name: String) -> Bool { tables.contains { $0.name == name } }

  /// Returns the message about an unknown top-level name.
  package func problem(ofTable name: String) -> String {
    if let table = (tables + others).first(where: { $0.keys.contains(name) }) {
      return "\(name) stands in no table: write it below [\(table.name)]"
    }
    let advice =
      Spelling.nearest(to: name, in: Self.everybodys).map { "did you mean [\($0)]?" }
      ?? "the tables are " + Self.everybodys.map { "[\($0)]" }.joined(separator: ", ")
    return "navd has nothing of that name to configure: \(advice)"
  }

  /// Returns the message about a key that the table doesn't have.
  package func problem(ofKey name: String, in table: String) -> String {
    if let other = (tables + others).first(where: { $0.keys.contains(name) }) {
      return "[\(table)] has no such key: write it below [\(other.name)]"
    }
    let keys = tables.first { $0.name == table }?.keys ?? []
    let advice =
      Spelling.nearest(to: name, in: keys).map { "did you mean \($0)?" }
      ?? "its keys are " + keys.joined(separator: ", ")
    return "[\(table)] has no such key: \(advice)"
  }
}
