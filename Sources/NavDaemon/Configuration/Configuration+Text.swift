extension Configuration {
  /// The whole configuration as a file would say it, with a note behind each value where it comes from.
  package var text: String {
    ConfigurationKey.Table.allCases.map { table in
      let lines = table.keys.map { key in
        (setting: "\(key.name) = \(value(of: key))", origin: note(on: key))
      }
      let width = lines.map(\.setting.count).max() ?? 0
      return lines.reduce("[\(table.rawValue)]\n") { text, line in
        let gap = String(repeating: " ", count: width - line.setting.count + 2)
        return text + "\(line.setting)\(gap)# \(line.origin)\n"
      }
    }
    .joined(separator: "\n")
  }

  /// A value as it stands in a file.
  func value(of key: ConfigurationKey) -> String {
    switch key {
    case .stateDirectory: Self.quoted(stateDirectory)
    case .durability: Self.quoted(durability.rawValue)
    case .limit(let name): "\(limits[name])"
    }
  }

  private func note(on key: ConfigurationKey) -> String {
    switch origin(of: key) {
    case .standard: "default"
    case .file(let line): "file, line \(line)"
    case .commandLine: "command line"
    }
  }

  /// A basic string of TOML, with nothing in it that a terminal would obey.
  private static func quoted(_ text: String) -> String {
    let inside = text.unicodeScalars.map { scalar -> String in
      switch scalar {
      case "\"": return "\\\""
      case "\\": return "\\\\"
      default: break
      }
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
      default: return String(scalar)
      }
    }
    return "\"\(inside.joined())\""
  }
}
