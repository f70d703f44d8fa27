import NavText

/// The tables and keys that a program knows in the file of all, and what it says of others.
package struct ConfigurationSchema: Hashable, Sendable {
  /// A table and its keys, in the order in which they are told.
  package struct Table: Hashable, Sendable {
    package let name: String
    package let keys: [String]

    package init(_ name: String, keys: [String]) {
      self.name = name
      self.keys = keys
    }
  }

  /// The table of viewers.
  package static let viewer = "viewer"
  /// Where the daemon keeps sessions.
  package static let state = "state"
  /// What the daemon bounds.
  package static let limits = "limits"
  /// All tables of the file, whoever reads them.
  private static let everybodys = [state, limits, viewer]

  private let tables: [Table]
  /// Tables of other programs, as far as their keys are known here.
  private let others: [Table]

  /// - Parameters:
  ///   - tables: those that the program reads itself.
  ///   - others: those of other programs, whose keys may stand in the wrong place.
  package init(_ tables: [Table], beside others: [Table] = []) {
    self.tables = tables
    self.others = others
  }

  /// Whether a table is one of another program's, which checks it.
  package func isForeign(_ name: String) -> Bool {
    Self.everybodys.contains(name) && !tables.contains { $0.name == name }
  }

  /// What is wrong with a name that stands where tables do.
  package func problem(ofTable name: String) -> String {
    if let table = (tables + others).first(where: { $0.keys.contains(name) }) {
      return "\(name) stands in no table: write it below [\(table.name)]"
    }
    let advice =
      Spelling.nearest(to: name, in: Self.everybodys).map { "did you mean [\($0)]?" }
      ?? "the tables are " + Self.everybodys.map { "[\($0)]" }.joined(separator: ", ")
    return "navd has nothing of that name to configure: \(advice)"
  }

  /// What is wrong with a key that a table has not.
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
