import NavConfiguration
import NavModel

extension Configuration {
  /// The whole configuration as a file would say it, with a note behind each value where it comes from.
  package var text: String {
    ConfigurationKey.Table.allCases.map { table in
      TOMLText.table(
        table.rawValue,
        table.keys.map { ("\($0.name) = \(value(of: $0))", note(on: $0)) }
      )
    }
    .joined(separator: "\n")
  }

  /// A value as it stands in a file.
  func value(of key: ConfigurationKey) -> String {
    switch key {
    case .stateDirectory: TOMLText.quoted(stateDirectory)
    case .durability: TOMLText.quoted(durability.rawValue)
    case .limit(let name): "\(limits[name])"
    case .commands: "\(commands)"
    }
  }

  private func note(on key: ConfigurationKey) -> String {
    switch origin(of: key) {
    case .standard: "default"
    case .file(let line): "file, line \(line)"
    case .commandLine: "command line"
    }
  }
}
