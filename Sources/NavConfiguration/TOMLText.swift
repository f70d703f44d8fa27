/// Text as it stands in a file of TOML.
package enum TOMLText {
  /// A basic string, with nothing in it that a terminal would obey.
  package static func quoted(_ text: String) -> String {
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

  /// A table of settings, the notes behind them below one another.
  ///
  /// - Parameters:
  ///   - name: the table's.
  ///   - settings: each `key = value`, and what the comment behind it says.
  /// - Returns: its lines, the last one ended, too.
  package static func table(
    _ name: String,
    _ settings: [(setting: String, note: String)]
  ) -> String {
    let width = settings.map(\.setting.count).max() ?? 0
    return settings.reduce("[\(name)]\n") { text, line in
      let gap = String(repeating: " ", count: width - line.setting.count + 2)
      return text + "\(line.setting)\(gap)# \(line.note)\n"
    }
  }
}
