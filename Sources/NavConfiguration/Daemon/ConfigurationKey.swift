/// What can be configured, by table and name as they stand in the file.
package enum ConfigurationKey: Hashable, Sendable, CaseIterable {
  case stateDirectory
  case durability
  case limit(ConfigurableLimit)
  /// Whether programs are run whose output sessions show.
  case commands

  /// In the order in which they are printed.
  package static var allCases: [ConfigurationKey] {
    [.stateDirectory, .durability] + ConfigurableLimit.allCases.map { .limit($0) }
      + [.commands]
  }

  package enum Table: String, CaseIterable, Hashable, Sendable {
    case state
    case limits

    package var keys: [ConfigurationKey] { ConfigurationKey.allCases.filter { $0.table == self } }
  }

  package var table: Table {
    switch self {
    case .stateDirectory, .durability: .state
    case .limit, .commands: .limits
    }
  }

  package var name: String {
    switch self {
    case .stateDirectory: "directory"
    case .durability: "durability"
    case .limit(let name): name.rawValue
    case .commands: "commands"
    }
  }
}

extension ConfigurationKey: CustomStringConvertible {
  /// `limits.sessions`.
  package var description: String { "\(table.rawValue).\(name)" }
}
